/**
 * The processes that share a database. Each has a row in which it beats, by the database's clock, so that machines
 * whose own clocks differ agree on who is silent. Leases name the row; whoever notices a silent one ends its leases,
 * in two steps: those of checks, then those of notices, and the row.
 */

import { type RawBuilder, sql } from "kysely";
import { SERVER_CLOCK as CLOCK } from "../database/server-clock.ts";
import type { Tx } from "../database/tx.ts";

/** A row of `controls`; null where one process uses the database. */
export type HolderId = number | null;

/** Whose leases are. */
export interface Holder {
	readonly id: HolderId;
	/** Its last heartbeat is so long ago that others may have its leases: it begins nothing. */
	readonly isSilent: boolean;
}

/** The holder of leases that nobody can take away before they end. */
export const NOBODY: Holder = { id: null, isSilent: false };

export const BEAT_EVERY_MS = 2_000;
/** Others make its checks within 15 s: this, a beat of theirs and a claim. */
export const SILENT_AFTER_MS = 12_000;
/**
 * Others deliver its notices within 30 s: this, a beat of theirs and a claim. What it had begun to deliver when it
 * became silent has ended by then (DELIVERY_TIMEOUT_MS in ../../notify/interface.ts).
 */
const GONE_AFTER_MS = 27_000;
/** No heartbeat is later than the clock that wrote it. */
const IN_THE_FUTURE_MS = 2_000;

export interface Beat {
	/** Another one than before when the row was deleted meanwhile. */
	readonly id: number;
	/** The database's clock, epoch milliseconds. */
	readonly at: number;
	/** The machines on which checks are made, without repetition. */
	readonly machines: readonly string[];
	/** Whether another one is silent. */
	readonly isAnySilent: boolean;
}

/** @param id null: there is no row yet */
export async function beat(
	database: Pick<Tx, "transaction">,
	id: HolderId,
	{ machine, makesChecks }: { readonly machine: string; readonly makesChecks: boolean },
): Promise<Beat> {
	return database.transaction(async (tx) => {
		const { db, dialect } = tx;
		const columns = sql`id, seen_at as at`;
		const { rows: beaten } = await sql<{ id: number; at: number }>`
			update controls set seen_at = ${CLOCK} where id = ${id} returning ${columns}`.execute(db);
		const { rows: inserted } =
			beaten.length > 0
				? { rows: beaten }
				: await sql<{ id: number; at: number }>`
					insert into controls (machine, makes_checks, seen_at) values (${machine}, ${makesChecks ? 1 : 0}, ${CLOCK})
					returning ${columns}`.execute(db);
		const [own] = inserted;
		if (own === undefined) throw new Error("An insert returns its row");
		// Written before the clock was set back: they would be silent only once it is there again.
		await sql`
			update controls set seen_at = ${CLOCK} where id in (
				select id from controls
				where seen_at > ${CLOCK} + ${sql.lit(IN_THE_FUTURE_MS)}::bigint${dialect.forUpdateSkipLocked}
			)`.execute(db);
		const { rows: all } = await sql<{ machine: string; makes_checks: 0 | 1; silent: boolean }>`
			select machine, makes_checks, ${isSilent(SILENT_AFTER_MS, CLOCK)} as silent from controls order by machine`.execute(
			db,
		);
		const machines = all.filter(({ makes_checks, silent }) => makes_checks === 1 && !silent);
		return {
			...own,
			machines: [...new Set(machines.map((one) => one.machine))],
			isAnySilent: all.some(({ silent }) => silent),
		};
	});
}

/**
 * Ends the leases of silent processes, and deletes those that are gone. Returns how many checks are due again.
 * @param now the database's clock as this process counts it on from its last heartbeat: that clock may have been set
 *   forward since, and the others would look silent
 * @param isSure asked after they were found: false when the database may have been away, and not the others
 */
export async function endLeasesOfSilent(database: Tx, now: number, isSure: () => boolean): Promise<number> {
	return database.transaction(async (tx) => {
		const { db, dialect } = tx;
		// Of those who notice it at once, one does it.
		const { rows: silent } = await sql<{ id: number; gone: boolean }>`
			select id, ${isSilent(GONE_AFTER_MS, sql.val(now))} as gone from controls
			where ${isSilent(SILENT_AFTER_MS, sql.val(now))} order by id${dialect.forUpdateSkipLocked}`.execute(db);
		if (silent.length === 0 || !isSure()) return 0;
		const checks = await endLeasesOfChecks(
			tx,
			silent.map(({ id }) => id),
		);
		const gone = silent.filter((one) => one.gone).map(({ id }) => id);
		if (gone.length > 0) {
			await endLeasesOfNotices(tx, gone, now);
			await sql`delete from controls where id in (${sql.join(gone)})`.execute(db);
		}
		return checks;
	});
}

/**
 * The process ends. What it still holds, because a release failed, is due again in the same transaction. Where a cut of
 * its machine is noted, its row stays until it is gone, which is when the cut is over for lack of a process
 * ({@link endlessCuts}): one that is started again takes the cut up before.
 */
export async function leave(database: Tx, id: number, now: number): Promise<void> {
	await database.transaction(async (tx) => {
		await endLeasesOfChecks(tx, [id]);
		await endLeasesOfNotices(tx, [id], now);
		await sql`delete from controls where id = ${id} and machine not in (select machine from cut_offs)`.execute(tx.db);
	});
}

/**
 * Machines whose network is noted as cut (../alerts/cut-offs.ts) and on which nobody makes checks, so that nobody will
 * notice that it is back. None while nobody makes checks anywhere: then nothing is checked again.
 */
export async function endlessCuts({ db }: Tx): Promise<string[]> {
	const { rows } = await sql<{ machine: string }>`
		select machine from cut_offs
		where machine not in (select machine from controls where makes_checks = 1)
			and exists (select 1 from controls where makes_checks = 1)`.execute(db);
	return rows.map(({ machine }) => machine);
}

/** How many are due again. */
async function endLeasesOfChecks({ db, dialect }: Tx, holders: readonly number[]): Promise<number> {
	// In the order of keys, as commits lock them.
	const { numAffectedRows } = await sql`
		with held as materialized (
			select monitor_id from monitor_states
			where claimed = 1 and due_at > slot_at and held_by in (${sql.join(holders)})
			order by monitor_id${dialect.forUpdate}
		)
		update monitor_states set due_at = slot_at where monitor_id in (select monitor_id from held)`.execute(db);
	return Number(numAffectedRows ?? 0);
}

async function endLeasesOfNotices({ db }: Tx, holders: readonly number[], now: number): Promise<void> {
	const ids = sql.join(holders);
	await sql`update alerts set leased_until = ${now} where leased_until > ${now} and held_by in (${ids})`.execute(db);
	await sql`update subscriber_messages set leased_until = 0
		where leased_until > 0 and held_by in (${ids})`.execute(db);
}

function isSilent(afterMs: number, now: RawBuilder<number>): RawBuilder<boolean> {
	return sql<boolean>`seen_at < ${now}::bigint - ${sql.lit(afterMs)}::bigint`;
}
