/** What a soak left in the database, compared with what was counted apart. */

import { sql } from "kysely";
import { minuteOf } from "../../../domain/checks/check.ts";
import { VERDICTS } from "../../../domain/checks/judgement.ts";
import { keptSince } from "../../../domain/figures/retention.ts";
import { dayOfHour, HOURS_A_DAY, hourOf, MINUTES_A_DAY, MINUTES_AN_HOUR } from "../../../domain/figures/roll-up.ts";
import type { Database } from "../../../storage/database/tx.ts";
import { hourFromRow } from "../../../storage/figures/roll-up-rows.ts";
import { teamStatistics } from "../../../storage/figures/statistics.ts";
import { timesBetween } from "../../../storage/results/read-checks.ts";
import { sealedBefore } from "../../../storage/results/sealed/seal-hours.ts";
import { type CountedHour, checksOf, judgedOf, sumOf } from "./counted-hours.ts";
import { type Hours, kept, type Soak } from "./soak.ts";

/** Every roll-up, single check and statistic that is not as counted, and what is kept for too long. */
export async function differences(soak: Soak): Promise<string[]> {
	const found: string[] = [];
	const expectSame = (what: string, stored: unknown, expected: unknown) => {
		const [is, should] = [JSON.stringify(stored), JSON.stringify(expected)];
		if (is !== should) found.push(`${what}: ${is}, and not ${should}`);
	};
	for (const monitor of soak.monitors) {
		expectSame(`hours of ${monitor}`, await hoursOf(soak, monitor), expectedHours(soak, monitor));
		expectSame(`days of ${monitor}`, await daysOf(soak, monitor), expectedDays(soak, monitor));
		expectSame(`checks of ${monitor}`, await checksOfMonitor(soak, monitor), expectedChecks(soak, monitor));
	}
	expectSame("the checks of the team", await checksOfTeam(soak), expectedOfTeam(soak));
	const { late, unsealed, firstTransition } = await leftOver(soak.database);
	expectSame("marks of late hours and minutes", late, 0);
	if (unsealed !== null && hourOf(unsealed) < sealedBefore(soak.now)) found.push(`minute ${unsealed} is not sealed`);
	const keptEvents = keptSince(soak.retention.eventsDays, soak.now) * 60_000;
	if (firstTransition !== null && firstTransition < keptEvents) found.push("a change of status was kept for too long");
	return found;
}

function counts(soak: Soak, monitor: number, { from, to }: Hours): { hour: number; counted: CountedHour }[] {
	return Array.from({ length: to - from }, (_, index) => from + index)
		.map((hour) => ({ hour, counted: soak.counted.of(monitor, hour) }))
		.filter(({ counted }) => checksOf(counted) > 0);
}

type Figures = readonly number[];
const figures = ({ up, degraded, down, answered, responseSumMs, responseMaxMs }: CountedHour): Figures => [
	...[up, degraded, down, answered, responseSumMs, responseMaxMs],
];

function expectedHours(soak: Soak, monitor: number): (readonly [number, Figures])[] {
	return counts(soak, monitor, kept(soak, soak.retention.hoursDays))
		.filter(({ counted }) => judgedOf(counted) > 0)
		.map(({ hour, counted }) => [hour, figures(counted)]);
}

async function hoursOf({ database }: Soak, monitor: number): Promise<(readonly [number, Figures])[]> {
	const rows = await database.db
		.selectFrom("hourly_roll_ups")
		.selectAll()
		.where("monitor_id", "=", monitor)
		.orderBy("hour")
		.execute();
	return rows.map((row) => {
		const { up, degraded, down, answered, responseSumMs, responseMaxMs } = hourFromRow(row);
		return [row.hour, [up, degraded, down, answered, responseSumMs, responseMaxMs]];
	});
}

