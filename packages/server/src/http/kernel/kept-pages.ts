/**
 * Pages of lists as text, kept while they stay true: until the database changes, or until the clock alone changes how
 * a row looks. The version is read from the database for each request, so no page is older than a commit before it,
 * whichever process made that commit (docs/adr/api/0144-keep-pages-while-the-database-is-unchanged.md).
 */

/** A page as its answer contains it. */
export interface WrittenPage {
	/** JSON: the collection under its name. */
	readonly data: string;
	/** JSON of `meta.pagination`. */
	readonly pagination: string;
	/** RFC 8288; null when there is no other page. */
	readonly link: string | null;
}

interface KeptPage {
	readonly page: WrittenPage;
	/** The instants [from, until) for which it is true. */
	readonly from: number;
	readonly until: number;
	readonly chars: number;
}

/** Text of all kept pages, in characters: some hundred pages of 50 monitors. */
const MAX_CHARS = 8 * 1024 * 1024;
/** A page of many long flows would take the place of all others. */
const MAX_PAGE_CHARS = MAX_CHARS / 16;

export class KeptPages {
	/** The least recently asked for is first. */
	readonly #pages = new Map<string, KeptPage>();
	#version = "";
	#chars = 0;

	/** The page called `name` that is true at `now` in this version of the database; null when none is kept. */
	find(name: string, version: string, now: number): WrittenPage | null {
		const kept = version === this.#version ? this.#pages.get(name) : undefined;
		if (kept === undefined || now < kept.from || now >= kept.until) return null;
		this.#pages.delete(name);
		this.#pages.set(name, kept);
		return kept.page;
	}

	/**
	 * Keeps a page that was read after `version`, at `now`.
	 * @param until the instant from which on the clock alone makes it another
	 */
	keep(name: string, version: string, page: WrittenPage, { now, until }: { now: number; until: number }): void {
		if (version !== this.#version) {
			this.#pages.clear();
			this.#chars = 0;
			this.#version = version;
		}
		this.#drop(name);
		const chars = name.length + page.data.length + page.pagination.length + (page.link?.length ?? 0);
		if (chars > MAX_PAGE_CHARS) return;
		this.#pages.set(name, { page, from: now, until, chars });
		this.#chars += chars;
		for (const oldest of this.#pages.keys()) {
			if (this.#chars <= MAX_CHARS) break;
			this.#drop(oldest);
		}
	}

	#drop(name: string): void {
		this.#chars -= this.#pages.get(name)?.chars ?? 0;
		this.#pages.delete(name);
	}
}
