/**
 * The last page as a file, so that it can be shown after a restart while the database is away: one file a page, with
 * what the page is made from, readable by this user alone. Only pages that everyone may read are written.
 *
 * A file is written beside its place and then renamed, so a power cut leaves the old one or the new one. One that can't
 * be read is as none.
 */

import { createHash } from "node:crypto";
import { chmod, mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { IMAGE_KINDS, type ImageKind } from "../../../../domain/status-pages/page-image.ts";
import type { PublicPage } from "../../../../domain/status-pages/public-page.ts";

/** Changes with what is written; files of another version are as none. */
const VERSION = 2;
const SUFFIX = ".json";
/** A file that is not in its place yet. Other processes may use the same folder; of an older one the writer is gone. */
const DRAFT = ".new";
const DRAFT_FOR_MS = 60_000;
/** Far above the largest page. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Copies of one installation. */
const MAX_COPIES = 1_000;

interface Copy {
	readonly version: number;
	readonly page: PublicPage;
	/** Host names that led to it. */
	readonly hosts: readonly string[];
	readonly images: Readonly<Partial<Record<ImageKind, { readonly type: string; readonly base64: string }>>>;
}

interface Beside extends Pick<Copy, "hosts"> {
	image(kind: ImageKind): Promise<{ readonly type: string; readonly bytes: Uint8Array } | null>;
	/** False once the page was closed, or another copy of it is to be written. */
	isWanted(): boolean;
}

export class DiskCopies {
	readonly #folder: string;
	/** One write or removal at a time, in the order in which they were asked for. */
	#last: Promise<unknown> = Promise.resolve();

	constructor(folder: string) {
		this.#folder = folder;
	}

	/** Rejects when the disk does not take it, or the images can't be read. */
	write(page: PublicPage, { hosts, image, isWanted }: Beside): Promise<void> {
		return this.#inOrder(async () => {
			if (page.access !== "public" || !isWanted()) return;
			await mkdir(this.#folder, { recursive: true, mode: 0o700 });
			await chmod(this.#folder, 0o700);
			const images: Record<string, { type: string; base64: string }> = {};
			for (const kind of IMAGE_KINDS) {
				const found = page.theme[kind] === null ? null : await image(kind);
				if (found) images[kind] = { type: found.type, base64: Buffer.from(found.bytes).toString("base64") };
			}
			const place = this.#placeOf(page.slug);
			const draft = `${place}.${process.pid}${DRAFT}`;
			const copy: Copy = { version: VERSION, page, hosts, images };
			await writeFile(draft, JSON.stringify(copy), { mode: 0o600 });
			await (isWanted() ? rename(draft, place) : rm(draft));
		});
	}

	remove(slug: string): Promise<void> {
		return this.#inOrder(() => rm(this.#placeOf(slug), { force: true }));
	}

	/** Null: there is none that can be read. */
	async page(slug: string): Promise<PublicPage | null> {
		return (await this.#copyOf(slug))?.page ?? null;
	}

	/** Null: the copy has none. */
	async image(slug: string, kind: ImageKind): Promise<{ readonly type: string; readonly bytes: Uint8Array } | null> {
		const image = (await this.#copyOf(slug))?.images[kind];
		return image === undefined ? null : { type: image.type, bytes: Buffer.from(image.base64, "base64") };
	}

	async #copyOf(slug: string): Promise<Copy | null> {
		await this.#last;
		return read(this.#placeOf(slug));
	}

	/** Every copy that can be read; what else lies there is removed. */
	async all(): Promise<readonly Pick<Copy, "page" | "hosts">[]> {
		await this.#last;
		const names = await readdir(this.#folder).catch(() => []);
		const copies: Copy[] = [];
		for (const name of names) {
			const path = join(this.#folder, name);
			const copy = name.endsWith(SUFFIX) && copies.length < MAX_COPIES ? await read(path) : null;
			if (copy !== null) copies.push(copy);
			else if (!name.endsWith(DRAFT) || (await isOlderThan(path, DRAFT_FOR_MS))) {
				await rm(path, { force: true, recursive: true });
			}
		}
		return copies;
	}

	#placeOf(slug: string): string {
		return join(this.#folder, createHash("sha256").update(slug).digest("hex").slice(0, 40) + SUFFIX);
	}

	#inOrder<Value>(work: () => Promise<Value>): Promise<Value> {
		const done = this.#last.then(work, work);
		this.#last = done.catch(() => {});
		return done;
	}
}

async function read(place: string): Promise<Copy | null> {
	try {
		const text = await readFile(place, "utf8");
		if (text.length > MAX_BYTES) return null;
		const copy = JSON.parse(text) as Copy;
		return copy.version === VERSION && copy.page.access === "public" ? copy : null;
	} catch {
		return null;
	}
}

async function isOlderThan(path: string, ms: number): Promise<boolean> {
	const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: 0 }));
	return Date.now() - mtimeMs > ms;
}