/** Days are kept for ever. */
function expectedDays(soak: Soak, monitor: number): (readonly [number, Figures])[] {
	const all = counts(soak, monitor, kept(soak, Number.POSITIVE_INFINITY));
	return [...Map.groupBy(all, ({ hour }) => dayOfHour(hour))]
		.map(([day, hours]) => [day, sumOf(hours.map(({ counted }) => counted))] as const)
		.filter(([, counted]) => judgedOf(counted) > 0)
		.map(([day, counted]) => [day, figures(counted)]);
}

async function daysOf({ database }: Soak, monitor: number): Promise<(readonly [number, Figures])[]> {
	const rows = await database.db
		.selectFrom("daily_roll_ups")
		.select(["day", "up", "degraded", "down", "answered", "response_sum_ms", "response_max_ms"])
		.where("monitor_id", "=", monitor)
		.orderBy("day")
		.execute();
	return rows.map(({ day, up, degraded, down, answered, response_sum_ms, response_max_ms }) => [
		day,
		[up, degraded, down, answered, response_sum_ms, response_max_ms],
	]);
}

function expectedChecks(soak: Soak, monitor: number): (readonly [number, readonly number[]])[] {
	const { from } = kept(soak, soak.retention.resultsDays);
	return counts(soak, monitor, { from, to: hourOf(minuteOf(soak.now)) }).map(({ hour, counted }) => [
		hour,
		[...VERDICTS.map((verdict) => counted[verdict]), counted.responseSumMs],
	]);
}

/** Checks of each hour by verdict, and their response times: as a reader of single checks finds them. */
async function checksOfMonitor(soak: Soak, monitor: number): Promise<(readonly [number, readonly number[]])[]> {
	const [from, to] = [minuteOf(soak.start), hourOf(minuteOf(soak.now)) * MINUTES_AN_HOUR];
	const hours = new Map<number, number[]>();
	for (let at = from; at < to; at += MINUTES_A_DAY) {
		const times = await timesBetween(soak.database, monitor, at, Math.min(to, at + MINUTES_A_DAY));
		for (const [index, minute] of times.minutes.entries()) {
			const hour = hours.get(hourOf(minute)) ?? new Array<number>(VERDICTS.length + 1).fill(0);
			hours.set(hourOf(minute), hour);
			const verdict = times.verdicts[index] ?? 0;
			hour[verdict] = (hour[verdict] ?? 0) + 1;
			hour[VERDICTS.length] = (hour[VERDICTS.length] ?? 0) + Math.max(0, times.responseTimesMs[index] ?? -1);
		}
	}
	return [...hours];
}

/** Windows that end with a whole hour. */
function lastHour(soak: Soak): number {
	return hourOf(minuteOf(soak.now)) - 1;
}

async function checksOfTeam(soak: Soak): Promise<readonly number[]> {
	const lastMinute = (lastHour(soak) + 1) * MINUTES_AN_HOUR - 1;
	const { checks } = await teamStatistics(soak.database, soak.team, lastMinute * 60_000);
	return WINDOW_DAYS.map((_, index) => Object.values(checks)[index] ?? 0);
}

const WINDOW_DAYS = [1, 7, 30];

function expectedOfTeam(soak: Soak): readonly number[] {
	const to = lastHour(soak) + 1;
	const { from: first } = kept(soak, Number.POSITIVE_INFINITY);
	return WINDOW_DAYS.map((days) => {
		const from = Math.max(first, to - days * HOURS_A_DAY);
		const of = (monitor: number) => counts(soak, monitor, { from, to }).map(({ counted }) => judgedOf(counted));
		return soak.monitors.flatMap(of).reduce((sum, judged) => sum + judged, 0);
	});
}

async function leftOver(database: Database) {
	const { rows } = await sql<{ late: number; unsealed: number | null; firstTransition: number | null }>`select
		(select count(*) from late_hours) + (select count(*) from late_minutes) as late,
		(select min(minute) from check_results) as unsealed,
		(select min(created_at) from transitions) as "firstTransition"`.execute(database.db);
	return rows[0] ?? { late: 0, unsealed: null, firstTransition: null };
}
