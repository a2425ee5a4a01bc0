/**
 * Seals hours that are over: the rows of a monitor's hour become one block. What there is to seal is known from the
 * rows alone, oldest first, so hours that were unsealed and the history of an earlier version are sealed like any
 * other, and a slice that was not committed is repeated.
 *
 * One transaction writes the blocks and deletes the rows; those of a partition stay, hidden by the block, and are
 * dropped with it (../partitions/). It locks the states of the monitors first, as a commit of checks does: nothing is
 * recorded in an hour while it is sealed, and two processes never pack the same.
 */

import { type RawBuilder, sql } from "kysely";
import { minuteOf } from "../../../domain/checks/check.ts";
import { dayOfHour, hourOf, MINUTES_AN_HOUR } from "../../../domain/figures/roll-up.ts";
import type { CheckFailureTable } from "../../database/tables/checks.ts";
import type { Tx } from "../../database/tx.ts";
import { heavyTurn } from "../../turns/heavy-turn.ts";
import { checkId, type ResultRow } from "../check-row.ts";
import { takeSteps } from "../check-steps.ts";
import { deleteLocations, LOCATIONS_COLUMN } from "../locations/check-locations.ts";
import { lockChecksOf } from "../lock-checks.ts";
import { isUp } from "../outcome-code.ts";
import { nextUnsealed, partitionedHours } from "../partitions/partitioned-hours.ts";
import { CHECK_KEY, FAILURE_COLUMNS, RESULT_COLUMNS, ROW_COLUMNS } from "../stored-checks.ts";
import type { CheckSteps } from "../stored-steps.ts";
import { encodeHour } from "./hour-block.ts";
import { inTurns } from "./in-turns.ts";
import { insertHours, packClosedDays, type SealedRow } from "./pack-days.ts";

/**
 * Hours between the end of an hour and its sealing: what the board reads for all monitors at once, and checks that come
 * late, are still rows.
 */
export const SEALED_AFTER_HOURS = 3;
/**
 * Monitors whose hour is sealed in one transaction. Their rows lie side by side in sixty minutes, and SQLite writes
 * whole pages: with 8 monitors 780 bytes a check, with 100 monitors 160.
 */
const MONITORS_A_TRANSACTION = 96;

interface Sealed {
	readonly hours: number;
	readonly checks: number;
}

/** The hour before which everything is sealed. */
export function sealedBefore(now: number): number {
	return hourOf(minuteOf(now)) - SEALED_AFTER_HOURS;
}

/** The UTC day before which the sealed hours of each day become one row. */
export function packedBefore(now: number): number {
	return dayOfHour(sealedBefore(now));
}

/**
 * Seals the oldest hour of some monitors; when none is left to seal, packs the oldest day of some of them. Null when
 * nothing is left of either.
 * @param tx one that may keep its transaction for many turns (Database.background)
 */
export async function sealClosedHours(database: Tx, now: number): Promise<Sealed | null> {
	await heavyTurn();
	const before = sealedBefore(now);
	const oldest = await oldestRow(database);
	if (oldest !== null && hourOf(oldest) < before) {
		return database.transaction(async (tx) => {
			const ids = await firstMonitors(tx, hourOf(oldest));
			return sealHour(tx, hourOf(oldest), ids, takeRows);
		});
	}
	for (const hour of await partitionedHours(database)) {
		if (hour >= before) break;
		const ids = await nextUnsealed(database, hour, MONITORS_A_TRANSACTION);
		if (ids.length > 0) return database.transaction((tx) => sealHour(tx, hour, ids, readRows));
	}
	const packed = await packClosedDays(database, packedBefore(now));
	return packed && { hours: 0, checks: 0 };
}

/** The minute of the oldest check that is a row, but for partitions of recent hours; null when there is none. */
export async function oldestRow({ db, dialect }: Tx): Promise<number | null> {
	const { partitions } = dialect.results;
	const { rows } = await sql<{ oldest: number | null }>`
		select min(minute) as oldest from ${sql.table(partitions?.rest ?? "check_results")}`.execute(db);
	return rows[0]?.oldest ?? null;
}

/** The monitors of the first rows of an hour, in the order in which rows lie: pages are emptied one after the other. */
async function firstMonitors({ db, dialect }: Tx, hour: number): Promise<number[]> {
	const key = sql.join(Object.keys(dialect.results.key).map((column) => sql.ref(column)));
	const { rows } = await sql<{ monitor_id: number }>`
		select distinct monitor_id from (
			select monitor_id from check_results
			where minute >= ${hour * MINUTES_AN_HOUR} and minute < ${(hour + 1) * MINUTES_AN_HOUR}
			order by ${key} limit ${MONITORS_A_TRANSACTION}
		) as oldest order by monitor_id`.execute(db);
	return rows.map(({ monitor_id }) => monitor_id);
}

