/**
 * The last page as a file, so that it can be shown after a restart while the database is away: one file a page, with
 * what the page is made from, readable by this user alone. Only pages that everyone may read are written.
 *
 * A file is written beside its place and then renamed, so a power cut leaves the old one or the new one. One that can't
 * be read is as none.
 */

import { createHash } from "node:crypto";
import { chmod, mkdir, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { PublicPage } from "../../../../domain/status-pages/public-page.ts";

/** Changes with what is written; files of another version are as none. */
const VERSION = 1;
const SUFFIX = ".json";
/** Far above the largest page. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Copies of one installation. */
const MAX_COPIES = 1_000;

interface Copy {
	readonly version: number;
	readonly page: PublicPage;
	/** Host names that led to it. */
	readonly hosts: readonly string[];
}

export class DiskCopies {
	readonly #folder: string;
	/** One write or removal at a time, in the order in which they were asked for. */
	#last: Promise<unknown> = Promise.resolve();

	constructor(folder: string) {
		this.#folder = folder;
	}

	/** Rejects when the disk does not take it. */
	write(page: PublicPage, hosts: readonly string[]): Promise<void> {
		return this.#inOrder(async () => {
			if (page.access !== "public") return;
			await mkdir(this.#folder, { recursive: true, mode: 0o700 });
			await chmod(this.#folder, 0o700);
			const place = this.#placeOf(page.slug);
			const copy: Copy = { version: VERSION, page, hosts };
			await writeFile(`${place}.new`, JSON.stringify(copy), { mode: 0o600 });
			await rename(`${place}.new`, place);
		});
	}

	remove(slug: string): Promise<void> {
		return this.#inOrder(() => rm(this.#placeOf(slug), { force: true }));
	}

	/** Null: there is none that can be read. */
	async read(slug: string): Promise<Copy | null> {
		await this.#last.catch(() => {});
		return read(this.#placeOf(slug));
	}

	/** Every copy that can be read; what else lies there is removed. */
	async all(): Promise<readonly Copy[]> {
		await this.#last.catch(() => {});
		const names = await readdir(this.#folder).catch(() => []);
		const copies: Copy[] = [];
		for (const name of names) {
			const copy = name.endsWith(SUFFIX) && copies.length < MAX_COPIES ? await read(join(this.#folder, name)) : null;
			if (copy === null) await rm(join(this.#folder, name), { force: true, recursive: true });
			else copies.push(copy);
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
