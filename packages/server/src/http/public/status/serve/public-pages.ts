/**
 * The pages that readers get, from memory: each is read from the database at most once in 5 s however many ask, and
 * each of its forms is written and compressed once after that.
 *
 * **What was closed stays closed.** A page may change in another process. Every change of a page raises a version in
 * its transaction; a process serves from memory only for {@link LEASE_MS} after it began to read that version, and
 * whoever closes a page waits so long before the change is answered (`changed`). When the version is another, the
 * copies of pages that are closed are removed, from the disk too, before anything is served again.
 *
 * **It stands.** When the database does not answer, the last page is shown with its age: the one in memory, else the
 * copy on disk. Only what the database has said is a reason to remove one.
 */

import type { Logger } from "pino";
import type { ImageKind } from "../../../../domain/status-pages/page-image.ts";
import type { PublicIncident, PublicPage } from "../../../../domain/status-pages/public-page.ts";
import { isForm, type MonthOfPage, write } from "../forms/form.ts";
import type { Place } from "../render/place.ts";
import { type Answer, answerOf } from "./answer.ts";
import type { DiskCopies } from "./disk-copies.ts";

/** For how long a page that was built is shown without asking the database for it again. */
const FRESH_MS = 5_000;
/** For how long after a process has read the version of pages it may show what it keeps. */
const LEASE_MS = 1_000;
/** A database that takes longer is away; nobody waits longer while there is a page to show. */
const AWAY_AFTER_MS = 2_000;
/** How soon a database that was away is asked again. */
const ASK_AGAIN_MS = 1_000;
/** Pages that are read at once; more wait. Unknown names are reads too, and anybody can invent those. */
const MAX_READS = 8;
/** Requests that wait for such a read; more are refused. */
const MAX_WAITING = 1_000;
/** In memory: bytes of all forms of all pages. The page that was asked for least lately goes first. */
const MAX_BYTES = 64 * 1024 * 1024;
/** A page that is only looked at through one form counts with what its rows take. */
const BYTES_OF_PAGE = 100_000;
/** Forms of one page that are kept; its past months and incidents can be many. */
const MAX_FORMS = 40;
/** A copy on disk that is otherwise the same is written again after this time, for its age. */
const COPY_EVERY_MS = 60_000;

/** Where pages are read from. Its functions reject when the database does not answer. */
export interface PageSource {
	/** Of the page that is published under this slug. */
	page(slug: string): Promise<PublicPage | MovedPage | null>;
	month(page: PublicPage, key: string): Promise<MonthOfPage | null>;
	incident(page: PublicPage, id: string): Promise<PublicIncident | null>;
	image(page: PublicPage, kind: ImageKind): Promise<{ readonly type: string; readonly bytes: Uint8Array } | null>;
	/** Raised with every change of a page. */
	version(): Promise<number>;
	/** Those of `slugs` that everyone may read. */
	openOf(slugs: readonly string[]): Promise<ReadonlySet<string>>;
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

interface Kept {
	page: PublicPage;
	/** Of `performance.now()`. */
	builtAt: number;
	/** By place and path. */
	forms: Map<string, Answer>;
	/** Under way, by the same. */
	readonly writing: Map<string, Promise<Answer | null>>;
	bytes: number;
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

/** The database is away, and there is nothing to show. */
export class NothingToShow extends Error {
	override readonly name = "NothingToShow";
}

export class PublicPages {
	readonly #options: Options;
	/** By slug; the one that was asked for least lately is first. */
	readonly #kept = new Map<string, Kept>();
	readonly #reading = new Map<string, Promise<PublicPage | MovedPage | null>>();
	readonly #waiting: (() => void)[] = [];
	/** Slugs that have a copy on disk, with what was written of each and when. */
	readonly #copied = new Map<string, { readonly content: string; readonly at: number }>();
	#reads = 0;
	#bytes = 0;
	#version: number | null = null;
	/** Until when, of `performance.now()`, what is kept may be shown. */
	#leaseUntil = Number.NEGATIVE_INFINITY;
	#checking: Promise<void> | null = null;
	/** The database failed to answer at this time; null: it answers. */
	#awaySince: number | null = null;

