/**
 * A session: the database, or one transaction of it, together with the dialect of its engine. Every function of storage takes one as
 * its first parameter, so that the same function works alone and within a transaction.
 */

import { type Kysely, sql } from "kysely";
import type { Dialect } from "./dialect.ts";
import type { Schema } from "./schema.ts";

export interface Session {
	readonly db: Kysely<Schema>;
	readonly dialect: Dialect;
	/**
	 * Runs `work` in a transaction: committed when it resolves, rolled back when it rejects. Within a transaction, `work` joins that
	 * one.
	 */
	transaction<T>(work: (session: Session) => Promise<T>): Promise<T>;
	/** Runs `work`, which only reads, on one snapshot of the database; within a transaction, `work` joins that one. */
	snapshot<T>(work: (session: Session) => Promise<T>): Promise<T>;
}

/** An open database. Whoever opens it closes it. */
export interface Database extends Session {
	/** Resolves when the database answers a trivial query; rejects when it does not. */
	ping(): Promise<void>;
	/** Bytes that the database takes on the disk. */
	sizeBytes(): Promise<number>;
	/** Returns free space to the file system where the engine keeps it; a bounded slice of work. */
	reclaimSpace(): Promise<void>;
	close(): Promise<void>;
}

export function sessionOf(db: Kysely<Schema>, dialect: Dialect): Session {
	return {
		db,
		dialect,
		transaction(work) {
			return db.transaction().execute((transaction) => work(within(transaction, dialect)));
		},
		snapshot(work) {
			return db
				.transaction()
				.setIsolationLevel("repeatable read")
				.setAccessMode("read only")
				.execute((transaction) => work(within(transaction, dialect)));
		},
	};
}

function within(transaction: Kysely<Schema>, dialect: Dialect): Session {
	const session: Session = {
		db: transaction,
		dialect,
		transaction: (work) => work(session),
		snapshot: (work) => work(session),
	};
	return session;
}

export async function ping(db: Kysely<Schema>): Promise<void> {
	await sql`select 1`.execute(db);
}
