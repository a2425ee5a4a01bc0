/**
 * What monitors of jobs expect: one row each, apart from the schedule of checks (../schedule/monitor-states.ts), for
 * such monitors are never claimed. ./evaluation.ts reads and writes what the evaluation needs.
 */

import { sql } from "kysely";
import type { StoredReportKey } from "../../domain/jobs/job-report.ts";
import { idRows } from "../database/id-rows.ts";
import type { Tx } from "../database/tx.ts";

interface NewJob {
	/** Of its monitor. */
	readonly id: number;
	readonly key: StoredReportKey;
	/** From when on runs are expected; null: the monitor is paused. */
	readonly begunAt: number | null;
}

export async function insertJobs({ db, dialect }: Tx, jobs: readonly NewJob[]): Promise<void> {
	const columns = { monitor_id: "integer", key_hash: "text", encrypted_key: "text", begun_at: "integer" } as const;
	const values = jobs.map(({ id, key, begunAt }) => ({
		...{ monitor_id: id, key_hash: key.hash, encrypted_key: key.encrypted, begun_at: begunAt },
	}));
	await sql`
		insert into jobs (monitor_id, key_hash, encrypted_key, begun_at, wake_at, reports_kept)
		select monitor_id, key_hash, encrypted_key, begun_at, begun_at, 0
		from ${dialect.rows(columns, values)} as r`.execute(db);
}

/**
 * Makes those of `monitorIds` that are monitors of jobs expect runs from `begunAt` on, under their present settings;
 * null: none.
 */
export async function expectRuns(tx: Tx, monitorIds: readonly number[], begunAt: number | null): Promise<void> {
	const ids = idRows(tx.dialect, monitorIds);
	await sql`
		update jobs set begun_at = ${begunAt}, state = null, wake_at = ${begunAt}
		where monitor_id in (select id from ${ids} as r)`.execute(tx.db);
}

/** After a change of the grace: the expected run stays, and its deadline is computed again. */
export async function evaluateAgain(tx: Tx, monitorIds: readonly number[], now: number): Promise<void> {
	await sql`
		update jobs set wake_at = ${now}
		where monitor_id in (select id from ${idRows(tx.dialect, monitorIds)} as r)`.execute(tx.db);
}

/** After the clock was set back: the evaluation notices what was decided ahead of it. */
export async function evaluateAllAgain(tx: Tx, now: number): Promise<void> {
	await tx.db.updateTable("jobs").set({ wake_at: now }).where("wake_at", ">", now).execute();
}

/** Replaces the ping address: reports to the former one are of no monitor from now on. */
export async function renewReportKey(tx: Tx, monitorId: number, key: StoredReportKey): Promise<void> {
	await tx.db
		.updateTable("jobs")
		.set({ key_hash: key.hash, encrypted_key: key.encrypted })
		.where("monitor_id", "=", monitorId)
		.execute();
}
