/**
 * One SQLite file has one service: at its start leases and pending notices are given back as if nobody held them, so a second
 * one would check and tell what the first is about to. PostgreSQL has leases for that, and any number of services.
 *
 * The lock is an exclusive transaction on an empty database beside the file, which the system releases however its holder ends; the
 * file itself stays open for `lapwing keys` and a backup. It stays behind, empty, and means nothing.
 */

import { mkdirSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** https://sqlite.org/rescode.html#busy */
const SQLITE_BUSY = 5;

export class AlreadyServed extends Error {
	override readonly name = "AlreadyServed";
}

/** Holds the database for this service until it is disposed of. Throws {@link AlreadyServed} when another one has it. */
export function holdDatabase(databaseUrl: string): Disposable {
	const path = databaseUrl.startsWith("sqlite:") ? databaseUrl.slice("sqlite:".length) : ":memory:";
	if (path === ":memory:") return { [Symbol.dispose]() {} };
	mkdirSync(dirname(path), { recursive: true });
	const lock = new DatabaseSync(`${path}.lock`);
	try {
		lock.exec("PRAGMA journal_mode = MEMORY; begin exclusive");
	} catch (error) {
		lock.close();
		if (!(error instanceof Error && "errcode" in error && error.errcode === SQLITE_BUSY)) throw error;
		throw new AlreadyServed(
			`Another Lapwing serves ${path} already. Stop that one first; several at once need PostgreSQL (DATABASE_URL).`,
		);
	}
	return {
		[Symbol.dispose]() {
			lock.close();
		},
	};
}
