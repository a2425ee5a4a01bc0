/**
 * Records what another tool knew of a monitor before the monitor was created here: single checks, or figures of hours
 * and days where nothing finer was kept. Nothing else changes: no status, no outage, no notice.
 *
 * An hour that has figures already stays as it is, and so does a day without hours, so that repeating an import adds
 * nothing. Figures without checks are kept by folds (../figures/roll-ups.ts), and shared out among the minutes of the
 * team's rolling windows: those are exact again where the hour lies within the window as a whole.
 */

import { sql } from "kysely";
import { minuteOf } from "../../domain/checks/check.ts";
import { VERDICTS } from "../../domain/checks/judgement.ts";
import { type ImportedFigures, rollUpOfFigures, sharesOfMinutes } from "../../domain/figures/imported-figures.ts";
import {
	dayOf,
	dayOfHour,
	foldHours,
	HOURS_A_DAY,
	hourOf,
	MINUTES_AN_HOUR,
	type RollUp,
} from "../../domain/figures/roll-up.ts";
import { isSuccessful, successfulOf } from "../../domain/figures/uptime.ts";
import type { MonitorType } from "../../domain/monitors/monitor.ts";
import { idRows } from "../database/id-rows.ts";
import type { Tx } from "../database/tx.ts";
import { foldDays, hoursOfDays, writeDays } from "../figures/fold-days.ts";
import { HOUR_COLUMNS, hourToRow, progressOf, putFigures } from "../figures/roll-up-rows.ts";
import { foldRanges, lockMonitors } from "../figures/roll-ups.ts";
import { addToCounts, lockProgress, TEAM_MINUTES_KEPT } from "../figures/team-minutes.ts";
import type { ResultRow } from "../results/check-row.ts";
import type { MinuteCount } from "../results/count-checks.ts";
import { lockChecksOf } from "../results/lock-checks.ts";
import { isAnswered, outcomeCode, verdictIndex } from "../results/outcome-code.ts";
import { blocksOf, NO_DETAILS, packedBefore } from "../results/sealed/seal-hours.ts";
import { writeSealed } from "./record-history.ts";

interface ImportedCheck {
	/** Within its hour. */
	readonly minute: number;
	readonly status: "up" | "down";
	readonly responseTimeMs: number | null;
	readonly responseStatus: number | null;
	readonly message: string | null;
}

export interface ImportedHistory {
	/** Each once, with checks or with figures. */
	readonly hours: readonly {
		/** Whole hours since the epoch. */
		readonly hour: number;
		/** Each minute once. */
		readonly checks: readonly ImportedCheck[];
		readonly figures: ImportedFigures | null;
	}[];
	/** Of which no hour is known; each once. */
	readonly days: readonly { readonly day: number; readonly figures: ImportedFigures }[];
}

interface ImportingMonitor {
	readonly id: number;
	readonly teamId: number;
	readonly type: MonitorType;
	readonly createdAt: number;
}

/** What was added. */
interface RecordedImport {
	readonly hours: number;
	readonly checks: number;
	readonly days: number;
}

/** In a transaction. */
export async function recordImported(
	tx: Tx,
	monitor: ImportingMonitor,
	history: ImportedHistory,
	now: number,
): Promise<RecordedImport> {
	if (history.hours.length + history.days.length === 0) return { hours: 0, checks: 0, days: 0 };
	await lockChecksOf(tx, [monitor.id]);
	const through = await lockProgress(tx);
	await lockMonitors(tx, sql`select monitor_id from ${idRows(tx.dialect, [monitor.id], "monitor_id")} as r`);
	const bornIn = hourOf(minuteOf(monitor.createdAt));
	const known = await knownOf(tx, monitor.id, history);
	const hours = history.hours.filter(
		({ hour }) => hour < bornIn && !known.hours.has(hour) && !known.days.has(dayOfHour(hour)),
	);
	const { results_since: since } = await progressOf(tx);
	const rows = hours.flatMap(({ hour, checks }) => checks.map((check) => rowOf(monitor.id, hour, check)));
	const kept = rows.filter(({ minute }) => minute >= since);
	await writeSealed(tx, blocksOf(kept), packedBefore(now));
	const figures = new Map([...foldedOf(rows.filter(({ minute }) => minute < since)), ...figuresOf(hours)]);
	await putFigures(
		tx,
		sql`hourly_roll_ups`,
		{ monitor_id: "integer", hour: "integer" },
		HOUR_COLUMNS,
		[...figures].map(([hour, rollUp]) => ({ monitor_id: monitor.id, hour, ...hourToRow(rollUp) })),
	);
	await foldTouched(tx, monitor, [...new Set([...kept.map(({ minute }) => hourOf(minute)), ...figures.keys()])], since);
	await addToCounts(tx, countsOf(monitor, kept, figures, now), through);

	const written = new Set(hours.map(({ hour }) => dayOfHour(hour)));
	const isOpen = (day: number) => day < dayOf(minuteOf(monitor.createdAt)) && !written.has(day);
	const days = history.days.filter(({ day }) => isOpen(day) && !known.days.has(day) && !known.daysOfHours.has(day));
	const { id, type } = monitor;
	await writeDays(
		tx,
		days.map(({ day, figures: ofDay }) => ({ monitorId: id, type, day, rollUp: rollUpOfFigures(ofDay) })),
	);
	return { hours: hours.length, checks: rows.length, days: days.length };
}

