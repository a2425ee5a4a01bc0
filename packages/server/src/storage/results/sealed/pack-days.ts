/**
 * Packs the sealed hours of a UTC day that is over into one row, and unpacks it. What there is to pack is known from
 * the rows of sealed_hours alone, oldest first, as for sealing.
 *
 * The hours of a monitor's day are either all packed or none of them is: a day with rows that are still to be sealed is
 * not packed, and whoever puts a check into a packed day, or deletes a part of it, unpacks it first. Nor is a day of
 * which a partition is left, on PostgreSQL: it is packed once that is dropped.
 */

import { sql } from "kysely";
import { dayOfHour, HOURS_A_DAY, MINUTES_A_DAY } from "../../../domain/figures/roll-up.ts";
import type { Tx } from "../../database/tx.ts";
import { heavyTurn } from "../../turns/heavy-turn.ts";
import { lockChecksOf } from "../lock-checks.ts";
import { partitionedHours } from "../partitions/partitioned-hours.ts";
import { type DayKey, decodeDay, encodeDay, type SealedHour } from "./day-block.ts";
import { BrokenBlock } from "./hour-block.ts";
import { inTurns } from "./in-turns.ts";

/** Monitors whose day is packed in one transaction: a day is 24 rows. */
const MONITORS_A_TRANSACTION = 96;

interface DayRow {
	readonly day: number;
	readonly monitor_id: number;
}

/** A monitor's sealed hour, as it is stored. */
export interface SealedRow extends SealedHour {
	readonly monitor_id: number;
}

/**
 * Packs the oldest day before `beforeDay` of some monitors. Null when there is none.
 * @param tx one that may keep its transaction for many turns (Database.background)
 */
export async function packClosedDays(database: Tx, beforeDay: number): Promise<{ days: number } | null> {
	await heavyTurn();
	const { rows } = await sql<{ oldest: number | null }>`select min(hour) as oldest from sealed_hours`.execute(
		database.db,
	);
	const oldest = rows[0]?.oldest ?? null;
	if (oldest === null || oldest >= beforeDay * HOURS_A_DAY) return null;
	return database.transaction((tx) => packDay(tx, dayOfHour(oldest)));
}

async function packDay(tx: Tx, day: number): Promise<{ days: number } | null> {
	const { db } = tx;
	const { rows: found } = await sql<{ monitor_id: number }>`
		select distinct monitor_id from (
			select monitor_id from sealed_hours where hour >= ${day * HOURS_A_DAY} and hour < ${(day + 1) * HOURS_A_DAY}
			order by hour, monitor_id limit ${MONITORS_A_TRANSACTION}
		) as oldest order by monitor_id`.execute(db);
	await lockChecksOf(
		tx,
		found.map(({ monitor_id }) => monitor_id),
	);
	// Blocks in sealed_hours hide the rows of their hours until these are dropped.
	const [partition = Number.POSITIVE_INFINITY] = await partitionedHours(tx);
	if (partition < (day + 1) * HOURS_A_DAY) return null;
	const { rows: unsealed } = await sql<{ monitor_id: number }>`
		select distinct monitor_id from check_results
		where minute >= ${day * MINUTES_A_DAY} and minute < ${(day + 1) * MINUTES_A_DAY}`.execute(db);
	const skipped = new Set(unsealed.map(({ monitor_id }) => monitor_id));
	const days = found
		.filter(({ monitor_id }) => !skipped.has(monitor_id))
		.map(({ monitor_id }) => ({ monitor_id, day }));
	return { days: await inTurns(days, async (some) => insertDays(tx, await takeHours(tx, some))) };
}

/** Deletes the sealed hours of these days and returns them. */
async function takeHours({ db, dialect }: Tx, days: readonly DayRow[]): Promise<SealedRow[]> {
	const hours = days.flatMap(({ monitor_id, day }) =>
		Array.from({ length: HOURS_A_DAY }, (_, place) => ({ monitor_id, hour: day * HOURS_A_DAY + place })),
	);
	const wanted = dialect.rows({ monitor_id: "integer", hour: "integer" }, hours);
	const { rows } = await sql<SealedRow>`
		delete from sealed_hours where (hour, monitor_id) in (select hour, monitor_id from ${wanted} as r)
		returning hour, monitor_id, checks, block`.execute(db);
	return rows;
}

