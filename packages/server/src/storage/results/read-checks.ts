/**
 * Reads the checks of a monitor. On SQLite the key of `check_results` begins with the minute, so that recording appends
 * whatever the number of monitors; a monitor's recent history is read by looking up each minute that it could hold,
 * about half a microsecond each. Sealed hours and days are a look-up each (./stored-checks.ts).
 */

import { sql } from "kysely";
import { minuteOf } from "../../domain/checks/check.ts";
import type { CheckRecord } from "../../domain/checks/record.ts";
import { hourOf, MINUTES_A_DAY, MINUTES_AN_HOUR } from "../../domain/figures/roll-up.ts";
import type { Tx } from "../database/tx.ts";
import { fromResultRow, type ResultRow } from "./check-row.ts";
import { isAnswered, verdictIndex } from "./outcome-code.ts";
import { sealedHoursOf } from "./sealed/day-block.ts";
import { decodeElapsed, decodeOutcomes, type HourKey, type Outcomes } from "./sealed/hour-block.ts";
import { isMissed } from "./sealed/missed-block.ts";
import { sealedOfMonitor } from "./sealed/sealed-blocks.ts";
import { expandInOrder, hoursOf, type StoredRow, storedChecks } from "./stored-checks.ts";

/**
 * Minutes read at a time while a page is gathered: at first a little more than a monitor with a check each minute
 * needs, then four times as many each time, for monitors with fewer checks and for gaps.
 */
const PAGE_STRIDE = { spare: 10, growth: 4, most: 1_440 };

/** What a column of minutes can hold: a cursor may say anything. */
const UNKNOWN_ENDS = { oldest: 0, newest: 2 ** 31 - 2 };

/**
 * A page of one monitor's history, newest first.
 *
 * @param page.limit how many at the most
 * @param page.before only checks of earlier minutes
 * @param page.after only checks of later minutes; the page is then the one that ends just above that minute
 */
export async function pageOfChecks(
	tx: Tx,
	monitorId: number,
	page: { limit: number; before?: number; after?: number },
): Promise<CheckRecord[]> {
	const ascending = page.after !== undefined;
	const [least, most] = [(page.after ?? Number.NEGATIVE_INFINITY) + 1, (page.before ?? Number.POSITIVE_INFINITY) - 1];
	let at = ascending ? least : most;
	// Beside a given minute there is mostly a full page: its bounds are asked for when there is not.
	let ends = Number.isFinite(at) ? UNKNOWN_ENDS : await minutesOfHistory(tx, monitorId);
	const found: CheckRecord[] = [];
	let stride = page.limit + PAGE_STRIDE.spare;
	while (ends !== null) {
		const [oldest, newest] = [Math.max(ends.oldest, least), Math.min(ends.newest, most)];
		at = ascending ? Math.max(at, oldest) : Math.min(at, newest);
		if (at < oldest || at > newest) break;
		const from = ascending ? at : Math.max(oldest, at - stride + 1);
		const to = ascending ? Math.min(newest, at + stride - 1) : at;
		const order = ascending ? sql`asc` : sql`desc`;
		const recent = sql`order by c.minute ${order} limit ${page.limit - found.length}`;
		const { rows } = await storedChecks(tx, monitorId, from, to + 1, recent).execute(tx.db);
		const checks = expandInOrder(rows, from, to + 1).map(fromResultRow);
		if (!ascending) checks.reverse();
		found.push(...checks.slice(0, page.limit - found.length));
		if (found.length === page.limit) break;
		at = ascending ? to + 1 : from - 1;
		stride = Math.min(PAGE_STRIDE.most, stride * PAGE_STRIDE.growth);
		if (ends === UNKNOWN_ENDS) ends = await minutesOfHistory(tx, monitorId);
	}
	return ascending ? found.reverse() : found;
}

/**
 * One monitor's checks of the minutes from `fromMinute` up to but not including `toMinute`, oldest first. At most 31
 * days.
 */
