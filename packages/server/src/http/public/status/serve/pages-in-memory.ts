/** Pages in memory with the forms that were written of each, within a bound. */

import type { PublicPage } from "../../../../domain/status-pages/public-page.ts";
import type { Answer } from "./answer.ts";

/** Bytes of all forms of all pages. The page that was built least lately goes first. */
const MAX_BYTES = 64 * 1024 * 1024;
/** A page that is only looked at through one form counts with what its rows take. */
const BYTES_OF_PAGE = 100_000;
/** Forms of one page that are kept; its past months and incidents can be many. */
const MAX_FORMS = 40;

export interface Kept {
	readonly page: PublicPage;
	/** How old the page was when this was kept; 0: the database had just been asked. */
	readonly ageMs: number;
	/** Of `performance.now()`. */
	builtAt: number;
	/** By place and path. */
	forms: Map<string, Answer>;
	/** Under way, by the same. */
	readonly writing: Map<string, Promise<Answer | null>>;
	bytes: number;
}

export class PagesInMemory {
	/** By slug; the one that was kept first is first. */
	readonly #kept = new Map<string, Kept>();
	#bytes = 0;

	get size(): number {
		return this.#kept.size;
	}

	get slugs(): Iterable<string> {
		return this.#kept.keys();
	}

	get(slug: string): Kept | undefined {
		return this.#kept.get(slug);
	}

	/** Takes the place of what was kept of this page before. */
	keep({ page, ageMs, builtAt }: Pick<Kept, "page" | "ageMs" | "builtAt">): Kept {
		this.drop(page.slug);
		const kept: Kept = { page, ageMs, builtAt, forms: new Map(), writing: new Map(), bytes: BYTES_OF_PAGE };
		this.#kept.set(page.slug, kept);
		this.#bytes += kept.bytes;
		this.#makeRoom(kept);
		return kept;
	}

	/** Nothing happens when another page was kept in place of this one. */
	addForm(kept: Kept, key: string, answer: Answer): void {
		if (this.#kept.get(kept.page.slug) !== kept) return;
		if (kept.forms.size >= MAX_FORMS) {
			this.#bytes -= kept.bytes - BYTES_OF_PAGE;
			kept.bytes = BYTES_OF_PAGE;
			kept.forms = new Map();
		}
		kept.forms.set(key, answer);
		kept.bytes += answer.bytes;
		this.#bytes += answer.bytes;
		this.#makeRoom(kept);
	}

	drop(slug: string): void {
		const kept = this.#kept.get(slug);
		if (kept === undefined) return;
		this.#bytes -= kept.bytes;
		this.#kept.delete(slug);
	}

	/** Each page is built anew when it is next asked for. */
	expire(): void {
		for (const kept of this.#kept.values()) kept.builtAt = Number.NEGATIVE_INFINITY;
	}

	#makeRoom(latest: Kept): void {
		for (const [slug, kept] of this.#kept) {
			if (this.#bytes <= MAX_BYTES) return;
			if (kept !== latest) this.drop(slug);
		}
	}
}
