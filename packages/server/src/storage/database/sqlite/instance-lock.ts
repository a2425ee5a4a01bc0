/**
 * One SQLite file has one service: at its start it ends all leases, so a second service would repeat the checks and
 * notices of the first. On PostgreSQL leases coordinate any number of services.
 *
 * The lock is an exclusive transaction on an empty database beside the file; the operating system releases it however
 * its holder ends. The database itself stays usable for `lapwing keys` and a backup. The empty lock file can stay.
 */

import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { makeFolder } from "../../installation/make-folder.ts";
import { makePrivateFile } from "../../installation/private-files.ts";

/** https://sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;

export class InstanceLocked extends Error {
	override readonly name = "InstanceLocked";
}

/**
 * Locks the database for this service until it is disposed. Throws {@link InstanceLocked} when another service holds
 * it; any other error names the file of the lock.
 */
export function lockInstance(databaseUrl: string): Disposable {
	const path = databaseUrl.startsWith("sqlite:") ? databaseUrl.slice("sqlite:".length) : ":memory:";
	if (path === ":memory:") return { [Symbol.dispose]() {} };
	let lock: DatabaseSync | undefined;
	try {
		makeFolder(dirname(path));
		const file = `${realPath(path)}.lock`;
		// Whoever can open it can hold the lock.
		makePrivateFile(file);
		lock = new DatabaseSync(file);
		lock.exec("PRAGMA journal_mode = MEMORY; begin exclusive");
	} catch (cause) {
		lock?.close();
		if (!(cause instanceof Error && "errcode" in cause && cause.errcode === SQLITE_BUSY)) {
			throw new Error(`The file ${path}.lock, which one service holds, can't be locked`, { cause });
		}
		throw new InstanceLocked(
			`Another Lapwing serves ${path} already. Stop that one first; several at once need PostgreSQL (DATABASE_URL).`,
		);
	}
	const held = lock;
	return {
		[Symbol.dispose]() {
			held.close();
		},
	};
}

/** A file that is reached through different links has one lock. */
function realPath(path: string): string {
	return existsSync(path) ? realpathSync(path) : join(realpathSync(dirname(path)), basename(path));
}