export async function checksBetween(
	tx: Tx,
	monitorId: number,
	fromMinute: number,
	toMinute: number,
): Promise<CheckRecord[]> {
	const { rows } = await storedChecks(tx, monitorId, fromMinute, toMinute).execute(tx.db);
	return expandInOrder(rows, fromMinute, toMinute).map(fromResultRow);
}

/** Verdicts and times of one monitor's checks, oldest first, packed for figures over many of them. */
export interface CheckTimes {
	readonly minutes: Int32Array;
	/** Indexes into VERDICTS. */
	readonly verdicts: Uint8Array;
	/** Response times in whole milliseconds; -1 where there was no complete response. */
	readonly responseTimesMs: Int32Array;
}

/** As {@link checksBetween}, with verdicts and times alone. */
export function timesBetween(tx: Tx, monitorId: number, fromMinute: number, toMinute: number): Promise<CheckTimes> {
	return columnsBetween(tx, monitorId, fromMinute, toMinute, decodeElapsed);
}

/** As {@link timesBetween}, without the times: sealed checks are decoded at a quarter of the cost. */
export function verdictsBetween(
	tx: Tx,
	monitorId: number,
	fromMinute: number,
	toMinute: number,
): Promise<Pick<CheckTimes, "minutes" | "verdicts">> {
	return columnsBetween(tx, monitorId, fromMinute, toMinute, decodeOutcomes);
}

type Decode = (key: HourKey, block: Uint8Array) => Outcomes & { readonly elapsedMs?: ArrayLike<number> };

async function columnsBetween(
	tx: Tx,
	monitorId: number,
	fromMinute: number,
	toMinute: number,
	decode: Decode,
): Promise<CheckTimes> {
	const { results } = tx.dialect;
	// Fewer columns than storedChecks() selects: most figures are computed from these.
	const { rows: stored } = await sql<StoredRow>`
		select c.monitor_id, c.minute, c.outcome, c.elapsed_ms, null as block
		from ${results.ofMonitor(monitorId, fromMinute, toMinute)}
		union all
		select b.monitor_id, b.hour * ${sql.lit(MINUTES_AN_HOUR)}, null, null, b.block
		from ${sealedOfMonitor(tx, monitorId, ...hoursOf(fromMinute, toMinute))}`.execute(tx.db);
	return columnsOf(stored, fromMinute, toMinute, decode) ?? timesOf(expandInOrder(stored, fromMinute, toMinute));
}

/**
 * The times without an object for each check, which a month of a monitor has 43,200 of; null where checks are not in
 * the order of the rows that hold them, or a gap is among these, whose minutes checks hide.
 */
function columnsOf(stored: StoredRow[], fromMinute: number, toMinute: number, decode: Decode): CheckTimes | null {
	if (stored.some(({ block }) => block !== null && isMissed(block))) return null;
	const inRows = stored.reduce((sum, { block }) => sum + (block === null ? 1 : MINUTES_A_DAY), 0);
	// A minute is taken once, so there are no more than the span has: a sealed hour is counted as a day above.
	const most = Math.min(inRows, Math.max(toMinute - fromMinute, 0));
	const times = {
		minutes: new Int32Array(most),
		verdicts: new Uint8Array(most),
		responseTimesMs: new Int32Array(most),
	};
	let [length, before] = [0, -1];
	const add = (minute: number, outcome: number, elapsedMs: number) => {
		if (minute < fromMinute || minute >= toMinute) return true;
		if (minute <= before) return false;
		before = minute;
		times.minutes[length] = minute;
		times.verdicts[length] = verdictIndex(outcome);
		times.responseTimesMs[length] = isAnswered(outcome) ? elapsedMs : -1;
		length += 1;
		return true;
	};
	for (const row of stored.sort((a, b) => a.minute - b.minute)) {
		if (row.block === null) {
			if (!add(row.minute, row.outcome, row.elapsed_ms ?? -1)) return null;
			continue;
		}
		const { monitor_id: monitorId, block } = row;
		const sealed = sealedHoursOf({ monitorId, hour: hourOf(row.minute), block }, ...hoursOf(fromMinute, toMinute));
		for (const { hour, block } of sealed) {
			const { minutes, outcomes, elapsedMs } = decode({ monitorId, hour }, block);
			for (let at = 0; at < minutes.length; at += 1) {
				if (!add(minutes[at] ?? 0, outcomes[at] ?? 0, elapsedMs?.[at] ?? -1)) return null;
			}
		}
	}
	return {
		minutes: times.minutes.subarray(0, length),
		verdicts: times.verdicts.subarray(0, length),
		responseTimesMs: times.responseTimesMs.subarray(0, length),
	};
}

