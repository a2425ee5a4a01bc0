/**
 * Figures of one monitor and of a team over rolling windows to now. A window of a day is the present minute and the
 * 1,439 before it.
 *
 * For one monitor, whole hours come from their figures, whose response times are exact for as long as single checks are
 * kept; the hours at the edges of the windows, and those not folded yet, are read check by check. The result equals
 * counting every check, with 1/40 of the reads. Hours of figures alone (./count-minutes.ts) are shared out at the
 * edges.
 */

import { sql } from "kysely";
import { minuteOf } from "../../domain/checks/check.ts";
import { VERDICTS } from "../../domain/checks/judgement.ts";
import { countsFrom } from "../../domain/figures/imported-figures.ts";
import { nearestRank } from "../../domain/figures/latency-histogram.ts";
import {
	HOURS_A_DAY,
	hourOf,
	MINUTES_A_DAY,
	MINUTES_AN_HOUR,
	type RollUp,
	RollUpTally,
} from "../../domain/figures/roll-up.ts";
import { successfulOf, totalOf, uptimePercent, type VerdictCounts } from "../../domain/figures/uptime.ts";
import { type MonitorType, STATUSES } from "../../domain/monitors/monitor.ts";
import { codeOf } from "../database/codes.ts";
import type { Tx } from "../database/tx.ts";
import { timesBetween } from "../results/read-checks.ts";
import { countHours, figureHours } from "./count-minutes.ts";
import { foldedHours } from "./folded-hours.ts";
import { figuresFromRow } from "./roll-up-rows.ts";
import { successfulIn } from "./successful.ts";
import { ALL_SUBTRACTED, type TeamCount, teamCounts } from "./team-minutes.ts";

/** Lengths of the windows in days, by their names. */
const WINDOW_DAYS = { last24Hours: 1, last7Days: 7, last30Days: 30 } as const;
type WindowName = keyof typeof WINDOW_DAYS;
const WINDOW_NAMES = Object.keys(WINDOW_DAYS) as WindowName[];

interface MonitorStatistics {
	/** Percent; 100 where there was no check. */
	readonly uptime: Readonly<Record<WindowName, number>>;
	/** Whole milliseconds over the longest window; 0 where nothing was answered. */
	readonly responseTime: {
		readonly avg: number;
		readonly min: number;
		readonly max: number;
		readonly p50: number;
		readonly p95: number;
		readonly p99: number;
	};
	/** Over the longest window. */
	readonly checks: { readonly total: number; readonly up: number; readonly degraded: number; readonly down: number };
}

interface TeamStatistics {
	/** All monitors that exist, and the enabled ones by status. */
	readonly monitors: { readonly total: number; readonly up: number; readonly degraded: number; readonly down: number };
	readonly uptime: Readonly<Record<WindowName, number>>;
	readonly checks: Readonly<Record<WindowName, number>>;
}

/** What became of a monitor's checks in each window. */
interface MonitorFigures {
	readonly counts: Readonly<Record<WindowName, VerdictCounts>>;
	/** Of the longest window; null without checks. */
	readonly longest: RollUp | null;
}

