/**
 * The data of reports: the monitors of a team in a report's order, their days, and the minutes of maintenance. Read in
 * parts, so that a report blocks nothing else and its memory does not grow with the range.
 */

import { sql } from "kysely";
import {
	compareInReport,
	type DayRange,
	NO_FIGURES,
	type ReportMonitor,
	type SummaryFigures,
} from "../../domain/figures/report.ts";
import { DAY_STATUSES, type DayStatus } from "../../domain/figures/uptime.ts";
import { concerns, maintenanceMinutes, type Span, spansOf } from "../../domain/maintenance/maintenance.ts";
import { type MonitorType, STATUSES } from "../../domain/monitors/monitor.ts";
import { codeOf } from "../database/codes.ts";
import type { Tx } from "../database/tx.ts";
import { windowsOfTeam } from "../maintenance/maintenance-windows.ts";
import { heavyTurn } from "../turns/heavy-turn.ts";

const DAY_MS = 86_400_000;
/** Days of windows expanded at a time: some milliseconds. */
const EXPANDED_DAYS = 31;

export interface ReportedMonitor extends ReportMonitor {
	readonly id: number;
}

/** Every monitor of a team that exists, in the order of reports. */
export async function monitorsInReport(
	tx: Tx,
	teamId: number,
	filter: { readonly type?: MonitorType | undefined; readonly statusPageId?: number | undefined },
): Promise<ReportedMonitor[]> {
	let query = tx.db
		.selectFrom("monitors")
		.select(["monitors.id", "public_id as publicId", "type", "name", "target"])
		.where("team_id", "=", teamId)
		.where("deleted_at", "is", null);
	if (filter.type !== undefined) query = query.where("type", "=", filter.type);
	if (filter.statusPageId !== undefined) {
		query = query.where("monitors.id", "in", (of) =>
			of
				.selectFrom("status_page_monitors")
				.select("monitor_id")
				.where("status_page_id", "=", filter.statusPageId ?? 0),
		);
	}
	return (await query.execute()).sort(compareInReport);
}

export interface ReportedDay {
	readonly monitorId: number;
	readonly day: number;
	readonly total: number;
	readonly successful: number;
	readonly answered: number;
	readonly responseSumMs: number;
	readonly responseMaxMs: number;
	readonly status: DayStatus;
}

const DAY_STATUS_OF = new Map<number, DayStatus>(DAY_STATUSES.map((status) => [codeOf(STATUSES, status), status]));

/** The days with checks of some monitors, by monitor (not in a report's order) and day. */
export async function daysOf(tx: Tx, monitorIds: readonly number[], range: DayRange): Promise<ReportedDay[]> {
	const { rows } = await sql<Omit<ReportedDay, "status"> & { status: number }>`
		select monitor_id as "monitorId", day, up + degraded + down as total, successful, answered,
			response_sum_ms as "responseSumMs", response_max_ms as "responseMaxMs", status
		from daily_roll_ups where monitor_id in (${sql.join(monitorIds)}) and day >= ${range.fromDay} and day <= ${range.toDay}
		order by monitor_id, day`.execute(tx.db);
	return rows.map((row) => ({ ...row, status: DAY_STATUS_OF.get(row.status) ?? "down" }));
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
			${countOf("down")} as "daysDown", ${countOf("degraded")} as "daysDegraded"
		from daily_roll_ups as d where d.monitor_id in (${sql.join(monitorIds)}) and d.day >= ${range.fromDay} and d.day <= ${range.toDay}
		group by d.monitor_id`.execute(tx.db);
	const found = new Map(rows.map(({ monitorId, ...figures }) => [monitorId, figures]));
	return new Map(monitorIds.map((id) => [id, found.get(id) ?? NO_FIGURES]));
}

/** The checks of some monitors together on one day. */
export interface DaySum {
	readonly day: number;
	readonly total: number;
	readonly successful: number;
	readonly degraded: number;
	readonly down: number;
	/** Monitors whose day was of that status. */
	readonly monitorsUp: number;
	readonly monitorsDegraded: number;
	readonly monitorsDown: number;
}

/** The days with checks of some monitors, added up over them; in no order. */
export async function daySumsOf(tx: Tx, monitorIds: readonly number[], range: DayRange): Promise<readonly DaySum[]> {
	const { rows } = await sql<DaySum>`
		select d.day, sum(d.up + d.degraded + d.down) as total, sum(d.successful) as successful,
			sum(d.degraded) as degraded, sum(d.down) as down, ${countOf("up")} as "monitorsUp",
			${countOf("degraded")} as "monitorsDegraded", ${countOf("down")} as "monitorsDown"
		from daily_roll_ups as d where d.monitor_id in (${sql.join(monitorIds)}) and d.day >= ${range.fromDay} and d.day <= ${range.toDay}
		group by d.day`.execute(tx.db);
	return rows;
}

function countOf(status: DayStatus) {
	return sql`sum(case when d.status = ${sql.lit(codeOf(STATUSES, status))} then 1 else 0 end)`;
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
