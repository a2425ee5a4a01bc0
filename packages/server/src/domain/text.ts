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

function lengthBetween(value: string, min: number, max: number): boolean {
	// A code point takes at most two units, so most texts need no counting.
	if (value.length < min || value.length > 2 * max) return false;
	if (value.length <= max && min <= 1) return true;
	const length = [...value].length;
	return length >= min && length <= max;
}