/** @param now epoch milliseconds */
export async function monitorFigures(tx: Tx, monitorId: number, now: number): Promise<MonitorFigures> {
	const end = minuteOf(now) + 1;
	const starts = WINDOW_NAMES.map((name) => end - WINDOW_DAYS[name] * MINUTES_A_DAY);
	const counts = starts.map(() => ({ up: 0, degraded: 0, down: 0 }));
	const add = (count: (typeof counts)[number], { up, degraded, down }: VerdictCounts) => {
		count.up += up;
		count.degraded += degraded;
		count.down += down;
	};
	// Response times are of the longest window alone: it holds all others.
	const longest = new RollUpTally();
	const first = Math.min(...starts);
	const cutHours = new Set(starts.filter((start) => start % MINUTES_AN_HOUR !== 0).map(hourOf));
	// Those without checks to read are shared out among their minutes, as in the figures of the team.
	for (const { hour } of await figureHours(tx, [...cutHours], sql`m.id = ${monitorId}`)) cutHours.delete(hour);
	const { hours, unfolded } = await foldedHours(tx, monitorId, first, end, cutHours);

	for (const { hour, rollUp } of hours) {
		const partSince = (start: number): VerdictCounts => {
			const minutesBefore = start - hour * MINUTES_AN_HOUR;
			return minutesBefore <= 0 ? rollUp : countsFrom(rollUp, minutesBefore);
		};
		// Of a part, the response times are not known.
		longest.addAll(hour * MINUTES_AN_HOUR >= first ? rollUp : { ...NO_RESPONSES, ...partSince(first) });
		for (const [index, count] of counts.entries()) {
			const start = starts[index] ?? 0;
			if ((hour + 1) * MINUTES_AN_HOUR > start) add(count, partSince(start));
		}
	}
	for (const { day, rollUp } of await daysWithoutHours(tx, monitorId, first)) {
		longest.addAll(rollUp);
		for (const [index, count] of counts.entries()) if (day * MINUTES_A_DAY >= (starts[index] ?? 0)) add(count, rollUp);
	}
	for (const { from, to } of unfolded) {
		const { minutes, verdicts, responseTimesMs } = await timesBetween(tx, monitorId, from, to);
		for (const [at, minute] of minutes.entries()) {
			longest.add(verdicts[at] ?? 0, responseTimesMs[at] ?? -1);
			const verdict = VERDICTS[verdicts[at] ?? 0] ?? "missed";
			if (verdict === "missed") continue;
			for (const [index, count] of counts.entries()) if (minute >= (starts[index] ?? 0)) count[verdict] += 1;
		}
	}
	return { counts: byName(counts), longest: longest.rollUp() };
}

/** Imported days of which no hour is known, from the first whole day after a minute on. */
async function daysWithoutHours(
	tx: Tx,
	monitorId: number,
	fromMinute: number,
): Promise<{ day: number; rollUp: RollUp }[]> {
	const rows = await tx.db
		.selectFrom("daily_roll_ups as d")
		.selectAll()
		.where("d.monitor_id", "=", monitorId)
		.where("d.day", ">=", Math.ceil(fromMinute / MINUTES_A_DAY))
		.where(sql<boolean>`not exists (
			select 1 from hourly_roll_ups as h where h.monitor_id = d.monitor_id
				and h.hour >= d.day * ${sql.lit(HOURS_A_DAY)} and h.hour < (d.day + 1) * ${sql.lit(HOURS_A_DAY)})`)
		.execute();
	return rows.map((row) => ({ day: row.day, rollUp: figuresFromRow(row) }));
}

const NO_RESPONSES = { answered: 0, responseSumMs: 0, responseMaxMs: 0, responseTimes: { times: [], counts: [] } };

/** @param now epoch milliseconds */
export async function monitorStatistics(
	tx: Tx,
	{ id, type }: { readonly id: number; readonly type: MonitorType },
	now: number,
): Promise<MonitorStatistics> {
	const { counts, longest } = await monitorFigures(tx, id, now);
	const uptimes = WINDOW_NAMES.map((name) => uptimePercent(successfulOf(type, counts[name]), totalOf(counts[name])));
	const { up, degraded, down } = longest ?? { up: 0, degraded: 0, down: 0 };
	return {
		uptime: byName(uptimes.map((percent) => percent ?? 100)),
		responseTime: responseTimesOf(longest) ?? { avg: 0, min: 0, max: 0, p50: 0, p95: 0, p99: 0 },
		checks: { total: up + degraded + down, up, degraded, down },
	};
}

