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

/** A name that people read: a text of 1–`max` characters in which something can be seen. */
export function nameText(max: number) {
	return text(1, max)
		.refine((value) => value === "" || MARK.test(value), "Must have a character that can be seen: it is blank.")
		.meta({ minLength: 1, maxLength: max, pattern: "\\S" });
}

function lengthBetween(value: string, min: number, max: number): boolean {
	// A code point takes at most two units, so most texts need no counting.
	if (value.length < min || value.length > 2 * max) return false;
	if (value.length <= max && min <= 1) return true;
	const length = [...value].length;
	return length >= min && length <= max;
}
