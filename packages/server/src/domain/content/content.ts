/**
 * Content checks: what a response must or must not hold. Patterns are RE2 (https://github.com/google/re2/wiki/Syntax):
 * no back-references, no look-around, and in return time linear in the text, so that no pattern and no body can stop a
 * prober. Values of JSON bodies are selected by JSONPath (./json-path.ts) and compared (./comparison.ts).
 */

import type { Comparison, ContentCheck } from "../monitors/monitor.ts";
import { comparer, compilePattern, headerValue, literalPattern } from "./comparison.ts";
import { ExactNumber, type JsonDocument, parsedJson } from "./json-document.ts";
import { compileJsonPath } from "./json-path.ts";
import { type SeenText, seenIn } from "./seen-text.ts";

export { UnusablePattern } from "./comparison.ts";

export interface Content {
	/** Decoded; empty where the response has no body, or no check needs it. */
	readonly text: string;
	/** Names in lower case, repeated lines joined. */
	readonly headers: ReadonlyMap<string, string>;
	/** Whether the body went on beyond what was read. */
	readonly isCut: boolean;
}

/** How a response fails a check. */
export type Mismatch =
	/** The text is not there, or is there and must not be. `seen`: what was found instead (./seen-text.ts). */
	| { readonly kind: "text"; readonly seen: SeenText }
	/** The path selects nothing, or there is no such header. */
	| { readonly kind: "absent" }
	/** `seen`: the value as JSON, as far as MAX_SEEN goes, or what kind of a value it is. */
	| { readonly kind: "value"; readonly seen: string }
	| { readonly kind: "not_json" }
	/** No JSON, because the body was not read to its end. */
	| { readonly kind: "cut" }
	| { readonly kind: "too_deep" };

/** Null when the response passes. */
export type ContentMatcher = (content: Content) => Mismatch | null;

/** Characters of a value that are handed on: enough to recognize it. */
const MAX_SEEN = 1_000;

const ABSENT: Mismatch = { kind: "absent" };

/**
 * A function that tells how a response fails the check. Throws {@link UnusablePattern} for a pattern or a path that
 * can't be run: creation refuses those, so afterwards it would be a bug.
 */
export function contentMatcher(check: Omit<ContentCheck, "id">): ContentMatcher {
	const { type, value, caseSensitive, comparison = EXISTS } = check;
	switch (type) {
		case "contains": {
			const holds = contains(check);
			return ({ text }) => (holds(text) ? null : textMismatch(text));
		}
		case "not_contains": {
			const holds = contains(check);
			return ({ text }) => (holds(text) ? textMismatch(text) : null);
		}
		case "regex": {
			const pattern = compilePattern(value, caseSensitive);
			return ({ text }) => (pattern.matcher(text).find() ? null : textMismatch(text));
		}
		case "json":
			return jsonMatcher(value, comparison, caseSensitive);
		case "header": {
			const name = value.toLowerCase();
			const compare = comparer(comparison, caseSensitive);
			return ({ headers }) => {
				const text = headers.get(name);
				const values = text === undefined ? [] : [headerValue(text, comparison)];
				return mismatchOf(values, comparison, compare);
			};
		}
	}
}

function textMismatch(text: string): Mismatch {
	return { kind: "text", seen: seenIn(text) };
}

export function needsBody({ type }: Pick<ContentCheck, "type">): boolean {
	return type !== "header";
}

const EXISTS: Comparison = { operator: "exists", expected: null };

function jsonMatcher(path: string, comparison: Comparison, caseSensitive: boolean): ContentMatcher {
	const query = compileJsonPath(path);
	const compare = comparer(comparison, caseSensitive);
	return (content) => {
		const document = documentOf(content);
		if (document === undefined) return { kind: content.isCut ? "cut" : "not_json" };
		const values = query.select(document);
		return values === null ? { kind: "too_deep" } : mismatchOf(values, comparison, compare);
	};
}

/** Every one of `values` has to meet the comparison, and there has to be one, unless it must not exist. */
function mismatchOf(
	values: readonly unknown[],
	{ operator, expected }: Comparison,
	compare: (value: unknown) => boolean,
): Mismatch | null {
	if (values.length === 0) return operator === "exists" && expected === false ? null : ABSENT;
	const index = values.findIndex((value) => !compare(value));
	if (index === -1) return null;
	return { kind: "value", seen: seenText(values[index]) };
}

/** As JSON; lists and objects are named only, for they can be long and deep. */
function seenText(value: unknown): string {
	if (value instanceof ExactNumber) return value.source.slice(0, MAX_SEEN);
	if (Array.isArray(value)) return `a list of ${value.length}`;
	if (typeof value === "object" && value !== null) return "an object";
	return JSON.stringify(value).slice(0, MAX_SEEN);
}

/** One body is parsed once, however many checks look into it. */
const DOCUMENTS = new WeakMap<Content, { readonly document: JsonDocument | undefined }>();

/** The body as JSON; undefined when it is none. */
function documentOf(content: Content): JsonDocument | undefined {
	const known = DOCUMENTS.get(content);
	if (known !== undefined) return known.document;
	const document = parsedJson(content.text);
	DOCUMENTS.set(content, { document });
	return document;
}

function contains({ value, caseSensitive }: { value: string; caseSensitive: boolean }): (text: string) => boolean {
	if (caseSensitive) return (text) => text.includes(value);
	// Unicode's simple case folding, as the pattern engine has it: toLowerCase would miss pairs such as K and the Kelvin
	// sign. A plain text leaves nothing to go back to, so the language's own engine is safe here, and a hundred times as
	// fast.
	const literal = new RegExp(literalPattern(value), "iu");
	return (text) => literal.test(text);
}