/** Null when nothing was answered. */
export function responseTimesOf(rollUp: RollUp | null): MonitorStatistics["responseTime"] | null {
	if (rollUp === null || rollUp.answered === 0) return null;
	const { answered, responseSumMs, responseMaxMs, responseTimes } = rollUp;
	return {
		avg: Math.round(responseSumMs / answered),
		min: responseTimes.times[0] ?? 0,
		max: responseMaxMs,
		p50: nearestRank(responseTimes, 50),
		p95: nearestRank(responseTimes, 95),
		p99: nearestRank(responseTimes, 99),
	};
}

/** @param now epoch milliseconds */
export async function teamStatistics(database: Tx, teamId: number, now: number): Promise<TeamStatistics> {
	const end = minuteOf(now) + 1;
	const starts = WINDOW_NAMES.map((name) => end - WINDOW_DAYS[name] * MINUTES_A_DAY);
	// One snapshot: what is pruned in between would be subtracted twice.
	return database.snapshot(async (tx) => {
		const counts = await teamCounts(tx, teamId, starts, end);
		const gone = await countsOfDeleted(tx, teamId, starts, end);
		const left = counts.map(({ total, successful }, index) => ({
			total: total - (gone[index]?.total ?? 0),
			successful: successful - (gone[index]?.successful ?? 0),
		}));
		return {
			monitors: await statusCounts(tx, teamId),
			uptime: byName(left.map(({ total, successful }) => uptimePercent(successful, total) ?? 100)),
			checks: byName(left.map(({ total }) => total)),
		};
	});
}

/**
 * The share of deleted monitors in a team's counts, until they are subtracted: whole hours from their figures, the rest
 * check by check. Reading every check would take a third of a second a monitor, and a team may delete hundreds at once.
 */
async function countsOfDeleted(tx: Tx, teamId: number, starts: readonly number[], end: number): Promise<TeamCount[]> {
	const { rows: deleted } = await sql<{ id: number; type: MonitorType; through: number; countedFrom: number }>`
		select m.id, m.type, s.hours_through as through, m.counted_from as "countedFrom" from monitors as m
		join roll_up_states as s on s.monitor_id = m.id
		where m.team_id = ${teamId} and m.deleted_at is not null and m.counted_from < ${ALL_SUBTRACTED}`.execute(tx.db);
	if (deleted.length === 0) return starts.map(() => ({ total: 0, successful: 0 }));
	const first = Math.min(...starts);
	const [firstHour, lastHour] = [hourOf(first), hourOf(end - 1)];
	const folded = deleted.map(({ id, type, through, countedFrom }) => {
		const from = Math.max(firstHour, hourOf(countedFrom));
		return { id, type, from_hour: from, through: Math.max(from, Math.min(through, lastHour)) };
	});
	const rows = tx.dialect.rows(DELETED_COLUMNS, folded);
	const { rows: late } = await sql<{ monitorId: number; hour: number }>`
		select l.monitor_id as "monitorId", l.hour from ${rows} as r join late_hours as l on l.monitor_id = r.id
		where l.hour >= r.from_hour and l.hour < r.through`.execute(tx.db);
	const cutHours = [...new Set(starts.filter((start) => start % MINUTES_AN_HOUR !== 0).map(hourOf))];

	const whole = await wholeHoursOfDeleted(tx, { folded, late, cutHours }, starts);

	const unfolded = folded.flatMap(({ id: monitorId, from_hour: from, through }) => [
		...cutHours.filter((hour) => hour >= from && hour < through).map((hour) => ({ monitorId, hour })),
		...Array.from({ length: Math.max(0, lastHour - through + 1) }, (_, index) => ({
			monitorId,
			hour: through + index,
		})),
	]);
	const lateWholeHours = late.filter(({ hour }) => !cutHours.includes(hour));
	const single = await countHours(tx, [...unfolded, ...lateWholeHours], first);
	return starts.map((start, index) => {
		const within = single.filter(({ minute }) => minute >= start && minute < end);
		return {
			total: within.reduce((sum, { total }) => sum + total, whole[`total${index}`] ?? 0),
			successful: within.reduce((sum, { successful }) => sum + successful, whole[`successful${index}`] ?? 0),
		};
	});
}

