/** Values that a step of a flow takes from its response, for the steps after it. */

import { compilePattern, UnusablePattern } from "../content/comparison.ts";
import type { Content } from "../content/content.ts";
import { ExactNumber, parsedJson } from "../content/json-document.ts";
import { compileJsonPath } from "../content/json-path.ts";

export interface ValueSource {
	readonly from: "json" | "header" | "regex";
	/** A JSONPath, a header's name, or a pattern. */
	readonly value: string;
}

/** Characters of one saved value, at the most: what is longer is no token. */
export const MAX_SAVED_LENGTH = 4_096;

/** A value as it stands in a response. */
export interface FoundValue {
	readonly value: string;
	/** Where a pattern cut it out of a text: some of what stands before and after it. */
	readonly before: string;
	readonly after: string;
}

/** Characters of what stands beside a value: with them a part of a secret is recognized as one. */
const BESIDE = 10;

/** The value in a response; null when there is none, or when it is too long. */
type ValueReader = (content: Content) => FoundValue | null;

/** Throws {@link UnusablePattern}, which creation refuses. */
export function valueReader({ from, value }: ValueSource): ValueReader {
	switch (from) {
		case "header": {
			const name = value.toLowerCase();
			return ({ headers }) => bounded(headers.get(name));
		}
		case "json": {
			const path = compileJsonPath(value);
			return ({ text }) => {
				const document = parsedJson(text);
				return bounded(document && asText(path.select(document)?.[0]));
			};
		}
		case "regex": {
			const pattern = compilePattern(value, true);
			return ({ text }) => {
				const matcher = pattern.matcher(text);
				if (!matcher.find()) return null;
				const group = matcher.groupCount() > 0 ? 1 : 0;
				const found = bounded(matcher.group(group) ?? undefined);
				if (found === null) return null;
				const [start, end] = [matcher.start(group), matcher.end(group)];
				return {
					...found,
					before: text.slice(Math.max(0, start - BESIDE), start),
					after: text.slice(end, end + BESIDE),
				};
			};
		}
	}
}

/** Why `path` is no JSONPath, in a sentence; null when it is one. */
export function pathProblem(path: string): string | null {
	return problemOf(() => compileJsonPath(path), "This is no JSONPath (RFC 9535)");
}

/** Why `pattern` can't be run, in a sentence; null when it can. */
export function patternProblem(pattern: string): string | null {
	return problemOf(() => compilePattern(pattern, true), "This pattern can't be used");
}

function problemOf(compile: () => unknown, what: string): string | null {
	try {
		compile();
		return null;
	} catch (error) {
		if (error instanceof UnusablePattern) return `${what}: ${error.message}`;
		throw error;
	}
}

function bounded(value: string | undefined): FoundValue | null {
	return value === undefined || value.length > MAX_SAVED_LENGTH ? null : { value, before: "", after: "" };
}

/** Texts as they are, other scalars as JSON; lists and objects are nothing to insert. */
function asText(value: unknown): string | undefined {
	if (typeof value === "string") return value;
	if (value instanceof ExactNumber) return value.source;
	return value === undefined || (typeof value === "object" && value !== null) ? undefined : JSON.stringify(value);
}
