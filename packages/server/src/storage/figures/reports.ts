/**
 * The data of reports: the monitors of a team in a report's order, their days, and the minutes of maintenance. Read in
 * parts, so that a report blocks nothing else and its memory does not grow with the range.
 */

import { sql } from "kysely";
import { DAY_MS } from "../../domain/durations.ts";
import {
	type DayRange,
	NO_FIGURES,
	type ReportMonitor,
	type ReportPlace,
	type SummaryFigures,
} from "../../domain/figures/report.ts";
import type { DayStatus } from "../../domain/figures/uptime.ts";
import { concerns, maintenanceMinutes, type Span, spansOf } from "../../domain/maintenance/maintenance.ts";
import { MONITOR_TYPES, type MonitorType } from "../../domain/monitors/monitor.ts";
import type { Seek } from "../../domain/seek.ts";
import type { Tx } from "../database/tx.ts";
import { windowsOfTeam } from "../maintenance/maintenance-windows.ts";
import { heavyTurn } from "../turns/heavy-turn.ts";
import { type DaySum, dayStatusOf, daysOfStatus } from "./team-days.ts";

/** Days of windows expanded at a time: some milliseconds. */
const EXPANDED_DAYS = 31;
/** Monitors read at a time: a millisecond. */
const MONITORS_AT_ONCE = 500;

export interface ReportedMonitor extends ReportMonitor {
	readonly id: number;
}

export interface ReportFilter {
	readonly type?: MonitorType | undefined;
	readonly statusPageId?: number | undefined;
	/** Only monitors with checks in this range. */
	readonly checkedIn?: DayRange | undefined;
}

/**
 * Monitors of a team that exist, in the order of reports: by type in the order of MONITOR_TYPES, then by name, then by
 * id; texts by code point.
 */
export async function monitorsInReport(
	tx: Tx,
	teamId: number,
	filter: ReportFilter,
	seek: Seek<ReportPlace>,
): Promise<ReportedMonitor[]> {
	const { byCodePoint } = tx.dialect;
	const isForward = seek.direction === "forward";
	const [name, publicId] = [byCodePoint(sql`m.name`), byCodePoint(sql`m.public_id`)];
	const order = isForward ? sql`order by ${name}, ${publicId}` : sql`order by ${name} desc, ${publicId} desc`;
	// A page has few monitors, which are sorted; a team's are read in the order of an index.
	const monitors =
		filter.statusPageId === undefined
			? sql`monitors as m where true`
			: sql`(select distinct monitor_id from component_monitors where status_page_id = ${filter.statusPageId}) as p
				cross join monitors as m where m.id = p.monitor_id`;
	const { checkedIn: days } = filter;
	const isChecked = days
		? sql`and exists (
			select 1 from daily_roll_ups as d where d.monitor_id = m.id and d.day >= ${days.fromDay} and d.day <= ${days.toDay}
		)`
		: sql``;
	const types = MONITOR_TYPES.filter((type) => filter.type === undefined || type === filter.type);
	const inOrder = isForward ? types : types.toReversed();
	const found: ReportedMonitor[] = [];
	for (const type of seek.from === null ? inOrder : inOrder.slice(inOrder.indexOf(seek.from.type))) {
		if (found.length >= seek.limit) break;
		const beyond =
			seek.from?.type === type
				? sql`and (${name}, ${publicId}) ${isForward ? sql`>` : sql`<`} (${seek.from.name}, ${seek.from.publicId})`
				: sql``;
		const { rows } = await sql<ReportedMonitor>`
			select m.id, m.public_id as "publicId", m.type, m.name, m.target from ${monitors}
				and m.team_id = ${teamId} and m.type = ${type} and m.deleted_at is null ${beyond} ${isChecked}
			${order} limit ${seek.limit - found.length}`.execute(tx.db);
		found.push(...rows);
	}
	return isForward ? found : found.reverse();
}

/** The monitor at that position; null when it is gone, renamed, or not in the report any more. */
export async function reportedMonitor(
	tx: Tx,
	teamId: number,
	{ statusPageId }: ReportFilter,
	{ name, publicId }: ReportPlace,
): Promise<ReportedMonitor | null> {
	const onPage =
		statusPageId === undefined
			? sql``
			: sql`and id in (select monitor_id from component_monitors where status_page_id = ${statusPageId})`;
	const { rows } = await sql<ReportedMonitor>`
		select id, public_id as "publicId", type, name, target from monitors
		where team_id = ${teamId} and public_id = ${publicId} and name = ${name} and deleted_at is null ${onPage}`.execute(
		tx.db,
	);
	return rows[0] ?? null;
}

/** All of them. */
export async function allInReport(tx: Tx, teamId: number, filter: ReportFilter): Promise<ReportedMonitor[]> {
	const all: ReportedMonitor[] = [];
	for (;;) {
		await heavyTurn();
		const seek = { direction: "forward", from: all.at(-1) ?? null, limit: MONITORS_AT_ONCE } as const;
		const next = await monitorsInReport(tx, teamId, filter, seek);
		all.push(...next);
		if (next.length < MONITORS_AT_ONCE) return all;
	}
}

