/**
 * Content checks: what a body must or must not contain. Patterns are RE2 (https://github.com/google/re2/wiki/Syntax),
 * without back-references and look-around. In return matching takes time linear in the text, so no pattern and no body
 * can block a prober.
 */

import { RE2JS, RE2JSException } from "re2js";
import type { ContentCheck } from "../monitors/monitor.ts";
import { MAX_PATTERN_WEIGHT, patternWeight } from "./pattern-weight.ts";

export type ContentMatcher = (text: string) => boolean;

/**
 * Returns a function that tests whether a text passes the check. Throws {@link UnusablePattern} for a pattern that the
 * engine can't run. Creation refuses such patterns, so later this is a bug.
 */
export function contentMatcher(check: Omit<ContentCheck, "id">): ContentMatcher {
	switch (check.type) {
		case "contains":
			return contains(check);
		case "not_contains": {
			const found = contains(check);
			return (text) => !found(text);
		}
		case "regex": {
			if (patternWeight(check.value) > MAX_PATTERN_WEIGHT) throw new UnusablePattern("The pattern repeats too much.");
			const pattern = compile(check.value, check.caseSensitive);
			return (text) => pattern.matcher(text).find();
		}
	}
}

export class UnusablePattern extends Error {
	override readonly name = "UnusablePattern";
}

function contains({ value, caseSensitive }: { value: string; caseSensitive: boolean }): ContentMatcher {
	if (caseSensitive) return (text) => text.includes(value);
	// Unicode's simple case folding, as the pattern engine has it: toLowerCase would miss pairs such as K and the Kelvin
	// sign. A literal pattern cannot backtrack, so JavaScript's own engine is safe here, and a hundred times faster.
	const literal = new RegExp(value.replaceAll(/[\\^$.*+?()[\]{}|/]/g, "\\$&"), "iu");
	return (text) => literal.test(text);
}

function compile(pattern: string, caseSensitive: boolean): RE2JS {
	try {
		return RE2JS.compile(pattern, caseSensitive ? 0 : RE2JS.CASE_INSENSITIVE);
	} catch (cause) {
		if (cause instanceof RE2JSException) throw new UnusablePattern(cause.message, { cause });
		throw cause;
	}
}
