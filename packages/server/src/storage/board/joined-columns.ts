/** Reads the columns that a statement joined to texts (Dialect.joined). */

const COMMA = 44;
const ZERO = 48;

/** The whole numbers of a text, 0 or more each, with commas between them; NaN where there is none. */
export function numbersIn(text: string): number[] {
	const numbers: number[] = [];
	let number = Number.NaN;
	for (let at = 0; at < text.length; at += 1) {
		const code = text.charCodeAt(at);
		if (code === COMMA) {
			numbers.push(number);
			number = Number.NaN;
		} else number = (Number.isNaN(number) ? 0 : number * 10) + code - ZERO;
	}
	numbers.push(number);
	return numbers;
}

/** The digits of a text. */
export function digitsIn(text: string): Uint8Array {
	const digits = new Uint8Array(text.length);
	for (let at = 0; at < text.length; at += 1) digits[at] = text.charCodeAt(at) - ZERO;
	return digits;
}
