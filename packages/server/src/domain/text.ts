/** Schemas for text that every database can store. */

import { z } from "zod";

/**
 * A text of `min`–`max` characters (code points, as JSON Schema counts them). Refuses what a database can't store: NUL
 * characters and lone surrogates.
 */
export function text(min: number, max: number) {
	return z
		.string()
		.refine((value) => lengthBetween(value, min, max), `Must have ${min}–${max} characters.`)
		.refine((value) => !value.includes("\0") && value.isWellFormed(), "Must not hold NUL or broken characters.")
		.meta({ minLength: min, maxLength: max });
}

/** Of what a team names. */
export const MAX_NAME_LENGTH = 255;

/**
 * What leaves no mark on a page: spaces, control and format characters, and letters without a shape (Hangul fillers,
 * the blank Braille pattern).
 */
const MARK = /[^\p{Cc}\p{Cf}\p{Z}\p{Default_Ignorable_Code_Point}\u2800]/u;

/** A text that people read: 1–`max` characters in which something can be seen. */
export function readableText(max: number) {
	return text(1, max)
		.refine((value) => value === "" || MARK.test(value), "Must have a character that can be seen: it is blank.")
		.meta({ minLength: 1, maxLength: max, pattern: "\\S" });
}

const CONTROL = /\p{Cc}/u;
/** The same for regular expressions of every language that reads our OpenAPI document. */
const NO_CONTROL = "[^\\x00-\\x1F\\x7F-\\x9F]*";

/**
 * A name: a readable text of one line. Without control characters, for which a terminal has commands: names reach it
 * from the command line, from logs and from whatever reads the API.
 */
export function nameText(max: number) {
	return readableText(max)
		.refine((value) => !CONTROL.test(value), "Must not hold control characters, such as a line break or a tab.")
		.meta({ minLength: 1, maxLength: max, pattern: `^${NO_CONTROL}[^\\s\\x00-\\x1F\\x7F-\\x9F]${NO_CONTROL}$` });
}

/** A name that someone else chose, as one line: a line break or a tab becomes a space, other controls are dropped. */
export function withoutControls(text: string): string {
	return text.replace(/[\t\n\v\f\r]+/g, " ").replace(/\p{Cc}/gu, "");
}

function lengthBetween(value: string, min: number, max: number): boolean {
	// A code point takes at most two units, so most texts need no counting.
	if (value.length < min || value.length > 2 * max) return false;
	if (value.length <= max && min <= 1) return true;
	const length = [...value].length;
	return length >= min && length <= max;
}
