/** Content checks, each compiled once for as long as it is in use. */

import { type FoundValue, type ValueSource, valueReader } from "../../domain/checks/saved-values.ts";
import { type Content, type ContentMatcher, contentMatcher, type Mismatch } from "../../domain/content/content.ts";
import type { ContentCheck } from "../../domain/monitors/monitor.ts";

/**
 * Compiled checks kept at most. A pattern of 2,000 characters can compile to hundreds of kilobytes, a usual one to a
 * few.
 */
const MAX_COMPILED = 1_000;

/** What came of a question about a content. */
export interface Examined {
	readonly failure: ContentFailure | null;
	/** The values that were asked for, null where there is none; empty when a check fails. */
	readonly values: readonly (FoundValue | null)[];
}

/** Which of several checks failed, by its index, and how. */
export interface ContentFailure {
	readonly index: number;
	readonly mismatch: Mismatch;
}

export class ContentMatchers {
	readonly #compiled = new Map<string, ContentMatcher>();

	examine(checks: readonly ContentCheck[], sources: readonly ValueSource[], content: Content): Examined {
		const failure = this.firstFailed(checks, content);
		return { failure, values: failure === null ? this.valuesOf(sources, content) : [] };
	}

	/** The first of `checks` that `content` fails; null when all hold. */
	firstFailed(checks: readonly ContentCheck[], content: Content): ContentFailure | null {
		for (const [index, check] of checks.entries()) {
			const mismatch = this.#matcher(check)(content);
			if (mismatch !== null) return { index, mismatch };
		}
		return null;
	}

	/** What each of `sources` reads; null where there is nothing. */
	valuesOf(sources: readonly ValueSource[], content: Content): (FoundValue | null)[] {
		// Compiled for each use: a flow runs too seldom to keep its patterns.
		return sources.map((source) => valueReader(source)(content));
	}

	#matcher(check: ContentCheck): ContentMatcher {
		const { type, caseSensitive, value, comparison } = check;
		const compared = comparison === undefined ? "" : JSON.stringify(comparison);
		const key = `${type} ${caseSensitive} ${compared} ${value}`;
		const known = this.#compiled.get(key);
		// Moved to the end, so that what is dropped below is what was not in use for the longest time.
		if (known !== undefined) this.#compiled.delete(key);
		const matcher = known ?? contentMatcher(check);
		this.#compiled.set(key, matcher);
		if (this.#compiled.size > MAX_COMPILED) this.#compiled.delete(this.#compiled.keys().next().value ?? "");
		return matcher;
	}
}
