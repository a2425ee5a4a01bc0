/**
 * Compares a value that a response holds with what its owner expects. Nothing is converted silently: a number is
 * compared with a number, a text with a text. Only the text of a header is read as a number where a number is expected,
 * because a header has nothing but text.
 */

import { RE2JS, RE2JSException } from "re2js";
import type { Comparison } from "../monitors/monitor.ts";
import { comparable, ExactNumber, isLargeInteger } from "./json-document.ts";
import { MAX_PATTERN_WEIGHT, patternWeight } from "./pattern-weight.ts";

/** A pattern or a path that can't be run, with the reason in a sentence. */
export class UnusablePattern extends Error {
	override readonly name = "UnusablePattern";
	readonly kind: "pattern" | "path";

	constructor(message: string, options: ErrorOptions & { readonly kind?: "pattern" | "path" } = {}) {
		super(message, options);
		this.kind = options.kind ?? "pattern";
	}
}

const DECIMAL = /^[+-]?\d+(?:\.\d+)?$/;

/** A function that tells whether a value meets `comparison`. Throws {@link UnusablePattern}. */
export function comparer(comparison: Comparison, caseSensitive: boolean): (value: unknown) => boolean {
	const { operator, expected } = comparison;
	switch (operator) {
		case "exists":
			return () => expected !== false;
		case "equals":
			return equalTo(comparison, caseSensitive);
		case "not_equals": {
			const isEqual = equalTo(comparison, caseSensitive);
			return (value) => !isEqual(value);
		}
		case "less_than":
			return ordered(expected, (value, limit) => value < limit);
		case "greater_than":
			return ordered(expected, (value, limit) => value > limit);
		case "matches": {
			const pattern = compilePattern(String(expected), caseSensitive);
			return (value) => !isCompound(value) && pattern.matcher(String(value)).find();
		}
	}
}

export function headerValue(text: string, { operator, expected }: Comparison): unknown {
	const isNumber = typeof expected === "number" || operator === "less_than" || operator === "greater_than";
	const trimmed = text.trim();
	if (!isNumber || !DECIMAL.test(trimmed)) return text;
	return isLargeInteger(trimmed) ? new ExactNumber(trimmed) : Number(trimmed);
}

/** The number that `expected` is, also one that is written as text because it is above 2^53; else undefined. */
function numberOf(expected: Comparison["expected"]): number | bigint | undefined {
	if (typeof expected === "string") return isLargeInteger(expected) ? BigInt(expected) : undefined;
	return comparable(expected);
}

function ordered(
	expected: Comparison["expected"],
	holds: (value: number | bigint, limit: number | bigint) => boolean,
): (value: unknown) => boolean {
	const limit = numberOf(expected);
	return (value) => {
		const number = comparable(value);
		return number !== undefined && limit !== undefined && holds(number, limit);
	};
}

function equalTo({ expected, isOfAnyKind }: Comparison, caseSensitive: boolean): (value: unknown) => boolean {
	if (isOfAnyKind) {
		const isEqual = equalTo({ operator: "equals", expected }, caseSensitive);
		return (value) => !isCompound(value) && (isEqual(value) || isEqual(String(value)));
	}
	if (typeof expected === "string" && isLargeInteger(expected)) {
		const number = BigInt(expected);
		return (value) => value === expected || comparable(value) === number;
	}
	if (typeof expected !== "string" || caseSensitive) return (value) => value === expected;
	const literal = new RegExp(`^${literalPattern(expected)}$`, "iu");
	return (value) => typeof value === "string" && literal.test(value);
}

/** Text as a pattern of the language's own engine; one that is plain text leaves nothing to go back to. */
export function literalPattern(text: string): string {
	return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&");
}

/** Throws {@link UnusablePattern} for a pattern that the linear-time engine can't run, or that repeats too much. */
export function compilePattern(pattern: string, caseSensitive: boolean): RE2JS {
	if (patternWeight(pattern) > MAX_PATTERN_WEIGHT) throw new UnusablePattern("The pattern repeats too much.");
	try {
		return RE2JS.compile(pattern, caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE);
	} catch (cause) {
		if (cause instanceof RE2JSException) throw new UnusablePattern(cause.message, { cause });
		throw cause;
	}
}

function isCompound(value: unknown): boolean {
	return typeof value === "object" && value !== null && !(value instanceof ExactNumber);
}
