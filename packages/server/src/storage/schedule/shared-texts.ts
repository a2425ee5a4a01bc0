/**
 * One copy of each text that many monitors have in common, such as a method, a location or the issuer of a certificate:
 * each row of a query brings copies of its own.
 */

/** Texts remembered at the most: when there are more, sharing begins anew. */
const MOST_TEXTS = 5_000;
/** Longer ones are seldom alike; a fingerprint has 64. */
const MOST_CHARS = 64;

export class SharedTexts {
	readonly #texts = new Map<string, string>();

	/** A text equal to `text`. */
	share(text: string): string {
		if (text.length > MOST_CHARS) return text;
		const known = this.#texts.get(text);
		if (known !== undefined) return known;
		if (this.#texts.size >= MOST_TEXTS) this.#texts.clear();
		this.#texts.set(text, text);
		return text;
	}

	/** `object`, with its texts shared; those of objects within it are not. */
	shareIn<Members extends object>(object: Members): Members {
		const members = object as Record<string, unknown>;
		for (const [name, value] of Object.entries(members)) {
			if (typeof value === "string") members[name] = this.share(value);
		}
		return object;
	}
}
