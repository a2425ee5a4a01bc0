/** /reports/uptime-daily: the uptime of each monitor on each day, by pages, or as CSV of the whole range. */

import { z } from "@hono/zod-openapi";
import {
	type DailyEntry,
	type DayRange,
	dailyEntry,
	dayNamed,
	dayText,
	monthOf,
	type RangeProblem,
	type ReportPlace,
	reportRange,
} from "../../../domain/figures/report.ts";
import { DAY_STATUSES } from "../../../domain/figures/uptime.ts";
import { MONITOR_TYPES, type MonitorType } from "../../../domain/monitors/monitor.ts";
import type { Seek } from "../../../domain/seek.ts";
import type { Tx } from "../../../storage/database/tx.ts";
import {
	daysOf,
	maintenanceInReport,
	monitorsInReport,
	type ReportedMonitor,
	reportedMonitor,
} from "../../../storage/figures/reports.ts";
import { heavyTurn } from "../../../storage/turns/heavy-turn.ts";
import { json, metaOf } from "../../kernel/answers.ts";
import { prefersCsv } from "../../kernel/csv-download.ts";
import type { ListName } from "../../kernel/cursors.ts";
import { type Call, endpoint } from "../../kernel/endpoint.ts";
import { type PagingQuery, readCursor, readPage } from "../../kernel/paging.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { meta, paginationSchema, pagingQuery } from "../../kernel/schemas.ts";
import {
	batchSize,
	date,
	download,
	echoed,
	figures,
	names,
	prepare,
	type Report,
	type ReportQuery,
	readInBatches,
	reportQuery,
	success,
	type WholeReport,
	whole,
} from "./reports.ts";

const daily = z
	.object({ date, ...names, ...figures, status: z.enum(DAY_STATUSES), maintenanceMinutes: z.int() })
	.openapi("UptimeDay");

const DAILY_COLUMNS = Object.keys(daily.shape) as (keyof DailyEntry)[];

interface DatedReport extends Pick<WholeReport, "range" | "maintenance"> {
	/** Of the range, from its first day on: made once, for they take a third of the time when each batch makes them. */
	readonly dates: readonly string[];
}

function datesOf({ fromDay, toDay }: DayRange): string[] {
	return Array.from({ length: toDay - fromDay + 1 }, (_, index) => dayText(fromDay + index));
}

async function entriesOf(
	database: Tx,
	{ range, maintenance, dates }: DatedReport,
	monitors: readonly ReportedMonitor[],
): Promise<DailyEntry[]> {
	const ids = monitors.map(({ id }) => id);
	const days = Map.groupBy(await daysOf(database, ids, range), ({ monitorId }) => monitorId);
	return monitors.flatMap((monitor) => {
		const own = days.get(monitor.id) ?? [];
		if (own.length === 0) return [];
		const minutes = maintenance(monitor.id);
		return own.map((day) =>
			dailyEntry(monitor, day, dates[day.day - range.fromDay] ?? "", minutes[day.day - range.fromDay] ?? 0),
		);
	});
}

function dailies(database: Tx, report: WholeReport): AsyncGenerator<readonly DailyEntry[]> {
	const dated = { ...report, dates: datesOf(report.range) };
	return readInBatches(report, (monitors) => entriesOf(database, dated, monitors));
}

/** The position of a line: the monitor's position, then the day. */
type DailyKey = readonly [type: MonitorType, name: string, publicId: string, day: number];

const dailyKey = z.tuple([z.enum(MONITOR_TYPES), z.string(), z.string(), z.int()]);

function dailyListOf({ from, to, monitor_type, status_page_id }: ReportQuery): ListName {
	return ["uptime-daily", from ?? null, to ?? null, monitor_type ?? null, status_page_id ?? null];
}

/**
 * The range of a page. Without a range in the query it is the month of the cursor, because "last month" changes between
 * two pages at the end of a month.
 */