/** Hours with figures, their days, and the days that have figures but no hour. */
async function knownOf(tx: Tx, monitorId: number, history: ImportedHistory) {
	const wanted = [...history.hours.map(({ hour }) => dayOfHour(hour)), ...history.days.map(({ day }) => day)];
	const [first, last] = [Math.min(...wanted), Math.max(...wanted)];
	const hours = await tx.db
		.selectFrom("hourly_roll_ups")
		.select("hour")
		.where("monitor_id", "=", monitorId)
		.where("hour", ">=", first * HOURS_A_DAY)
		.where("hour", "<", (last + 1) * HOURS_A_DAY)
		.execute();
	const days = await tx.db
		.selectFrom("daily_roll_ups")
		.select("day")
		.where("monitor_id", "=", monitorId)
		.where("day", ">=", first)
		.where("day", "<=", last)
		.execute();
	const daysOfHours = new Set(hours.map(({ hour }) => dayOfHour(hour)));
	return {
		hours: new Set(hours.map(({ hour }) => hour)),
		daysOfHours,
		days: new Set(days.map(({ day }) => day).filter((day) => !daysOfHours.has(day))),
	};
}

/** Of revision 0, which no settings of ours have; made nowhere that we know. */
function rowOf(monitorId: number, hour: number, check: ImportedCheck): ResultRow {
	const { status: verdict, responseTimeMs, responseStatus } = check;
	const isDown = verdict === "down";
	return {
		minute: hour * MINUTES_AN_HOUR + check.minute,
		monitor_id: monitorId,
		revision: 0,
		outcome: outcomeCode({ verdict, isAnswered: responseTimeMs !== null, reason: isDown ? "unknown" : null }),
		response_status: responseStatus,
		elapsed_ms: Math.round(responseTimeMs ?? 0),
		started_ms: 0,
		attempts: 1,
		location: null,
		...{ dns_ms: null, connect_ms: null, tls_ms: null, first_byte_ms: null },
		...NO_DETAILS,
		message: isDown ? (check.message ?? "") : null,
		locations: null,
	};
}

function foldedOf(rows: readonly ResultRow[]): ReadonlyMap<number, RollUp> {
	return foldHours({
		minutes: rows.map(({ minute }) => minute),
		verdicts: rows.map(({ outcome }) => verdictIndex(outcome)),
		responseTimesMs: rows.map(({ outcome, elapsed_ms }) => (isAnswered(outcome) ? (elapsed_ms ?? -1) : -1)),
	});
}

function figuresOf(hours: ImportedHistory["hours"]): [number, RollUp][] {
	return hours.flatMap(({ hour, figures }) => (figures === null ? [] : [[hour, rollUpOfFigures(figures)]]));
}

/** Folds the hours and days again of which something was written. */
async function foldTouched(
	tx: Tx,
	{ id: monitorId, type }: ImportingMonitor,
	hours: readonly number[],
	since: number,
): Promise<void> {
	const ranges = [...Map.groupBy(hours, (hour) => dayOfHour(hour)).values()].map((ofDay) => {
		return { monitorId, type, fromHour: Math.min(...ofDay), toHour: Math.max(...ofDay) + 1 };
	});
	// Of pruned checks nothing is folded: the hours were written above.
	const isPruned = ({ fromHour }: { readonly fromHour: number }) => fromHour < hourOf(since);
	const { pruned = [], kept = [] } = Object.groupBy(ranges, (range) => (isPruned(range) ? "pruned" : "kept"));
	await foldRanges(tx, kept);
	await foldDays(tx, pruned, await hoursOfDays(tx, pruned));
}

function countsOf(
	{ teamId, type }: ImportingMonitor,
	rows: readonly ResultRow[],
	figures: ReadonlyMap<number, RollUp>,
	now: number,
): MinuteCount[] {
	const first = minuteOf(now) - TEAM_MINUTES_KEPT;
	const single = rows.map(({ minute, outcome }) => {
		const verdict = VERDICTS[verdictIndex(outcome)] ?? "missed";
		return { teamId, minute, total: 1, successful: Number(isSuccessful(type, verdict)) };
	});
	const shared = [...figures].flatMap(([hour, rollUp]) =>
		sharesOfMinutes(rollUp, successfulOf(type, rollUp)).map((share, place) => {
			return { teamId, minute: hour * MINUTES_AN_HOUR + place, ...share };
		}),
	);
	return [...single, ...shared].filter(({ minute, total }) => minute >= first && total > 0);
}
