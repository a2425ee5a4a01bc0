/**
 * When reports could be stored: every process that receives reports notes every few seconds that it does, in the
 * transactions that store reports and by itself. A gap is an outage of ours, in which no report can have arrived.
 */

import { sql } from "kysely";
import { type ListeningOutage, OUTAGE_AFTER_MS } from "../../domain/jobs/outages.ts";
import type { Tx } from "../database/tx.ts";

/** Beats of several processes within this are one: they would wait for each other. */
const BEAT_AT_MOST_EVERY_MS = 1_000;
/** No wait for a run is longer: a grace of a day after a run of a day, and as much again after an outage. */
const OUTAGES_MATTER_MS = 7 * 86_400_000;

/** Notes that reports can be stored at `now`; in the transaction that stores them, before them. */
export async function beat(tx: Tx, now: number): Promise<void> {
	// A beat ahead of the clock is of one that was set back since.
	const isStale = sql`beat_at < ${now - BEAT_AT_MOST_EVERY_MS} or beat_at > ${now + BEAT_AT_MOST_EVERY_MS}`;
	const { rows } = await sql<{ beat_at: number }>`
		select beat_at from receiver_beats where id = 1 and (${isStale})${tx.dialect.forUpdate}`.execute(tx.db);
	const last = rows[0]?.beat_at;
	if (last === undefined) return;
	await sql`update receiver_beats set beat_at = ${now} where id = 1`.execute(tx.db);
	if (now < last) await deleteOutagesAhead(tx, now);
	if (last === 0 || now - last <= OUTAGE_AFTER_MS) return;
	await sql`
		insert into listening_outages (since, until) values (${last}, ${now}) on conflict do nothing`.execute(tx.db);
	await sql`delete from listening_outages where until < ${now - OUTAGES_MATTER_MS}`.execute(tx.db);
}

/** The clock was set back: outages, and ends of outages, that lie ahead of it are of the wrong clock. */
async function deleteOutagesAhead(tx: Tx, now: number): Promise<void> {
	await sql`delete from listening_outages where since >= ${now}`.execute(tx.db);
	await sql`update listening_outages set until = ${now} where until > ${now}`.execute(tx.db);
}

/** Whether there is a monitor of a job at all: without one no beats are noted. */
export async function isAnyJob(tx: Tx): Promise<boolean> {
	const row = await tx.db.selectFrom("jobs").select("monitor_id").limit(1).executeTakeFirst();
	return row !== undefined;
}

interface Listening {
	/** Until when it is known that reports were received, epoch milliseconds; 0: never. */
	readonly beatAt: number;
	/** Those that can still matter, in the order of time. */
	readonly outages: readonly ListeningOutage[];
}

export async function listening(tx: Tx): Promise<Listening> {
	const { rows } = await sql<{ beat_at: number; since: number | null; until: number | null }>`
		select b.beat_at, o.since, o.until from receiver_beats as b left join listening_outages as o on true
		where b.id = 1 order by o.since`.execute(tx.db);
	return {
		beatAt: rows[0]?.beat_at ?? 0,
		outages: rows.flatMap(({ since, until }) => (since === null || until === null ? [] : [{ since, until }])),
	};
}