function timesOf(rows: readonly ResultRow[]): CheckTimes {
	return {
		minutes: Int32Array.from(rows, ({ minute }) => minute),
		verdicts: Uint8Array.from(rows, ({ outcome }) => verdictIndex(outcome)),
		responseTimesMs: Int32Array.from(rows, ({ outcome, elapsed_ms }) =>
			isAnswered(outcome) ? (elapsed_ms ?? -1) : -1,
		),
	};
}

type Span = "hour" | "day" | "missed";
type Ends = "oldest" | "newest" | `first_${Span}` | `last_${Span}` | "created_at" | "first_folded";

/**
 * The oldest and the newest minute that may hold a check of this monitor; null when it can have none. Bounds only: on
 * SQLite, whose key begins with the minute, the monitor's own oldest and newest minute would cost a scan.
 */
export async function minutesOfHistory(tx: Tx, monitorId: number): Promise<{ oldest: number; newest: number } | null> {
	const scope = tx.dialect.results.boundsOf(monitorId);
	const { rows } = await sql<Record<Ends, number | null>>`
		select
			(select min(minute) from ${tx.dialect.results.stored} ${scope}) as oldest,
			(select max(minute) from ${tx.dialect.results.stored} ${scope}) as newest,
			(select min(hour) from sealed_hours ${scope}) as first_hour,
			(select max(hour) from sealed_hours ${scope}) as last_hour,
			(select min(day) from sealed_days ${scope}) as first_day,
			(select max(day) from sealed_days ${scope}) as last_day,
			(select min(first_minute) from missed_spans where monitor_id = ${monitorId}) as first_missed,
			(select max(last_minute) from missed_spans where monitor_id = ${monitorId}) as last_missed,
			(select min(hour) from hourly_roll_ups where monitor_id = ${monitorId}) as first_folded,
			(select created_at from monitors where id = ${monitorId}) as created_at`.execute(tx.db);
	const [ends] = rows;
	if (!ends) return null;
	const { oldest, newest, first_hour: firstHour, last_hour: lastHour, created_at: createdAt } = ends;
	const { first_day: firstDay, last_day: lastDay } = ends;
	const minutes: number[] = [];
	if (oldest !== null && newest !== null) minutes.push(oldest, newest);
	if (firstHour !== null && lastHour !== null) {
		minutes.push(firstHour * MINUTES_AN_HOUR, (lastHour + 1) * MINUTES_AN_HOUR - 1);
	}
	if (firstDay !== null && lastDay !== null) minutes.push(firstDay * MINUTES_A_DAY, (lastDay + 1) * MINUTES_A_DAY - 1);
	const { first_missed: firstMissed, last_missed: lastMissed } = ends;
	if (firstMissed !== null && lastMissed !== null) minutes.push(firstMissed, lastMissed);
	if (minutes.length === 0) return null;
	// Imported checks are older than the monitor, and folded (../commit/record-imported.ts).
	const firstFolded = (ends.first_folded ?? Number.POSITIVE_INFINITY) * MINUTES_AN_HOUR;
	const first = Math.min(firstFolded, minuteOf(createdAt ?? 0));
	return { oldest: Math.max(Math.min(...minutes), first), newest: Math.max(...minutes) };
}
