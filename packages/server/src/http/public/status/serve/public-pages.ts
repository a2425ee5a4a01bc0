/**
 * The pages that readers get, from memory: each is read from the database at most once in 5 s however many ask, and
 * each of its forms is written and compressed once after that.
 *
 * **What was closed stays closed.** A page may change in another process. Every change of a page raises a version in
 * its transaction; a process serves from memory only for {@link LEASE_MS} after it began to read that version, and
 * whoever closes a page waits so long before the change is answered (`changed`). When the version is another, the
 * copies of pages that are closed are removed, from the disk too, before anything is served again. The copy on disk
 * goes before the change is committed (`closing`), so that no kill between the two leaves one.
 *
 * **It stands.** When the database does not answer, the last page is shown with its age: the one in memory, else the
 * copy on disk. Readers wait for a database that is away once; from then on it is asked beside them. A page that can't
 * be read for a fault of ours is shown as it was last, too, and the fault is logged as an error.
 */

import type { Logger } from "pino";
import type { ImageKind } from "../../../../domain/status-pages/page-image.ts";
import type { PublicIncident, PublicPage } from "../../../../domain/status-pages/public-page.ts";
import { isForm, type MonthOfPage, write } from "../forms/form.ts";
import type { Place } from "../render/place.ts";
import { type Answer, answerOf } from "./answer.ts";
import { AskedDatabase, NothingToShow } from "./asked-database.ts";
import type { DiskCopies } from "./disk-copies.ts";
import { PageCopies } from "./page-copies.ts";
import { type KnownDomain, PageDomains } from "./page-domains.ts";
import { type Kept, PagesInMemory } from "./pages-in-memory.ts";

/** For how long a page that was built is shown without asking the database for it again. */
const FRESH_MS = 5_000;
/** For how long after a process has read the version of pages it may show what it keeps. */
const LEASE_MS = 1_000;
/** Pages that are read at once; more wait. Unknown names are reads too, and anybody can invent those. */
const MAX_READS = 8;
/** Requests that wait for such a read; more are refused. */
const MAX_WAITING = 1_000;

/** Where pages are read from. Its functions reject when the database does not answer. */
export interface PageSource {
	/** Of the page that is published under this slug. */
	page(slug: string): Promise<PublicPage | MovedPage | null>;
	month(page: PublicPage, key: string): Promise<MonthOfPage | null>;
	incident(page: PublicPage, id: string): Promise<PublicIncident | null>;
	image(page: PublicPage, kind: ImageKind): Promise<PageImageFile | null>;
	/** Raised with every change of a page. */
	version(): Promise<number>;
	/** Those of `slugs` that everyone may read; null: of all that there are. */
	openOf(slugs: readonly string[] | null): Promise<ReadonlySet<string>>;
	/** Where every domain leads to that is a page's, or was. */
	domains(): Promise<readonly KnownDomain[]>;
	/** Whether an error says that the database is away or busy; other errors are faults of ours. */
	isAway(error: unknown): boolean;
}

interface PageImageFile {
	readonly type: string;
	readonly bytes: Uint8Array;
}

interface MovedPage {
	/** The slug that the page has now. */
	readonly movedTo: string;
}

/** A page, and whether it is as the database has it. */
interface Found {
	readonly page: PublicPage;
	/** How long ago it was true; 0 while the database answers. */
	readonly ageMs: number;
}

interface Options {
	readonly source: PageSource;
	/** Null: nothing is kept on disk. */
	readonly copies: DiskCopies | null;
	/** Whether other processes use the same database. */
	readonly isShared: boolean;
	readonly log: Logger;
	/** Epoch milliseconds. */
	now(): number;
}

export class PublicPages {
	/** As of the version that was read last. */
	readonly domains = new PageDomains();
	readonly #options: Options;
	readonly #asked: AskedDatabase;
	readonly #copies: PageCopies;
	readonly #memory = new PagesInMemory();
	readonly #reading = new Map<string, Promise<PublicPage | MovedPage | null>>();
	readonly #readingCopies = new Map<string, Promise<Kept>>();
	readonly #waiting: (() => void)[] = [];
	#reads = 0;
	#version: number | null = null;
	/** Until when, of `performance.now()`, what is kept may be shown. */
	#leaseUntil = Number.NEGATIVE_INFINITY;
	#checking: Promise<void> | null = null;

	constructor(options: Options) {
		this.#options = options;
		this.#asked = new AskedDatabase(options);
		this.#copies = new PageCopies(options);
	}

