/**
 * What the commands write: names, messages and addresses of others, which may hold characters that a terminal obeys or
 * that change how a line reads (Unicode TR36 §3.1). They are written as escapes: `\u001b`, `\u202e`, `\u{e0001}`.
 */

/** Control and format characters, the two separators of lines, and surrogates without their other half. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/** One line: a line break in it is escaped as well. */
export function printable(line: string): string {
	return line.replace(UNSEEN, escaped);
}

/** Several lines of our own. */
export function printableLines(text: string): string {
	return text.replace(UNSEEN, (character) =>
		character === "\n" || character === "\t" ? character : escaped(character),
	);
}

/** JSON with the same meaning: such characters stand in its strings alone. */
export function printableJson(json: string): string {
	return json.replace(UNSEEN, (character) => (character === "\n" ? character : unitsOf(character)));
}

function escaped(character: string): string {
	return character.length === 1 ? unitsOf(character) : `\\u{${character.codePointAt(0)?.toString(16)}}`;
}

function unitsOf(character: string): string {
	return character
		.split("")
		.map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`)
		.join("");
}
