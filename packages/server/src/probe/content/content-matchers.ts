/** Content checks, each compiled once for as long as it is in use. */

import { type ContentMatcher, contentMatcher } from "../../domain/checks/content.ts";
import type { ContentCheck } from "../../domain/monitors/monitor.ts";

/**
 * Compiled checks kept at most. A pattern of 2,000 characters can compile to hundreds of kilobytes, a usual one to a
 * few.
 */
const MAX_COMPILED = 1_000;

export class ContentMatchers {
	readonly #compiled = new Map<string, ContentMatcher>();

	/** The id of the first of `checks` that `text` fails; null when all hold. */
	firstFailed(checks: readonly ContentCheck[], text: string): string | null {
		return checks.find((check) => !this.#matcher(check)(text))?.id ?? null;
	}

	#matcher(check: ContentCheck): ContentMatcher {
		const key = `${check.type} ${check.caseSensitive} ${check.value}`;
		const known = this.#compiled.get(key);
		// Moved to the end, so that what is dropped below is what was not in use for the longest time.
		if (known !== undefined) this.#compiled.delete(key);
		const matcher = known ?? contentMatcher(check);
		this.#compiled.set(key, matcher);
		if (this.#compiled.size > MAX_COMPILED) this.#compiled.delete(this.#compiled.keys().next().value ?? "");
		return matcher;
	}
}
