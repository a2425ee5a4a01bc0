/** Which pages have a copy on disk, and when each is written again; what a file is, ./disk-copies.ts knows. */

import type { Logger } from "pino";
import type { ImageKind } from "../../../../domain/status-pages/page-image.ts";
import type { PublicPage } from "../../../../domain/status-pages/public-page.ts";
import type { DiskCopies } from "./disk-copies.ts";
import type { KnownDomain } from "./page-domains.ts";

/** A copy that is otherwise the same is written again after this time, for its age. */
const COPY_EVERY_MS = 60_000;
/** Pages that nobody asks for are read for their copies after this time. */
const COPY_UNREAD_EVERY_MS = 5 * 60_000;
/** An older copy says nothing of today, and may be of a page that was closed while this process was off. */
const MAX_COPY_AGE_MS = 7 * 24 * 60 * 60_000;
/** Of a copy that is on disk, and is to be written anew. */
const NOT_WRITTEN = { content: "", at: Number.NEGATIVE_INFINITY } as const;

interface Options {
	readonly source: { image(page: PublicPage, kind: ImageKind): ReturnType<DiskCopies["image"]> };
	/** Null: nothing is kept on disk. */
	readonly copies: DiskCopies | null;
	readonly log: Logger;
	/** Epoch milliseconds. */
	now(): number;
}

export class PageCopies {
	readonly #options: Options;
	/** Slugs that have a copy, with what was written of each and when. */
	readonly #copied = new Map<string, { readonly content: string; readonly at: number }>();
	/** Slugs of pages that are being closed; nothing of them is written. */
	readonly #closing = new Map<string, number>();

	constructor(options: Options) {
		this.#options = options;
	}

	get slugs(): Iterable<string> {
		return this.#copied.keys();
	}

	/** Takes over the copies that are there; returns the domains of their pages. */
	async takeOver(): Promise<readonly KnownDomain[]> {
		const copies = (await this.#options.copies?.all()) ?? [];
		for (const { page } of copies) this.#copied.set(page.slug, NOT_WRITTEN);
		return copies.flatMap(({ page: { slug }, hosts }) => hosts.map((name) => ({ name, slug })));
	}

	/** The copy of a page that was not closed, also meanwhile; null: none, or one that is too old. */
	async page(slug: string): Promise<PublicPage | null> {
		const { copies, now } = this.#options;
		const page = this.#copied.has(slug) ? ((await copies?.page(slug)) ?? null) : null;
		return page !== null && this.#copied.has(slug) && now() - page.generatedAt <= MAX_COPY_AGE_MS ? page : null;
	}

	image(slug: string, kind: ImageKind): ReturnType<DiskCopies["image"]> {
		return this.#options.copies?.image(slug, kind) ?? Promise.resolve(null);
	}

	/** Whether a page that nobody asks for is to be read for its copy. */
	isDue(slug: string): boolean {
		const { at = Number.NEGATIVE_INFINITY } = this.#copied.get(slug) ?? {};
		return this.#options.now() - at >= COPY_UNREAD_EVERY_MS;
	}

	/** Each copy is written anew when its page is next read. */
	expire(): void {
		for (const slug of this.#copied.keys()) this.#copied.set(slug, NOT_WRITTEN);
	}

	/** Not waited for: a reader does not need it, and the next build tries again. */
	write(page: PublicPage, hosts: readonly string[]): void {
		const { source, copies, log, now } = this.#options;
		if (copies === null || page.access !== "public" || this.#isClosing(page.slug)) return;
		const before = this.#copied.get(page.slug);
		const content = JSON.stringify({ ...page, generatedAt: 0, trueAt: 0 });
		if (before?.content === content && now() - before.at < COPY_EVERY_MS) return;
		const copied = { content, at: now() };
		this.#copied.set(page.slug, copied);
		const isWanted = () => this.#copied.get(page.slug) === copied;
		copies
			.write(page, { hosts, image: (kind) => source.image(page, kind), isWanted })
			.catch((error) => log.warn({ err: error }, "A page can't be kept on disk"));
	}

	/** Removes the copy of a page that is about to be closed; none is written until it is, or a minute is over. */
	async closing(slug: string): Promise<void> {
		for (const each of this.#closing.keys()) if (!this.#isClosing(each)) this.#closing.delete(each);
		this.#closing.set(slug, this.#options.now());
		this.#copied.delete(slug);
		await this.#options.copies?.remove(slug);
	}

	/** Nobody keeps what was read before the page was closed. */
	closed(slug: string): void {
		this.#closing.delete(slug);
	}

	async remove(slug: string): Promise<void> {
		if (this.#copied.delete(slug)) await this.#options.copies?.remove(slug);
	}

	#isClosing(slug: string): boolean {
		const at = this.#closing.get(slug);
		return at !== undefined && this.#options.now() - at < COPY_EVERY_MS;
	}
}
