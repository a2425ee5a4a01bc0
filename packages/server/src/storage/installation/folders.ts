/** Whether files and folders of the setup can be written to. */

import { accessSync, constants, existsSync, mkdtempSync, rmdirSync } from "node:fs";
import { dirname, join } from "node:path";

/** `path`, or the folder above it that exists. */
export function nearestFolder(path: string): string {
	return existsSync(path) || path === dirname(path) ? path : nearestFolder(dirname(path));
}

export function isWritable(path: string): boolean {
	try {
		accessSync(path, constants.W_OK);
		return true;
	} catch {
		return false;
	}
}

/** By a folder that is made and removed again: a permission says nothing about /proc, for example. */
export function takesNewFiles(folder: string): boolean {
	try {
		rmdirSync(mkdtempSync(join(folder, ".lapwing-doctor-")));
		return true;
	} catch {
		return false;
	}
}
