/**
 * Makes a folder with those above it.
 *
 * One at a time, because Node's `mkdir` with `recursive` never returns where a file system answers ENOENT for a folder
 * that has a parent, as /proc does: it goes on to make the parent, which is there, and begins again.
 */

import { existsSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";

/** Throws an error that names the folder that can't be made. */
export function makeFolder(path: string): void {
	const missing: string[] = [];
	for (let at = resolve(path); !existsSync(at); at = dirname(at)) missing.push(at);
	for (const folder of missing.reverse()) {
		try {
			mkdirSync(folder);
		} catch (cause) {
			// Another process was quicker.
			if (existsSync(folder)) continue;
			throw new Error(`The folder ${folder} can't be made`, { cause });
		}
	}
}