	constructor(options: Options) {
		this.#options = options;
	}

	/**
	 * Takes over the copies on disk, and removes those of pages that were closed meanwhile. To be called once, before
	 * the first request.
	 */
	async start(): Promise<void> {
		for (const { page } of (await this.#options.copies?.all()) ?? []) {
			this.#copied.set(page.slug, { content: "", at: Number.NEGATIVE_INFINITY });
		}
		await this.#ask(() => this.#check());
	}

	/**
	 * The answer if it is in memory and may be shown without asking anyone; null: ask {@link find}.
	 * Called for every request of a reader, so it allocates nothing.
	 */
	atOnce(slug: string, key: string): Answer | null {
		const now = performance.now();
		if (now >= this.#leaseUntil) return null;
		const kept = this.#kept.get(slug);
		if (kept === undefined || now - kept.builtAt >= FRESH_MS || kept.page.access !== "public") return null;
		return kept.forms.get(key) ?? null;
	}

	/**
	 * The page that is published under a slug, whoever may read it; null: none is.
	 * Throws {@link NothingToShow}.
	 */
	async find(slug: string): Promise<Found | MovedPage | null> {
		const checked = performance.now() < this.#leaseUntil || (await this.#ask(() => this.#check())) !== null;
		if (!checked) return this.#lastOf(slug);
		const kept = this.#kept.get(slug);
		if (kept !== undefined && performance.now() - kept.builtAt < FRESH_MS) return { page: kept.page, ageMs: 0 };
		const read = await this.#ask(() => this.#read(slug));
		if (read === null) return this.#lastOf(slug);
		return read.value === null || "movedTo" in read.value ? read.value : { page: read.value, ageMs: 0 };
	}

	/** What the database answers; null while it is away. */
	async #ask<Value>(question: () => Promise<Value>): Promise<{ readonly value: Value } | null> {
		if (this.#awaySince !== null && performance.now() - this.#awaySince < ASK_AGAIN_MS) return null;
		try {
			const answer = await within(AWAY_AFTER_MS, question());
			if (answer === null) this.#noteAway(new Error(`The database has not answered for ${AWAY_AFTER_MS} ms.`));
			else this.#awaySince = null;
			return answer;
		} catch (error) {
			if (error instanceof NothingToShow) throw error;
			// A fault of ours too: a reader is better served by the last page than by none.
			this.#noteAway(error);
			return null;
		}
	}

	#noteAway(error: unknown): void {
		if (this.#awaySince === null) this.#options.log.warn({ err: error }, "Status pages are shown as they were last");
		this.#awaySince = performance.now();
	}

	/** A form of a page that {@link find} gave; null: the page has none at this path. */
	async form({ page, ageMs }: Found, place: Place, path: string): Promise<Answer | null> {
		if (!isForm(path)) return null;
		const { source } = this.#options;
		const kept = this.#kept.get(page.slug);
		const key = formKey(place, path);
		// Of a page that is not kept, or no longer true, each minute is another page.
		if (kept === undefined || kept.page !== page || ageMs > 0) {
			const written = await write({ page, place, path, ageMs }, source);
			return written === null ? null : answerOf(written);
		}
		const ready = kept.forms.get(key);
		if (ready !== undefined) return ready;
		const underWay = kept.writing.get(key);
		if (underWay !== undefined) return underWay;
		const writing = this.#write(kept, { place, path, key });
		kept.writing.set(key, writing);
		try {
			return await writing;
		} finally {
			kept.writing.delete(key);
		}
	}

	async #write(kept: Kept, { place, path, key }: { place: Place; path: string; key: string }): Promise<Answer | null> {
		const { page } = kept;
		const written = await write({ page, place, path, ageMs: 0 }, this.#options.source);
		if (written === null) return null;
		const answer = await answerOf(written);
		// Another one was built meanwhile, or it is gone.
		if (kept.page !== page || this.#kept.get(page.slug) !== kept) return answer;
		if (kept.forms.size >= MAX_FORMS) this.#dropForms(kept);
		kept.forms.set(key, answer);
		kept.bytes += answer.bytes;
		this.#bytes += answer.bytes;
		this.#makeRoom(kept);
		return answer;
	}

	/**
	 * Called after a page was changed, before the change is answered: from then on nobody is shown what was closed.
	 * @param mayClose false: the change closed nothing, so no other process needs to be waited for
	 */
	async changed(mayClose: boolean): Promise<void> {
		this.#leaseUntil = Number.NEGATIVE_INFINITY;
		await this.#check().catch((error) => this.#options.log.warn({ err: error }, "The version of pages can't be read"));
		if (mayClose && this.#options.isShared) await new Promise((resolve) => setTimeout(resolve, LEASE_MS));
	}

	/** Looks for pages that another process has closed. To be called about once a second. */
	async lookForChanges(): Promise<void> {
		if (this.#kept.size === 0 && this.#copied.size === 0) return;
		await this.#ask(() => this.#check());
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
			const slugs = new Set([...this.#kept.keys(), ...this.#copied.keys()]);
			const open = slugs.size === 0 ? slugs : await source.openOf([...slugs]);
			for (const slug of slugs) if (!open.has(slug)) await this.#remove(slug);
			// The others may look different now.
			for (const kept of this.#kept.values()) kept.builtAt = Number.NEGATIVE_INFINITY;
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
		const before = this.#kept.get(page.slug);
		if (before !== undefined) this.#drop(page.slug, before);
		// A version that changed while it was read: it may show what was closed, so nobody else gets it.
		if (version !== this.#version) return;
		const kept = { page, builtAt, forms: new Map(), writing: new Map(), bytes: BYTES_OF_PAGE };
		this.#kept.set(page.slug, kept);
		this.#bytes += kept.bytes;
		this.#makeRoom(kept);
		this.#copy(page);
	}

	/** Not waited for: a reader does not need it, and the next build tries again. */
	#copy(page: PublicPage): void {
		const { copies, log, now } = this.#options;
		if (copies === null || page.access !== "public") return;
		const before = this.#copied.get(page.slug);
		const content = JSON.stringify({ ...page, generatedAt: 0, trueAt: 0 });
		if (before?.content === content && now() - before.at < COPY_EVERY_MS) return;
		this.#copied.set(page.slug, { content, at: now() });
		copies.write(page, []).catch((error) => log.warn({ err: error }, "A page can't be kept on disk"));
	}

	async #remove(slug: string): Promise<void> {
		const kept = this.#kept.get(slug);
		if (kept !== undefined) this.#drop(slug, kept);
		if (!this.#copied.delete(slug)) return;
		await this.#options.copies?.remove(slug);
	}

	/** The last page that was seen under a slug, with its age. Throws {@link NothingToShow}. */
	async #lastOf(slug: string): Promise<Found> {
		const page = this.#kept.get(slug)?.page ?? (await this.#options.copies?.read(slug))?.page;
		if (page === undefined) throw new NothingToShow("The database does not answer, and no copy of this page is kept.");
		return { page, ageMs: Math.max(1, this.#options.now() - page.generatedAt) };
	}

	#makeRoom(latest: Kept): void {
		for (const [slug, kept] of this.#kept) {
			if (this.#bytes <= MAX_BYTES) return;
			if (kept !== latest) this.#drop(slug, kept);
		}
	}

	#drop(slug: string, kept: Kept): void {
		this.#bytes -= kept.bytes;
		this.#kept.delete(slug);
	}

	#dropForms(kept: Kept): void {
		this.#bytes -= kept.bytes - BYTES_OF_PAGE;
		kept.bytes = BYTES_OF_PAGE;
		kept.forms = new Map();
	}
}

/** What a form is kept under. */
export function formKey({ root }: Place, path: string): string {
	return `${root} ${path}`;
}

/** Null: it takes longer. */
async function within<Value>(ms: number, work: Promise<Value>): Promise<{ readonly value: Value } | null> {
	const { promise: late, resolve } = Promise.withResolvers<null>();
	const timer = setTimeout(resolve, ms, null);
	try {
		return await Promise.race([work.then((value) => ({ value })), late]);
	} finally {
		clearTimeout(timer);
	}
}
