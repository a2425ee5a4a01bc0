/** What differs in the target while rows are copied into it, and what is put right at the end. */

import { sql } from "kysely";
import { releaseAllAlerts } from "../../alerts/notice-leases.ts";
import { releaseLinkMails } from "../../subscribers/link-mails.ts";
import { releaseAllMessages } from "../../subscribers/messages.ts";
import { SQLITE_TRIGGERS } from "../tables/schedule.ts";
import type { Tx } from "../tx.ts";
import { MOVED_TABLES } from "./moved-tables.ts";

/** The first table that has rows of somebody else; null: the target is as it was created. */
export async function foreignRows({ db }: Tx): Promise<string | null> {
	for (const { name, beginsWithRow } of MOVED_TABLES) {
		if (beginsWithRow) continue;
		const { rows } = await sql`select 1 from ${sql.table(name)} limit 1`.execute(db);
		if (rows.length > 0) return name;
	}
	return null;
}

/**
 * While rows arrive: on PostgreSQL references are checked at the end of each transaction, which on SQLite each
 * transaction says itself; there no trigger notes changed monitors, for an upsert takes the `or replace` from it.
 */
export async function prepareTarget({ db, dialect }: Tx): Promise<void> {
	if (dialect.name === "postgresql") return deferReferences(db, "deferrable initially deferred");
	for (const trigger of SQLITE_TRIGGERS) {
		await sql.raw(`drop trigger if exists ${/^create trigger (\w+)/.exec(trigger)?.[1]}`).execute(db);
	}
}

async function deferReferences(db: Tx["db"], when: string): Promise<void> {
	const { rows } = await sql<{ statement: string }>`
		select format('alter table %s alter constraint %I ${sql.raw(when)}', conrelid::regclass, conname) as statement
		from pg_constraint where contype = 'f' and connamespace = current_schema()::regnamespace and conparentid = 0`.execute(
		db,
	);
	for (const { statement } of rows) await sql.raw(statement).execute(db);
}

/** A transaction whose references are checked at its end. */
export function deferredTransaction<T>(target: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
	return target.transaction(async (tx) => {
		if (tx.dialect.name === "sqlite") await sql`pragma defer_foreign_keys = 1`.execute(tx.db);
		return work(tx);
	});
}

/** The last id that each table handed out, which may be that of a row that is gone. */
async function lastIds({ db, dialect }: Tx): Promise<ReadonlyMap<string, number>> {
	const ids = new Map<string, number>();
	for (const { name, hasIdentity } of MOVED_TABLES) {
		if (!hasIdentity) continue;
		const { rows } =
			dialect.name === "sqlite"
				? await sql<{ last: number | null }>`select seq as last from sqlite_sequence where name = ${name}`.execute(db)
				: await sql<{ last: number | null }>`
						select pg_sequence_last_value(pg_get_serial_sequence(${name}, 'id')::regclass) as last`.execute(db);
		const last = rows[0]?.last;
		if (last != null) ids.set(name, last);
	}
	return ids;
}

/** No id that the source handed out is handed out again. */
async function carryIds(source: Tx, { db, dialect }: Tx): Promise<void> {
	for (const [name, last] of await lastIds(source)) {
		if (dialect.name === "postgresql") {
			await sql`select setval(pg_get_serial_sequence(${name}, 'id')::regclass, ${last}::bigint)`.execute(db);
			continue;
		}
		await sql`delete from sqlite_sequence where name = ${name}`.execute(db);
		await sql`insert into sqlite_sequence (name, seq) values (${name}, ${last})`.execute(db);
	}
}

/**
 * As after a crash of the service: what it had claimed is made again, under its own minute. The two schedules write
 * their claims in different places (../tables/schedule.ts).
 */
export async function takeOver(source: Tx, target: Tx, now: number): Promise<void> {
	await carryIds(source, target);
	const { db, dialect } = target;
	if (dialect.name === "sqlite") {
		for (const trigger of SQLITE_TRIGGERS) await sql.raw(trigger).execute(db);
		await sql`update monitor_states set claimed = 0, due_at = slot_at where due_at is not null`.execute(db);
		// A start reads every monitor.
		await sql`delete from changed_monitors`.execute(db);
	} else {
		await deferReferences(db, "not deferrable");
		await sql`update monitor_states set due_at = slot_at where due_at is not null`.execute(db);
	}
	await releaseAllAlerts(target, now);
	await releaseAllMessages(target);
	await releaseLinkMails(target, now);
}
