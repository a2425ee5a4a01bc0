/**
 * One SQLite file has one service: at its start leases and pending notices are given back as if nobody held them, so a second
 * one would check and tell what the first is about to. PostgreSQL has leases for that, and any number of services.
 *
 * The lock is an exclusive transaction on an empty database beside the file, which the system releases however its holder ends; the
 * file itself stays open for `lapwing keys` and a backup. It stays behind, empty, and means nothing.
 */

import { existsSync, mkdirSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** https://sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;

export class InstanceLocked extends Error {
	override readonly name = "AlreadyServed";
}

/** Holds the database for this service until it is disposed of. Throws {@link InstanceLocked} when another one has it; another error names the database. */
export function lockInstance(databaseUrl: string): Disposable {
	const path = databaseUrl.startsWith("sqlite:") ? databaseUrl.slice("sqlite:".length) : ":memory:";
	if (path === ":memory:") return { [Symbol.dispose]() {} };
	let lock: DatabaseSync | undefined;
	try {
		mkdirSync(dirname(path), { recursive: true });
		lock = new DatabaseSync(`${realPath(path)}.lock`);
		lock.exec("PRAGMA journal_mode = MEMORY; begin exclusive");
	} catch (cause) {
		lock?.close();
		if (!(cause instanceof Error && "errcode" in cause && cause.errcode === SQLITE_BUSY)) {
			throw new Error(`The database ${path} can't be held for this service (${path}.lock)`, { cause });
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

/** By whatever links a file is reached, it has one lock. */
function realPath(path: string): string {
	return existsSync(path) ? realpathSync(path) : join(realpathSync(dirname(path)), basename(path));
}