const DELETED_COLUMNS = { id: "integer", type: "text", from_hour: "integer", through: "integer" } as const;

interface DeletedHours {
	/** The monitors, with the hours of each that are rolled up and still counted. */
	readonly folded: readonly {
		readonly id: number;
		readonly type: MonitorType;
		readonly from_hour: number;
		readonly through: number;
	}[];
	/** Hours that must be rolled up again. */
	readonly late: readonly { readonly monitorId: number; readonly hour: number }[];
	/** Hours at the edges of the windows. */
	readonly cutHours: readonly number[];
}

/** The sums over whole, rolled-up hours, as `total0`, `successful0` and so on: one pair for each start. */
async function wholeHoursOfDeleted(
	tx: Tx,
	{ folded, late, cutHours }: DeletedHours,
	starts: readonly number[],
): Promise<Record<string, number | null>> {
	const rows = tx.dialect.rows(DELETED_COLUMNS, folded);
	const successful = successfulIn("h", "r.type");
	const sums = starts.flatMap((start, index) => {
		const isWithin = sql`h.hour >= ${Math.ceil(start / MINUTES_AN_HOUR)}`;
		return [
			sql`sum(case when ${isWithin} then h.up + h.degraded + h.down else 0 end) as ${sql.ref(`total${index}`)}`,
			sql`sum(case when ${isWithin} then ${successful} else 0 end) as ${sql.ref(`successful${index}`)}`,
		];
	});
	const skipped = tx.dialect.rows(
		{ monitor_id: "integer", hour: "integer" },
		late.map(({ monitorId, hour }) => ({ monitor_id: monitorId, hour })),
	);
	const withoutLate = sql`and (h.monitor_id, h.hour) not in (select monitor_id, hour from ${skipped} as l)`;
	const {
		rows: [whole = {}],
	} = await sql<Record<string, number | null>>`
		select ${sql.join(sums)} from ${rows} as r cross join hourly_roll_ups as h
		where h.monitor_id = r.id and h.hour >= r.from_hour and h.hour < r.through
			and h.hour not in (${sql.join([-1, ...cutHours])}) ${late.length > 0 ? withoutLate : sql``}`.execute(tx.db);
	return whole;
}

/**
 * Most monitors are up: those are what the others leave of the enabled ones. Both are read from indexes, where a look
 * at each monitor and its state would take a microsecond of SQLite's.
 */
async function statusCounts(tx: Tx, teamId: number): Promise<TeamStatistics["monitors"]> {
	const others = (["pending", "degraded", "down"] as const).map(
		(status) =>
			sql`count(case when s.status = ${sql.lit(codeOf(STATUSES, status))} then m.enabled_at end) as ${sql.ref(status)}`,
	);
	const isOfTeam = sql`team_id = ${teamId} and deleted_at is null`;
	const { rows } = await sql<TeamStatistics["monitors"]>`
		select a.total, a.enabled - o.pending - o.degraded - o.down as up, o.degraded, o.down
		from (
			select (select count(*) from monitors where ${isOfTeam}) as total,
				(select count(*) from monitors where ${isOfTeam} and enabled_at is not null) as enabled
		) as a cross join (
			select ${sql.join(others)} from monitor_states as s cross join monitors as m
			where s.team_id = ${teamId} and s.status <> ${sql.lit(codeOf(STATUSES, "up"))}
				and m.id = s.monitor_id and m.deleted_at is null
		) as o`.execute(tx.db);
	return rows[0] ?? { total: 0, up: 0, degraded: 0, down: 0 };
}

function byName<Value>(values: readonly Value[]): Record<WindowName, Value> {
	return Object.fromEntries(WINDOW_NAMES.map((name, index) => [name, values[index]])) as Record<WindowName, Value>;
}