/** Writes hours, none of which is stored, and packs their days with the hours of these that are stored. */
export async function addToDays(tx: Tx, hours: readonly SealedRow[]): Promise<void> {
	const days = new Map(
		hours.map(({ monitor_id, hour }) => {
			const day = dayOfHour(hour);
			return [`${monitor_id}:${day}`, { monitor_id, day }];
		}),
	);
	await unpackDays(tx, [...days.values()]);
	await insertDays(tx, [...(await takeHours(tx, [...days.values()])), ...hours]);
}

/** Writes whole days. None of their hours is stored. */
async function insertDays({ db, dialect }: Tx, hours: readonly SealedRow[]): Promise<void> {
	if (hours.length === 0) return;
	const ofDays = Map.groupBy(hours, ({ monitor_id, hour }) => `${monitor_id}:${dayOfHour(hour)}`);
	const days = [...ofDays.values()].map((ofDay) => {
		const key: DayKey = {
			monitorId: ofDay[0]?.monitor_id ?? 0,
			day: dayOfHour(ofDay[0]?.hour ?? 0),
		};
		const checks = ofDay.reduce((sum, hour) => sum + hour.checks, 0);
		const block = Buffer.from(encodeDay(key, ofDay)).toString("hex");
		return { day: key.day, monitor_id: key.monitorId, checks, block };
	});
	const columns = { day: "integer", monitor_id: "integer", checks: "integer", block: "bytes" } as const;
	await sql`
		insert into sealed_days (day, monitor_id, checks, block)
		select day, monitor_id, checks, block from ${dialect.rows(columns, days)} as r
		where true order by day, monitor_id`.execute(db);
}

/** Writes whole hours. None of them is stored, as rows or as a block, and their days are not packed. */
export async function insertHours({ db, dialect }: Tx, hours: readonly SealedRow[]): Promise<void> {
	if (hours.length === 0) return;
	const columns = { hour: "integer", monitor_id: "integer", checks: "integer", block: "bytes" } as const;
	const rows = dialect.rows(
		columns,
		hours.map(({ block, ...hour }) => ({ ...hour, block: Buffer.from(block).toString("hex") })),
	);
	await sql`
		insert into sealed_hours (hour, monitor_id, checks, block)
		select hour, monitor_id, checks, block from ${rows} as r
		where true order by hour, monitor_id`.execute(db);
}

/** A packed day whose hours cannot be told apart. */
interface BrokenDay extends DayRow {
	readonly checks: number;
	readonly block: Uint8Array;
	readonly code: BrokenBlock["code"];
}

/** In a transaction, puts the hours of the packed ones of `days` back into rows. Returns those that are broken. */
export async function unpackDays(tx: Tx, days: readonly DayRow[]): Promise<readonly BrokenDay[]> {
	if (days.length === 0) return [];
	const { db, dialect } = tx;
	const rowsOf = (some: readonly DayRow[]) =>
		dialect.rows(
			{ monitor_id: "integer", day: "integer" },
			some.map(({ monitor_id, day }) => ({ monitor_id, day })),
		);
	const { rows: packed } = await sql<Omit<BrokenDay, "code">>`
		select day, monitor_id, checks, block from sealed_days
		where (day, monitor_id) in (select day, monitor_id from ${rowsOf(days)} as r)
		order by day, monitor_id${dialect.forUpdate}`.execute(db);
	const hours: SealedRow[] = [];
	const [unpacked, broken]: [DayRow[], BrokenDay[]] = [[], []];
	for (const row of packed) {
		const { day, monitor_id, block } = row;
		try {
			hours.push(...decodeDay({ monitorId: monitor_id, day }, block).map((hour) => ({ ...hour, monitor_id })));
			unpacked.push({ day, monitor_id });
		} catch (error) {
			if (!(error instanceof BrokenBlock)) throw error;
			broken.push({ ...row, code: error.code });
		}
	}
	if (unpacked.length === 0) return broken;
	await sql`delete from sealed_days where (day, monitor_id) in (select day, monitor_id from ${rowsOf(unpacked)} as r)`.execute(
		db,
	);
	await insertHours(tx, hours);
	return broken;
}