	/**
	 * Takes over the copies on disk, and removes those of pages that were closed meanwhile. To be called once, before
	 * the first request.
	 */
	async start(): Promise<void> {
		// Until the database says which they are.
		this.domains.replace(await this.#copies.takeOver());
		await this.#asked.ask(() => this.#check());
	}

	/**
	 * The answer if it is in memory and may be shown without asking anyone; null: ask {@link find}.
	 * Called for every request of a reader, so it allocates nothing.
	 */
	atOnce(slug: string, key: string): Answer | null {
		const now = performance.now();
		const kept = this.#memory.get(slug);
		if (kept === undefined || now - kept.builtAt >= FRESH_MS || kept.page.access !== "public") return null;
		const mayShow = kept.ageMs > 0 ? this.#asked.isAway(slug, now) : now < this.#leaseUntil;
		return mayShow ? (kept.forms.get(key) ?? null) : null;
	}

	/**
	 * The page that is published under a slug, whoever may read it; null: none is.
	 * Throws {@link NothingToShow}.
	 */
	async find(slug: string): Promise<Found | MovedPage | null> {
		const now = performance.now();
		if (this.#asked.isAway(slug, now)) {
			this.#asked.askBeside(() => this.#check());
			return this.#lastOf(slug);
		}
		const checked = now < this.#leaseUntil || (await this.#asked.ask(() => this.#check())) !== null;
		if (!checked) return this.#lastOf(slug);
		const kept = this.#memory.get(slug);
		if (kept?.ageMs === 0 && performance.now() - kept.builtAt < FRESH_MS) return kept;
		const read = await this.#asked.ask(() => this.#read(slug), slug);
		if (read === null) return this.#lastOf(slug);
		return read.value === null || "movedTo" in read.value ? read.value : { page: read.value, ageMs: 0 };
	}

	/** {@link domains} as the database has them; as they were last while it is away. */
	async presentDomains(): Promise<PageDomains> {
		if (this.#asked.answers && performance.now() >= this.#leaseUntil) await this.#asked.ask(() => this.#check());
		return this.domains;
	}

	/** A form of a page that {@link find} gave; null: the page has none at this path. Throws {@link NothingToShow}. */
	async form(found: Found, place: Place, path: string): Promise<Answer | null> {
		if (!isForm(path)) return null;
		const { page, ageMs } = found;
		const kept = this.#memory.get(page.slug);
		// Of a page that is not kept, because it was closed or changed while it was read.
		if (kept === undefined || kept.page !== page || kept.ageMs !== ageMs) return this.#written(found, place, path);
		const key = formKey(place, path);
		const ready = kept.forms.get(key);
		if (ready !== undefined) return ready;
		const underWay = kept.writing.get(key);
		if (underWay !== undefined) return underWay;
		const writing = this.#written(kept, place, path);
		kept.writing.set(key, writing);
		try {
			const answer = await writing;
			if (answer !== null) this.#memory.addForm(kept, key, answer);
			return answer;
		} finally {
			kept.writing.delete(key);
		}
	}

	async #written({ page, ageMs }: Found, place: Place, path: string): Promise<Answer | null> {
		const { source } = this.#options;
		try {
			const written = await write({ page, place, path, ageMs }, ageMs > 0 ? this.#fromCopy() : source);
			return written === null ? null : await answerOf(written, page.access !== "public");
		} catch (error) {
			if (error instanceof NothingToShow || !source.isAway(error)) throw error;
			throw new NothingToShow("The database does not answer, and no copy of this is kept.");
		}
	}

	/** What there is beside a page while the database is away. */
	#fromCopy(): Pick<PageSource, "month" | "incident" | "image"> {
		const nothing = () => new NothingToShow("The database does not answer, and no copy of this is kept.");
		return {
			async month() {
				throw nothing();
			},
			async incident(page, id) {
				const shown = [...page.open, ...page.past].find((each) => each.id === id);
				if (shown === undefined) throw nothing();
				return shown;
			},
			image: async (page, kind) => {
				const image = await this.#copies.image(page.slug, kind);
				if (!image) throw nothing();
				return image;
			},
		};
	}

	/**
	 * To be called before a page is closed: a kill at any instant of the change leaves no copy of it on the disk. Should
	 * the change be refused, the page is copied again when the next minute is over.
	 */
	async closing(slug: string): Promise<void> {
		await this.#copies.closing(slug);
	}

	/**
	 * Called after a page was changed, before the change is answered: from then on nobody is shown what was closed.
	 * @param closed the slug under which it is not to be read any more; null: the change closed nothing, so no other
	 *   process needs to be waited for
	 */
	async changed(closed: string | null): Promise<void> {
		this.#leaseUntil = Number.NEGATIVE_INFINITY;
		if (closed !== null) await this.#remove(closed);
		await this.#check().catch((error) => this.#options.log.warn({ err: error }, "The version of pages can't be read"));
		// What was read before the change is kept by nobody from now on.
		if (closed !== null) this.#copies.closed(closed);
		if (closed !== null && this.#options.isShared) await new Promise((resolve) => setTimeout(resolve, LEASE_MS));
	}

	/** Looks for pages that another process has closed, and for new domains. To be called about once a second. */
	async lookForChanges(): Promise<void> {
		await this.#asked.ask(() => this.#check());
	}

	/** Copies every open page, also one that nobody has asked for. To be called about once a minute. */
	async copyAll(): Promise<void> {
		if (this.#options.copies === null || !this.#asked.answers) return;
		const open = await this.#asked.ask(() => this.#options.source.openOf(null));
		for (const slug of open?.value ?? []) {
			if (this.#copies.isDue(slug)) await this.#asked.ask(() => this.#read(slug), slug);
		}
	}

	/** One at a time; who finds one under way, which may have begun too early, waits for the next. */
	async #check(): Promise<void> {
		const before = this.#checking;
		if (before !== null) await before.catch(() => {});
		this.#checking ??= this.#checkOnce().finally(() => {
			this.#checking = null;
		});
		return this.#checking;
	}

	async #checkOnce(): Promise<void> {
		const { source } = this.#options;
		const beganAt = performance.now();
		const version = await source.version();
		if (version !== this.#version) {
			const slugs = new Set([...this.#memory.slugs, ...this.#copies.slugs]);
			const open = slugs.size === 0 ? slugs : await source.openOf([...slugs]);
			for (const slug of slugs) if (!open.has(slug)) await this.#remove(slug);
			this.domains.replace(await source.domains());
			// A copy has the domains of its page.
			this.#copies.expire();
			// The others may look different now.
			this.#memory.expire();
			// And whoever asks from now on does not get what was read before.
			this.#reading.clear();
			this.#version = version;
		}
		this.#leaseUntil = beganAt + LEASE_MS;
	}

	#read(slug: string): Promise<PublicPage | MovedPage | null> {
		const underWay = this.#reading.get(slug);
		if (underWay !== undefined) return underWay;
		const reading = this.#build(slug).finally(() => {
			if (this.#reading.get(slug) === reading) this.#reading.delete(slug);
		});
		this.#reading.set(slug, reading);
		// Whoever waited may have given up.
		reading.catch(() => {});
		return reading;
	}

