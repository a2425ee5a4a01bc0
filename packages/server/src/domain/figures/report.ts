/** Uptime reports: the covered days, the order of monitors, and the values of each line. */

import { DAY_MS } from "../durations.ts";
import type { MonitorType } from "../monitors/monitor.ts";
import { type DayStatus, uptimePercent } from "./uptime.ts";

/** A range covers at most this many days: a leap year. */
export const MAX_REPORT_DAYS = 366;

/** Whole UTC days since the epoch, both included. */
export interface DayRange {
	readonly fromDay: number;
	readonly toDay: number;
}

export interface RangeProblem {
	readonly parameter: "from" | "to";
	readonly message: string;
}

/** The day that `YYYY-MM-DD` names; null for every other text and for days that no calendar has. */
export function dayNamed(text: string): number | null {
	if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return null;
	const instant = Date.parse(`${text}T00:00:00Z`);
	if (Number.isNaN(instant)) return null;
	const day = instant / DAY_MS;
	// 30 February becomes 2 March, which is another text.
	return dayText(day) === text ? day : null;
}

/** `YYYY-MM-DD` */
export function dayText(day: number): string {
	return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** The days of a report: the given ones, else the month before `now`. */
export function reportRange(
	given: { readonly from?: number | undefined; readonly to?: number | undefined },
	now: number,
): DayRange | RangeProblem {
	const { from, to } = given;
	const today = Math.floor(now / DAY_MS);
	if (from === undefined && to === undefined) return lastMonth(now);
	if (from === undefined) return { parameter: "from", message: "Give both from and to, or neither for last month." };
	if (to === undefined) return { parameter: "to", message: "Give both from and to, or neither for last month." };
	if (to >= today)
		return {
			parameter: "to",
			message: `A report ends yesterday (UTC) at the latest. The last day that can be asked for is ${dayText(today - 1)}.`,
		};
	if (from > to)
		return { parameter: "from", message: "The first day must not come after the last: from and to may be exchanged." };
	if (to - from >= MAX_REPORT_DAYS) {
		return {
			parameter: "from",
			message: `A range covers at most ${MAX_REPORT_DAYS} days, from ${dayText(to - MAX_REPORT_DAYS + 1)} on for this end.`,
		};
	}
	return { fromDay: from, toDay: to };
}

function lastMonth(now: number): DayRange {
	const date = new Date(now);
	return monthOf(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1) / DAY_MS - 1);
}

/** The days of the month in which `day` lies. */
export function monthOf(day: number): DayRange {
	const date = new Date(day * DAY_MS);
	const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
	return { fromDay: Date.UTC(year, month, 1) / DAY_MS, toDay: Date.UTC(year, month + 1, 1) / DAY_MS - 1 };
}

/** The sort key of a monitor in a report. */
export interface ReportPlace {
	readonly type: MonitorType;
	readonly name: string;
	/** `mon_…` */
	readonly publicId: string;
}

/** The figures of a monitor's checks on one day, or over a range of days. */
interface ReportFigures {
	readonly total: number;
	readonly successful: number;
	/** Checks with a complete response, which the response times are of. */
	readonly answered: number;
	readonly responseSumMs: number;
	readonly responseMaxMs: number;
}

export interface ReportMonitor extends ReportPlace {
	/** The target: the url, domain, `host:port`, cron expression or flow's name. */
	readonly target: string;
}

function checkFigures({ total, successful, answered, responseSumMs, responseMaxMs }: ReportFigures) {
	return {
		totalChecks: total,
		successfulChecks: successful,
		failedChecks: total - successful,
		uptimePercent: uptimePercent(successful, total),
		avgResponseTimeMs: answered === 0 ? 0 : responseSumMs / answered,
		maxResponseTimeMs: responseMaxMs,
	};
}

export interface SummaryFigures extends ReportFigures {
	readonly daysWithData: number;
	readonly daysDown: number;
	readonly daysDegraded: number;
	/** Checks that were answered as expected, but too slowly; checks that were not. */
	readonly degraded: number;
	readonly down: number;
	/** Days with a check that was down; other days with one that was degraded. */
	readonly daysWithDown: number;
	readonly daysWithDegraded: number;
}

export const NO_FIGURES: SummaryFigures = {
	total: 0,
	successful: 0,
	answered: 0,
	responseSumMs: 0,
	responseMaxMs: 0,
	daysWithData: 0,
	daysDown: 0,
	daysDegraded: 0,
	degraded: 0,
	down: 0,
	daysWithDown: 0,
	daysWithDegraded: 0,
};

export type SummaryEntry = ReturnType<typeof summaryEntry>;

export function summaryEntry(monitor: ReportMonitor, figures: SummaryFigures, maintenanceMinutes: number) {
	return {
		monitorId: monitor.publicId,
		monitor: monitor.name,
		type: monitor.type,
		target: monitor.target,
		daysWithData: figures.daysWithData,
		...checkFigures(figures),
		daysDown: figures.daysDown,
		daysDegraded: figures.daysDegraded,
		maintenanceMinutes,
	};
}

export type DailyEntry = ReturnType<typeof dailyEntry>;

export function dailyEntry(
	monitor: ReportPlace,
	day: ReportFigures & { readonly status: DayStatus },
	date: string,
	maintenanceMinutes: number,
) {
	return {
		date,
		monitorId: monitor.publicId,
		monitor: monitor.name,
		type: monitor.type,
		...checkFigures(day),
		status: day.status,
		maintenanceMinutes,
	};
}