interface ReportedDay {
	readonly monitorId: number;
	readonly day: number;
	readonly total: number;
	readonly successful: number;
	readonly answered: number;
	readonly responseSumMs: number;
	readonly responseMaxMs: number;
	readonly status: DayStatus;
}

/** The days with checks of some monitors, by monitor (not in a report's order) and day. */
export async function daysOf(tx: Tx, monitorIds: readonly number[], range: DayRange): Promise<ReportedDay[]> {
	const { rows } = await sql<Omit<ReportedDay, "status"> & { status: number }>`
		select monitor_id as "monitorId", day, up + degraded + down as total, successful, answered,
			response_sum_ms as "responseSumMs", response_max_ms as "responseMaxMs", status
		from daily_roll_ups where monitor_id in (${sql.join(monitorIds)}) and day >= ${range.fromDay} and day <= ${range.toDay}
		order by monitor_id, day`.execute(tx.db);
	return rows.map((row) => ({ ...row, status: dayStatusOf(row.status) }));
}

/** The sums of a range for some monitors; all zero for one without checks. */
export async function summariesOf(
	tx: Tx,
	monitorIds: readonly number[],
	range: DayRange,
): Promise<Map<number, SummaryFigures>> {
	const { rows } = await sql<SummaryFigures & { monitorId: number }>`
		select d.monitor_id as "monitorId", count(*) as "daysWithData", sum(d.up + d.degraded + d.down) as total,
			sum(d.successful) as successful, sum(d.degraded) as degraded, sum(d.down) as down,
			sum(case when d.down > 0 then 1 else 0 end) as "daysWithDown",
			sum(case when d.down = 0 and d.degraded > 0 then 1 else 0 end) as "daysWithDegraded",
			sum(d.answered) as answered, sum(d.response_sum_ms) as "responseSumMs",
			max(d.response_max_ms) as "responseMaxMs",
			${daysOfStatus("down")} as "daysDown", ${daysOfStatus("degraded")} as "daysDegraded"
		from daily_roll_ups as d where d.monitor_id in (${sql.join(monitorIds)}) and d.day >= ${range.fromDay} and d.day <= ${range.toDay}
		group by d.monitor_id`.execute(tx.db);
	const found = new Map(rows.map(({ monitorId, ...figures }) => [monitorId, figures]));
	return new Map(monitorIds.map((id) => [id, found.get(id) ?? NO_FIGURES]));
}

/** The days with checks of some monitors, added up over them; in no order. */
export async function daySumsOf(tx: Tx, monitorIds: readonly number[], range: DayRange): Promise<readonly DaySum[]> {
	const { rows } = await sql<DaySum>`
		select d.day, sum(d.up + d.degraded + d.down) as total, sum(d.successful) as successful,
			sum(d.degraded) as degraded, sum(d.down) as down, ${daysOfStatus("up")} as "monitorsUp",
			${daysOfStatus("degraded")} as "monitorsDegraded", ${daysOfStatus("down")} as "monitorsDown"
		from daily_roll_ups as d where d.monitor_id in (${sql.join(monitorIds)}) and d.day >= ${range.fromDay} and d.day <= ${range.toDay}
		group by d.day`.execute(tx.db);
	return rows;
}

/** Answers the minutes of maintenance of a monitor on each day of the range, from its first day on. */
export type MaintenanceOf = (monitorId: number) => Int32Array;

export async function maintenanceInReport(tx: Tx, teamId: number, range: DayRange): Promise<MaintenanceOf> {
	const end = range.toDay + 1;
	const spans: { window: Awaited<ReturnType<typeof windowsOfTeam>>[number]; spans: Span[] }[] = [];
	for (const window of await windowsOfTeam(tx, teamId)) {
		const ofWindow: Span[] = [];
		for (let day = range.fromDay; day < end; day += EXPANDED_DAYS) {
			const until = Math.min(end, day + EXPANDED_DAYS);
			ofWindow.push(...spansOf(window.schedule, day * DAY_MS, until * DAY_MS));
			if (window.schedule.kind === "recurring") await heavyTurn();
		}
		if (ofWindow.length > 0) spans.push({ window, spans: ofWindow });
	}
	const forAll = spans.filter(({ window }) => window.monitorIds === null);
	const forSome = spans.filter(({ window }) => window.monitorIds !== null);
	const minutesOfTeam = maintenanceMinutes(
		forAll.flatMap((each) => each.spans),
		range.fromDay,
		end,
	);
	// Monitors with the same windows share their minutes: adding up a year of windows takes milliseconds.
	const known = new Map<string, Int32Array>();
	return (monitorId) => {
		const own = forSome.filter(({ window }) => concerns(window, monitorId));
		if (own.length === 0) return minutesOfTeam;
		const key = own.map(({ window }) => window.id).join();
		const minutes =
			known.get(key) ??
			maintenanceMinutes(
				[...forAll, ...own].flatMap((each) => each.spans),
				range.fromDay,
				end,
			);
		known.set(key, minutes);
		return minutes;
	};
}
