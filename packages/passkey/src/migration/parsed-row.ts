/** Reads a row of JSON without changing its numbers. */

/** A text, which is passed over, or a number. JSON allows digits nowhere else. */
const TEXT_OR_NUMBER = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

/** A double has 15 significant decimal digits that are always its own. */
const EXACT_DIGITS = 15;

/**
 * What the JSON text is, `undefined` where it is none. A number that a double can't hold exactly becomes the text of
 * its digits: account ids of 64 bits are common, and two of them must not become one.
 */
export function parsedRow(text: string): unknown {
	try {
		// Validated as it came: what follows only puts quotes around numbers.
		JSON.parse(text);
		return JSON.parse(text.replaceAll(TEXT_OR_NUMBER, (token) => (isExact(token) ? token : `"${token}"`)));
	} catch {
		return undefined;
	}
}

function isExact(token: string): boolean {
	if (token.startsWith('"')) return true;
	if (/^-?\d+$/.test(token)) return Number.isSafeInteger(Number(token));
	return Number.isFinite(Number(token)) && token.replace(/e.*$/i, "").replaceAll(/\D/g, "").length <= EXACT_DIGITS;
}