function pagedRange(call: Call<unknown, ReportQuery & PagingQuery>): DayRange | RangeProblem {
	const { from, to, cursor } = call.query;
	if (from === undefined && to === undefined && cursor !== undefined) {
		const position = readCursor(call, dailyListOf(call.query), cursor, dailyKey);
		if (position?.from) return monthOf(position.from[3]);
	}
	return reportRange(call.query, call.now);
}

/** Reads lines of the daily report from a position, in either direction. */
async function readDays(
	call: Call,
	{ filter, ...dated }: Report & DatedReport,
	seek: Seek<DailyKey>,
): Promise<DailyEntry[]> {
	const { database } = call.services;
	const { direction } = seek;
	const isForward = direction === "forward";
	const found: DailyEntry[] = [];
	let from: ReportPlace | null = null;
	if (seek.from !== null) {
		// First the rest of the monitor in which the page begins.
		const [type, name, publicId, fromDay] = seek.from;
		from = { type, name, publicId };
		const monitor = await reportedMonitor(database, call.principal.team.id, filter, from);
		const entries = monitor === null ? [] : await entriesOf(database, dated, [monitor]);
		found.push(
			...entries.filter(({ date }) => {
				const day = dayNamed(date) ?? 0;
				return isForward ? day > fromDay : day < fromDay;
			}),
		);
	}
	// Then batches of monitors that probably fill the page: more of them when the range has few days.
	for (let limit = 1; found.length < seek.limit; limit = Math.min(limit * 2, batchSize(dated.range))) {
		await heavyTurn();
		// Jobs that run once a month have no day in most ranges: a page is not to read all of them.
		const checked = { ...filter, checkedIn: dated.range };
		const monitors = await monitorsInReport(database, call.principal.team.id, checked, { direction, from, limit });
		if (monitors.length === 0) break;
		const entries = await entriesOf(database, dated, monitors);
		if (isForward) found.push(...entries);
		else found.unshift(...entries);
		from = (isForward ? monitors.at(-1) : monitors[0]) ?? null;
	}
	return isForward ? found.slice(0, seek.limit) : found.slice(-seek.limit);
}

export const uptimeDaily = endpoint({
	operationId: "uptimeDaily",
	summary: "Uptime of each monitor on each day",
	description:
		"In the summary's order of monitors, then by date. A day without checks has no entry. " +
		"`Accept: text/csv` downloads the whole range, unpaged.",
	tag: "Reports",
	errorStyle: "problem",
	// A status page that the query names.
	refusesWith: ["NOT_FOUND"],
	query: reportQuery.extend(pagingQuery.shape),
	queryCodes: { perPage: "BAD_REQUEST", cursor: "BAD_REQUEST" },
	success: success(
		z.object({
			data: z.object({ from: date, to: date, days: z.array(daily) }),
			meta: meta.extend({ pagination: paginationSchema }),
		}),
		"A page of days.",
		{ Link: "The neighbouring pages (RFC 8288)." },
	),
	async handle(call) {
		const { database } = call.services;
		if (prefersCsv(call)) {
			const prepared = await prepare(call);
			if (prepared instanceof Refusal) return prepared;
			const report = await whole(call, prepared);
			return download(call, "uptime-daily", report, DAILY_COLUMNS, dailies(database, report));
		}
		const report = await prepare(call, pagedRange(call));
		if (report instanceof Refusal) return report;
		const { range } = report;
		const maintenance = await maintenanceInReport(database, call.principal.team.id, range);
		const dates = datesOf(range);
		const page = await readPage<DailyEntry, DailyKey>(call, {
			name: dailyListOf(call.query),
			keySchema: dailyKey,
			keyOf: (entry) => [entry.type, entry.monitor, entry.monitorId, dayNamed(entry.date) ?? 0],
			read: (seek) => readDays(call, { ...report, maintenance, dates }, seek),
		});
		if (page instanceof Refusal) return page;
		const body = {
			data: { ...echoed(range), days: page.rows },
			meta: { ...metaOf(call), pagination: page.pagination },
		};
		return json(call, 200, body, { vary: "Accept", ...(page.link === null ? {} : { link: page.link }) });
	},
});
