/** How a response fails a content check, in a sentence for people. */

import { MAX_MESSAGE_LENGTH } from "../checks/observation.ts";
import type { Comparison, ContentCheck } from "../monitors/monitor.ts";
import type { Mismatch } from "./content.ts";
import type { SeenText } from "./seen-text.ts";

/** Characters of a path or name, of a value that was seen, and of one that was expected. */
const MAX_PLACE = 50;
const MAX_SEEN = 60;
const MAX_EXPECTED = 40;

/**
 * @param masked hides secrets in what the target sent
 */
export function mismatchMessage(
	{ type, value, comparison }: ContentCheck,
	mismatch: Mismatch,
	masked: (text: string) => string,
): string {
	const place = type === "header" ? `The header ${shortened(value, MAX_PLACE)}` : shortened(value, MAX_PLACE);
	switch (mismatch.kind) {
		case "text":
			return `${textProblem(type, value)}; ${seenInWords(mismatch.seen, masked)}.`.slice(0, MAX_MESSAGE_LENGTH);
		case "absent":
			return type === "header" ? `${place} is missing.` : `${place} selects nothing in the response's JSON.`;
		case "value": {
			const seen = shortened(masked(mismatch.seen), MAX_SEEN);
			return `${place} is ${seen}; ${expectedInWords(comparison)} was expected.`.slice(0, MAX_MESSAGE_LENGTH);
		}
		case "not_json":
			return "The response's body is not JSON.";
		case "cut":
			return "The response's body is longer than what is read of it, so its JSON has no end.";
		case "too_deep":
			return `The response's JSON is nested too deeply for ${place}.`;
	}
}

function textProblem(type: ContentCheck["type"], value: string): string {
	const quoted = JSON.stringify(shortened(value, MAX_EXPECTED));
	if (type === "not_contains") return `The body contains ${quoted}, which it must not`;
	return `The body ${type === "regex" ? "does not match" : "does not contain"} ${quoted}`;
}

function seenInWords(seen: SeenText, masked: (text: string) => string): string {
	switch (seen.kind) {
		case "empty":
			return "it is empty";
		case "title":
			return `it is a page with the title ${JSON.stringify(shortened(masked(seen.text), MAX_SEEN))}`;
		case "begins":
			return `it begins with ${JSON.stringify(shortened(masked(seen.text), MAX_SEEN))}`;
	}
}

function expectedInWords({ operator, expected }: Comparison = { operator: "exists", expected: null }): string {
	const value = shortened(JSON.stringify(expected), MAX_EXPECTED);
	switch (operator) {
		case "exists":
			return expected === false ? "nothing" : "something";
		case "equals":
			return value;
		case "not_equals":
			return `anything but ${value}`;
		case "less_than":
			return `less than ${value}`;
		case "greater_than":
			return `more than ${value}`;
		case "matches":
			return `a match of ${value}`;
	}
}

function shortened(text: string, length: number): string {
	return text.length <= length ? text : `${text.slice(0, length - 1)}…`;
}
