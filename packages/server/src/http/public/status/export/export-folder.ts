/**
 * A folder of exported files. What an export wrote stands in a list of the folder (`.lapwing-export.json`), and nothing
 * else is ever replaced or deleted. The list names a file before it is written, so that a kill at any instant leaves
 * none that a later export does not know. Each file is written beside its place and renamed into it.
 */

import { createHash } from "node:crypto";
import { mkdir, readFile, rename, rm, rmdir, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { PageFile } from "./page-files.ts";

const LIST = ".lapwing-export.json";
/** Of files that are not in their place yet. */
const DRAFT = ".lapwing-draft";
const VERSION = 1;

/** A file stands where one is to be written. The message names it. */
class ForeignFile extends Error {
	override readonly name = "ForeignFile";
}

export class ExportFolder {
	readonly #folder: string;
	/** Path to the digest of what was written; empty: perhaps not written yet. */
	readonly #files: Map<string, string>;

	private constructor(folder: string, files: Map<string, string>) {
		this.#folder = folder;
		this.#files = files;
	}

	static async open(folder: string): Promise<ExportFolder> {
		await mkdir(folder, { recursive: true });
		const text = await readFile(join(folder, LIST), "utf8").catch((error) => {
			if (error.code === "ENOENT") return null;
			throw error;
		});
		if (text === null) return new ExportFolder(folder, new Map());
		const { version, files } = JSON.parse(text) as { version: number; files: Record<string, string> };
		if (version !== VERSION) throw new ForeignFile(`${join(folder, LIST)} is of another version of Lapwing.`);
		return new ExportFolder(folder, new Map(Object.entries(files)));
	}

	/** The folders of pages that were exported. */
	get slugs(): ReadonlySet<string> {
		return new Set([...this.#files.keys()].map((path) => path.split("/", 1)[0] ?? ""));
	}

	/**
	 * Makes the folder of a page hold these files and none of earlier exports. Throws a {@link ForeignFile} before
	 * anything is changed.
	 * @returns how many were new or different
	 */
	async write(slug: string, files: readonly PageFile[]): Promise<number> {
		const wanted = new Map(files.map(({ path, content }) => [`${slug}/${path}`, content]));
		for (const path of wanted.keys()) {
			if (!this.#files.has(path) && (await exists(join(this.#folder, path))))
				throw new ForeignFile(
					`${join(this.#folder, path)} was not written by an export. Move it, or choose another folder.`,
				);
		}
		const changed: (readonly [string, string | Uint8Array])[] = [];
		for (const file of wanted) {
			const isSame = this.#files.get(file[0]) === digestOf(file[1]);
			if (!isSame || !(await exists(join(this.#folder, file[0])))) changed.push(file);
		}
		if (changed.length > 0) {
			for (const [path] of changed) this.#files.set(path, "");
			await this.#keepList();
			for (const [path, content] of changed) {
				await this.#place(path, content);
				this.#files.set(path, digestOf(content));
			}
		}
		const gone = [...this.#files.keys()].filter((path) => path.startsWith(`${slug}/`) && !wanted.has(path));
		await this.#delete(gone);
		if (changed.length > 0 || gone.length > 0) await this.#keepList();
		return changed.length;
	}

	/** Deletes what was exported of a page. */
	async remove(slug: string): Promise<void> {
		await this.#delete([...this.#files.keys()].filter((path) => path.startsWith(`${slug}/`)));
		await this.#keepList();
	}

	async #delete(paths: readonly string[]): Promise<void> {
		for (const path of paths) {
			await rm(join(this.#folder, path), { force: true });
			this.#files.delete(path);
		}
		const folders = new Set(paths.flatMap((path) => parents(path)));
		// The deepest first. One that holds something else stays.
		for (const folder of [...folders].toSorted((a, b) => b.length - a.length)) {
			await rmdir(join(this.#folder, folder)).catch(() => {});
		}
	}

	#keepList(): Promise<void> {
		const files = Object.fromEntries([...this.#files].toSorted(([a], [b]) => (a < b ? -1 : 1)));
		return this.#place(LIST, JSON.stringify({ version: VERSION, files }, null, 1));
	}

	async #place(path: string, content: string | Uint8Array): Promise<void> {
		const place = join(this.#folder, path);
		await mkdir(dirname(place), { recursive: true });
		const draft = join(this.#folder, DRAFT);
		await writeFile(draft, content);
		await rename(draft, place);
	}
}

/** `a/b/c.html`: a/b, a. */
function parents(path: string): readonly string[] {
	const parts = path.split("/").slice(0, -1);
	return parts.map((_, n) => parts.slice(0, n + 1).join("/"));
}

function digestOf(content: string | Uint8Array): string {
	return createHash("sha256").update(content).digest("base64url").slice(0, 22);
}

async function exists(path: string): Promise<boolean> {
	return (await stat(path).catch(() => null)) !== null;
}