	async #build(slug: string): Promise<PublicPage | MovedPage | null> {
		await this.#turn();
		try {
			const beganAt = performance.now();
			const version = this.#version;
			const page = await this.#options.source.page(slug);
			if (page === null || "movedTo" in page) {
				await this.#remove(slug);
				return page;
			}
			this.#keep(page, beganAt, version);
			return page;
		} finally {
			this.#reads -= 1;
			this.#waiting.shift()?.();
		}
	}

	async #turn(): Promise<void> {
		if (this.#reads >= MAX_READS) {
			if (this.#waiting.length >= MAX_WAITING) throw new NothingToShow("Too many pages are asked for at once.");
			await new Promise<void>((resolve) => this.#waiting.push(resolve));
		}
		this.#reads += 1;
	}

	#keep(page: PublicPage, builtAt: number, version: number | null): void {
		this.#memory.drop(page.slug);
		// A version that changed while it was read: it may show what was closed, so nobody else gets it.
		if (version !== this.#version) return;
		this.#memory.keep({ page, ageMs: 0, builtAt });
		this.#copies.write(page, this.domains.of(page.slug));
	}

	async #remove(slug: string): Promise<void> {
		this.#memory.drop(slug);
		await this.#copies.remove(slug);
	}

	/** The last page that was seen under a slug, with its age. Throws {@link NothingToShow}. */
	async #lastOf(slug: string): Promise<Found> {
		const kept = this.#memory.get(slug);
		if (kept === undefined) return this.#lastOnDisk(slug);
		const isFresh = kept.ageMs > 0 && performance.now() - kept.builtAt < FRESH_MS;
		return isFresh ? kept : this.#keepLast(kept.page);
	}

	/** One reads the disk, however many ask. */
	#lastOnDisk(slug: string): Promise<Kept> {
		const underWay = this.#readingCopies.get(slug);
		if (underWay !== undefined) return underWay;
		const reading = this.#readCopy(slug).finally(() => this.#readingCopies.delete(slug));
		this.#readingCopies.set(slug, reading);
		return reading;
	}

	async #readCopy(slug: string): Promise<Kept> {
		const page = await this.#copies.page(slug);
		if (page === null) throw new NothingToShow("The database does not answer, and no copy of this page is kept.");
		return this.#keepLast(page);
	}

	#keepLast(page: PublicPage): Kept {
		const ageMs = Math.max(1, this.#options.now() - page.generatedAt);
		return this.#memory.keep({ page, ageMs, builtAt: performance.now() });
	}
}

/** What a form is kept under. */
export function formKey({ root }: Place, path: string): string {
	return `${root} ${path}`;
}
