/**
 * Figures of hours as databases had them before 0026-packed-history, and their move into the narrower table. A year of
 * a thousand monitors takes minutes, so the move is not a part of the migration's one transaction: each of its own
 * transactions copies the next hours, and whoever kills the process during the move has the next start go on with it.
 * No service runs meanwhile. How far the move has come is known from the last hour of the new table.
 */

import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import { DEFAULT_MIGRATION_LOCK_TABLE } from "kysely/migration";
import { decodeHistogram } from "../../domain/figures/latency-histogram.ts";
import type { Tx } from "../database/tx.ts";
import { encodeTimes } from "./hour-times.ts";
import { HOUR_COLUMNS, type HourRow, insertFigures } from "./roll-up-rows.ts";

export const WIDE_HOURS = "wide_roll_ups";

/** Hours that are read and written at once. */
const HOURS_A_SLICE = 1_000;
/** Work that a kill can undo; each commit waits for the disk. */
const TRANSACTION_MS = 1_000;
const COLUMNS = { monitor_id: "integer", hour: "integer", ...HOUR_COLUMNS } as const;
const NAMES = ["monitor_id", "hour", "up", "degraded", "down", "response_times"] as const;

interface HourKey {
	readonly monitor_id: number;
	readonly hour: number;
}

interface WideHour extends HourKey, HourRow {
	readonly answered: number;
	readonly response_sum_ms: number;
	readonly response_max_ms: number;
}

/**
 * Moves what is left to move. Several processes may do so at once.
 * @param onProgress called after each transaction but the last with the share of the monitors that are done, 0–1
 * @param transactionMs tests pass 0, for one slice in a transaction
 */
export async function moveWideHours(
	database: Tx,
	onProgress: (share: number) => void,
	transactionMs = TRANSACTION_MS,
): Promise<void> {
	for (;;) {
		const share = await database.transaction((tx) => moveSome(tx, transactionMs));
		if (share === null) return;
		onProgress(share);
		// SQLite answers without a turn of the event loop, and the log is written in one.
		await nextTurn();
	}
}

/** The share of the monitors that are done; null when nothing is left. */
async function moveSome(tx: Tx, transactionMs: number): Promise<number | null> {
	const { db, dialect } = tx;
	// One process at a time. SQLite's transaction is alone as it is.
	await sql`select id from ${sql.table(DEFAULT_MIGRATION_LOCK_TABLE)}${dialect.forUpdate}`.execute(db);
	const tables = await db.introspection.getTables();
	if (!tables.some(({ name }) => name === WIDE_HOURS)) return null;
	const endsAt = performance.now() + transactionMs;
	let last = await lastMoved(tx);
	do {
		const hours = await wideHoursAfter(tx, last);
		const end = hours.at(-1);
		if (end === undefined) {
			await sql`drop table ${sql.table(WIDE_HOURS)}`.execute(db);
			return null;
		}
		await insertHours(tx, hours);
		last = end;
	} while (performance.now() < endsAt);
	return shareThrough(tx, last.monitor_id);
}

async function lastMoved({ db }: Tx): Promise<HourKey> {
	const { rows } = await sql<HourKey>`
		select monitor_id, hour from hourly_roll_ups order by monitor_id desc, hour desc limit 1`.execute(db);
	return rows[0] ?? { monitor_id: 0, hour: 0 };
}

async function wideHoursAfter({ db }: Tx, { monitor_id, hour }: HourKey): Promise<WideHour[]> {
	const { rows } = await sql<WideHour>`
		select monitor_id, hour, up, degraded, down, answered, response_sum_ms, response_max_ms, response_times
		from ${sql.table(WIDE_HOURS)} where (monitor_id, hour) > (${monitor_id}, ${hour})
		order by monitor_id, hour limit ${HOURS_A_SLICE}`.execute(db);
	return rows;
}

async function insertHours(tx: Tx, hours: readonly WideHour[]): Promise<void> {
	const rows = hours.map(({ monitor_id, hour, up, degraded, down, ...wide }) => {
		const times = encodeTimes({
			answered: wide.answered,
			responseSumMs: wide.response_sum_ms,
			responseMaxMs: wide.response_max_ms,
			responseTimes: decodeHistogram(wide.response_times),
		});
		return { monitor_id, hour, up, degraded, down, response_times: Buffer.from(times).toString("hex") };
	});
	const { db, dialect } = tx;
	if (dialect.writeEach === null) return insertFigures(tx, sql`hourly_roll_ups`, COLUMNS, rows);
	await dialect.writeEach(
		db,
		`insert into hourly_roll_ups (${NAMES.join(", ")}) values (?, ?, ?, ?, ?, unhex(?))`,
		rows.map((row) => NAMES.map((name) => row[name])),
	);
}

/** By the keys of the monitors: to count the hours would take as long as a part of the move. */
async function shareThrough({ db }: Tx, monitorId: number): Promise<number> {
	const { rows } = await sql<{ first: number; last: number }>`
		select min(monitor_id) as first, max(monitor_id) as last from ${sql.table(WIDE_HOURS)}`.execute(db);
	const { first = 0, last = 0 } = rows[0] ?? {};
	return (monitorId - first) / (last - first + 1);
}
