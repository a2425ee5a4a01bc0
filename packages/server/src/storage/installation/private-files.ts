/**
 * Files that only the user of the service can read, under any umask: a database holds hashes of keys and sessions,
 * addresses of people and of what they watch. SQLite gives the -wal, the -shm and the journal of a database the mode of
 * its file (sqlite.org/src, os_unix.c, findCreateFileMode), so a file that is made before SQLite opens it decides for
 * all of them.
 */

import {
	chmodSync,
	closeSync,
	existsSync,
	fchmodSync,
	openSync,
	readdirSync,
	readSync,
	statSync,
	writeFileSync,
} from "node:fs";
import { basename, dirname, join } from "node:path";

const PRIVATE_FILE = 0o600;
/** What others may do with a file or a folder. */
const OF_OTHERS = 0o077;
const COPIED_AT_ONCE_BYTES = 1_048_576;

/** Makes an empty file, unless there is one. */
export function makePrivateFile(path: string): void {
	if (existsSync(path)) return;
	// Not exclusively: another process may make it first, and a link may lead to a file that is not there yet.
	const file = openSync(path, "a", PRIVATE_FILE);
	try {
		fchmodSync(file, PRIVATE_FILE);
	} finally {
		closeSync(file);
	}
}

/** Copies a file to a new one. Node's own copy would give it the mode of the original. */
export function copyToPrivateFile(from: string, to: string): void {
	const source = openSync(from, "r");
	try {
		const copy = openSync(to, "wx", PRIVATE_FILE);
		try {
			const chunk = Buffer.alloc(COPIED_AT_ONCE_BYTES);
			for (let read = readSync(source, chunk); read > 0; read = readSync(source, chunk)) {
				writeFileSync(copy, chunk.subarray(0, read));
			}
		} finally {
			closeSync(copy);
		}
	} finally {
		closeSync(source);
	}
}

/** Closes a file to others. One of another user stays as it is: `lapwing doctor` names it. */
export function makePrivate(path: string): void {
	try {
		chmodSync(path, PRIVATE_FILE);
	} catch (error) {
		if (!(error instanceof Error && "code" in error && error.code === "EPERM")) throw error;
	}
}

interface OpenToOthers {
	readonly files: readonly string[];
	/** The folder, if nothing but Lapwing's files is in it; null when it is closed or has other uses. */
	readonly folder: string | null;
}

/**
 * What others than its owner can use of a SQLite database: its file, those beside it that begin with its name, and the
 * folder.
 */
export function openToOthers(path: string): OpenToOthers {
	const folder = dirname(path);
	// Windows has no such modes.
	if (process.platform === "win32" || !existsSync(folder)) return { files: [], folder: null };
	const names = readdirSync(folder);
	const own = names.filter((name) => name.startsWith(basename(path)));
	const isOpen = (at: string) => ((statSync(at, { throwIfNoEntry: false })?.mode ?? 0) & OF_OTHERS) !== 0;
	const isOwn = own.length > 0 && names.every((name) => own.includes(name) || name.startsWith("secret"));
	return {
		files: own.map((name) => join(folder, name)).filter(isOpen),
		folder: isOwn && isOpen(folder) ? folder : null,
	};
}
