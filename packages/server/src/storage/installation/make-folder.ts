/**
 * Makes a folder with those above it, which only this user can enter.
 *
 * One at a time, because Node's `mkdir` with `recursive` never returns where a file system answers ENOENT for a folder
 * that has a parent, as /proc does: it goes on to make the parent, which is there, and begins again.
 */

import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { dirname, resolve } from "node:path";

const PRIVATE_FOLDER = 0o700;

/** Throws an error that names the folder that can't be made. */
export function makeFolder(path: string): void {
	const missing: string[] = [];
	for (let at = resolve(path); !existsSync(at); at = dirname(at)) missing.push(at);
	for (const folder of missing.reverse()) {
		try {
			mkdirSync(folder, PRIVATE_FOLDER);
			// A umask can only take more away: with 0177 nobody could enter.
			chmodSync(folder, PRIVATE_FOLDER);
		} catch (cause) {
			// Another process was quicker.
			if (existsSync(folder)) continue;
			throw new Error(`The folder ${folder} can't be made`, { cause });
		}
	}
}