/** @param take reads the rows of some monitors' hour that has no block, and deletes what is not to stay */
async function sealHour(
	database: Tx,
	hour: number,
	ids: readonly number[],
	take: (tx: Tx, ids: readonly number[], hour: number) => Promise<ResultRow[]>,
): Promise<Sealed> {
	// Another process has sealed them meanwhile.
	if (ids.length === 0) return { hours: 0, checks: 0 };
	await lockChecksOf(database, ids);
	let checks = 0;
	const hours = await inTurns(ids, async (some) => {
		const rows = await take(database, some, hour);
		if (rows.length > 0) await insertHours(database, blocksOf(rows, await takeSteps(database, some, hour)));
		checks += rows.length;
	});
	return { hours, checks };
}

/**
 * The blocks of whole hours, whose checks are in no order.
 * @param steps of some of them, by checkId
 */
export function blocksOf(rows: readonly ResultRow[], steps: ReadonlyMap<string, CheckSteps> = new Map()): SealedRow[] {
	// Numbers, because a text for each check costs as much as a tenth of its packing.
	const hours = Map.groupBy(rows, ({ monitor_id, minute }) => monitor_id * HOURS + hourOf(minute));
	return Array.from(hours, ([id, ofHour]) => {
		const [monitorId, hour] = [Math.floor(id / HOURS), id % HOURS];
		const inOrder = ofHour.sort((a, b) => a.minute - b.minute);
		const block = encodeHour({ monitorId, hour }, inOrder, stepsOfHour(monitorId, inOrder, steps));
		return { hour, monitor_id: monitorId, checks: inOrder.length, block };
	});
}

function stepsOfHour(monitorId: number, rows: readonly ResultRow[], steps: ReadonlyMap<string, CheckSteps>) {
	if (steps.size === 0) return undefined;
	const found = rows.map(({ minute }) => steps.get(checkId({ monitorId, minute })));
	return new Map(found.flatMap((check) => (check ? [[check.minute, check.steps]] : [])));
}

/** More than the hours since the epoch; times any key of a monitor, still a whole number. */
const HOURS = 2 ** 24;

/** Deletes the checks of these monitors in this hour, with the details of failures, and returns them. */
async function takeRows({ db, dialect }: Tx, monitorIds: readonly number[], hour: number): Promise<ResultRow[]> {
	const wanted = dialect.rows(
		{ monitor_id: "integer", hour: "integer" },
		monitorIds.map((monitor_id) => ({ monitor_id, hour })),
	);
	const { rows } = await sql<ResultRow>`
		select ${ROW_COLUMNS} from ${wanted} as w ${dialect.results.ofHours}
		left join check_failures as f on f.minute = c.minute and f.monitor_id = c.monitor_id`.execute(db);
	const { key, withKey } = dialect.results;
	await dialect.deleteRows(db, { table: "check_results", key, rows: rows.map(withKey) });
	const failures = rows.filter(({ message }) => message !== null);
	await dialect.deleteRows(db, { table: "check_failures", key: CHECK_KEY, rows: failures });
	await deleteLocations({ db, dialect }, rows);
	return withoutStaleDetails(rows);
}

export const NO_DETAILS = { phase: null, message: null, content_check_id: null };

/** The checks of these monitors in a partitioned hour, with the details of failures, which are deleted. */
async function readRows(tx: Tx, monitorIds: readonly number[], hour: number): Promise<ResultRow[]> {
	// Another process may have dropped its partition since the hour was chosen: what came late lies in the default one,
	// from where rows are taken.
	if (!(await partitionedHours(tx)).includes(hour)) return [];
	const { rows } = await sql<ResultRow>`
		select ${namesOf(RESULT_COLUMNS)}, ${LOCATIONS_COLUMN} as locations from check_results as c
		where monitor_id = any(${[...monitorIds]}::integer[])
			and minute >= ${hour * MINUTES_AN_HOUR} and minute < ${(hour + 1) * MINUTES_AN_HOUR}`.execute(tx.db);
	return withoutStaleDetails(await takeDetails(tx, rows));
}

/** Deletes the details of these checks, and returns the checks with them. */
async function takeDetails({ db, dialect }: Tx, results: readonly ResultRow[]): Promise<ResultRow[]> {
	const taken = dialect.rows(
		{ minute: "integer", monitor_id: "integer" },
		results.map(({ minute, monitor_id }) => ({ minute, monitor_id })),
	);
	const { rows: failures } = await sql<CheckFailureTable>`
		delete from check_failures where (minute, monitor_id) in (select minute, monitor_id from ${taken} as r)
		returning ${namesOf(FAILURE_COLUMNS)}`.execute(db);
	await deleteLocations({ db, dialect }, results);
	const details = new Map(failures.map((failure) => [`${failure.monitor_id}:${failure.minute}`, failure]));
	return results.map((row) => {
		const { phase, message, content_check_id } = details.get(`${row.monitor_id}:${row.minute}`) ?? NO_DETAILS;
		return { ...row, phase, message, content_check_id };
	});
}

/** Details of a failure that a better check replaced: nobody reads them. */
function withoutStaleDetails(rows: readonly ResultRow[]): ResultRow[] {
	return rows.map((row) => (isUp(row.outcome) ? { ...row, ...NO_DETAILS } : row));
}

function namesOf(columns: object): RawBuilder<unknown> {
	return sql.raw(Object.keys(columns).join(", "));
}
