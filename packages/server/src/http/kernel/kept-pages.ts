/**
 * Pages of lists as text, kept while they stay true: until the database changes, or until the clock alone changes how
 * a row looks. The version is read from the database for each request, so no page is older than a commit before it,
 * whichever process made that commit (docs/adr/api/0144-keep-pages-while-the-database-is-unchanged.md). Requests that
 * find no page in the same version wait for one that the first of them makes.
 */

import { Refusal } from "./refusal.ts";

/** A page as its answer contains it. */
export interface WrittenPage {
	/** JSON: the collection under its name. */
	readonly data: string;
	/** JSON of `meta.pagination`. */
	readonly pagination: string;
	/** RFC 8288; null when there is no other page. */
	readonly link: string | null;
}

/** A page, and the instant from which on the clock alone makes it another. */
export interface MadePage {
	readonly page: WrittenPage;
	readonly until: number;
}

/** Which page a request asks for. */
export interface PageWanted {
	readonly name: string;
	/** Of the database, read after the request arrived. */
	readonly version: string;
	readonly now: number;
}

interface KeptPage extends MadePage {
	/** The instants [from, until) for which it is true. */
	readonly from: number;
	readonly chars: number;
}

/** Text of all kept pages, in characters: some hundred pages of 50 monitors. */
const MAX_CHARS = 8 * 1024 * 1024;
/** A page of many long flows would take the place of all others. */
const MAX_PAGE_CHARS = MAX_CHARS / 16;

export class KeptPages {
	/** Those of one version. The least recently asked for is first. */
	readonly #pages = new Map<string, KeptPage>();
	/** By name and version. */
	readonly #underWay = new Map<string, { readonly from: number; readonly made: Promise<MadePage | Refusal> }>();
	#version = "";
	#chars = 0;

	/** The page that is true in this version and at this time; null when none is kept. */
	find({ name, version, now }: PageWanted): WrittenPage | null {
		if (version !== this.#version) {
			this.#pages.clear();
			this.#chars = 0;
			this.#version = version;
		}
		const kept = this.#pages.get(name);
		if (kept === undefined || !isTrueAt(kept, now)) return null;
		this.#pages.delete(name);
		this.#pages.set(name, kept);
		return kept.page;
	}

	/**
	 * The page that another request is making, or the one of `make`, which is kept. Call it after {@link find}.
	 * A page is read after its version: a commit between the two ends it early, not late.
	 */
	async make(wanted: PageWanted, make: () => Promise<MadePage | Refusal>): Promise<MadePage | Refusal> {
		const { name, version, now } = wanted;
		const key = `${version} ${name}`;
		const underWay = this.#underWay.get(key);
		if (underWay !== undefined) {
			const made = await underWay.made;
			if (made instanceof Refusal || isTrueAt({ ...made, from: underWay.from }, now)) return made;
		}
		const own = { from: now, made: make() };
		this.#underWay.set(key, own);
		try {
			const made = await own.made;
			if (!(made instanceof Refusal)) this.#keep(wanted, made);
			return made;
		} finally {
			if (this.#underWay.get(key) === own) this.#underWay.delete(key);
		}
	}

	#keep({ name, version, now }: PageWanted, { page, until }: MadePage): void {
		// Another request has found a later version meanwhile.
		if (version !== this.#version) return;
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

function isTrueAt({ from, until }: Pick<KeptPage, "from" | "until">, now: number): boolean {
	return from <= now && now < until;
}
