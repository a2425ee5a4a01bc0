/**
 * /reports: uptime per monitor over a range of days, and per monitor and day. JSON, or CSV of the whole range as a
 * stream. Answers come from the daily rows; days that are not rolled up yet are rolled up first.
 */

import { setImmediate as nextTurn } from "node:timers/promises";
import { z } from "@hono/zod-openapi";
import {
	compareInReport,
	type DailyEntry,
	type DayRange,
	dailyEntry,
	dayNamed,
	dayText,
	MAX_REPORT_DAYS,
	monthOf,
	type RangeProblem,
	reportRange,
	type SummaryEntry,
	summaryEntry,
} from "../../../domain/figures/report.ts";
import { DAY_STATUSES } from "../../../domain/figures/uptime.ts";
import { MONITOR_TYPES, type MonitorType } from "../../../domain/monitors/monitor.ts";
import type { Seek } from "../../../domain/seek.ts";
import type { Session } from "../../../storage/database/session.ts";
import {
	daysOf,
	type MaintenanceOf,
	maintenanceInReport,
	monitorsInReport,
	type ReportedMonitor,
	summariesOf,
} from "../../../storage/figures/reports.ts";
import { foldForTeam } from "../../../storage/figures/roll-ups.ts";
import { findStatusPage } from "../../../storage/status-pages/status-pages.ts";
import { json, metaOf } from "../../kernel/answers.ts";
import { csvDownload, prefersCsv } from "../../kernel/csv-download.ts";
import type { ListName } from "../../kernel/cursors.ts";
import { type Call, endpoint, type Success } from "../../kernel/endpoint.ts";
import { type PagingQuery, readCursor, readPage } from "../../kernel/paging.ts";
import { invalid, Refusal } from "../../kernel/refusal.ts";
import { meta, paginationSchema, pagingQuery, publicId } from "../../kernel/schemas.ts";
import { monitorId } from "../monitors/monitor-forms.ts";

/** Monitor days read at a time. Reading them takes about ten milliseconds, and no more are in memory at once. */
const DAYS_AT_ONCE = 4_000;

const STATUS_PAGE_EXAMPLE = "sp_01jgezt6z8e7kb3mq4f2ys0nd5";

// --- Schemas ---------------------------------------------------------------------------------------------------------

/** A blank parameter counts as not given. */
const given = z.string().transform((value) => (value.trim() === "" ? undefined : value));

const dayQuery = given
	.transform((value, context) => {
		const day = value === undefined ? undefined : dayNamed(value);
		if (day !== null) return day;
		context.addIssue({ code: "custom", message: "Must be a day, YYYY-MM-DD." });
		return z.NEVER;
	})
	.optional();
const statusPageQuery = given.pipe(publicId("sp", STATUS_PAGE_EXAMPLE).optional()).optional();
const typeQuery = given.pipe(z.enum(MONITOR_TYPES).optional()).optional();

export const reportQuery = z.object({
	from: dayQuery.openapi({ type: "string", format: "date", description: "First UTC day.", example: "2025-05-01" }),
	to: dayQuery.openapi({
		type: "string",
		format: "date",
		description:
			`Last UTC day, yesterday at the latest; a range covers at most ${MAX_REPORT_DAYS} days. ` +
			"Without from and to, the report covers last month.",
		example: "2025-05-31",
	}),
	status_page_id: statusPageQuery.openapi({
		type: "string",
		description: "Only monitors attached to this status page.",
		example: STATUS_PAGE_EXAMPLE,
	}),
	monitor_type: typeQuery.openapi({ type: "string", enum: [...MONITOR_TYPES], example: "http" }),
});

export const date = z.string().openapi({ format: "date", example: "2025-05-01" });
const figures = {
	totalChecks: z.int(),
	successfulChecks: z.int(),
	failedChecks: z.int(),
	uptimePercent: z.number().min(0).max(100).nullable().openapi({ description: "Unrounded; null without checks." }),
	avgResponseTimeMs: z.number(),
	maxResponseTimeMs: z.number(),
};
const names = { monitorId, monitor: z.string(), type: z.enum(MONITOR_TYPES) };

const summary = z
	.object({
		...names,
		target: z.string(),
		daysWithData: z.int(),
		...figures,
		daysDown: z.int(),
		daysDegraded: z.int(),
		maintenanceMinutes: z.int(),
	})
	.openapi("UptimeSummary");
const daily = z
	.object({ date, ...names, ...figures, status: z.enum(DAY_STATUSES), maintenanceMinutes: z.int() })
	.openapi("UptimeDay");

const SUMMARY_COLUMNS = Object.keys(summary.shape) as (keyof SummaryEntry)[];
const DAILY_COLUMNS = Object.keys(daily.shape) as (keyof DailyEntry)[];

function success(schema: z.ZodType, description: string, headers: Record<string, string>): Success {
	const csv = z.string().openapi({ description: "RFC 4180; the columns are the JSON fields in snake_case." });
	return {
		status: 200,
		description,
		content: { "application/json": { schema }, "text/csv; charset=utf-8": { schema: csv } },
		headers: { Vary: "Accept", ...headers },
	};
}

// --- What both have in common ----------------------------------------------------------------------------------------

interface Report {
	readonly name: "uptime-summary" | "uptime-daily" | "uptime-by-day";
	readonly range: DayRange;
	readonly monitors: readonly ReportedMonitor[];
	readonly maintenance: MaintenanceOf;
}

interface ReportQuery {
	readonly from?: number | undefined;
	readonly to?: number | undefined;
	readonly status_page_id?: string | undefined;
	readonly monitor_type?: MonitorType | undefined;
}

export async function prepare(
	call: Call<unknown, ReportQuery>,
	name: Report["name"],
	range: DayRange | RangeProblem = reportRange(call.query, call.now),
): Promise<Report | Refusal> {
	const { database } = call.services;
	const teamId = call.principal.team.id;
	if ("parameter" in range) return invalid(range.parameter, range.message);
	const { status_page_id: pageId, monitor_type: type } = call.query;
	const page = pageId === undefined ? undefined : await findStatusPage(database, teamId, pageId);
	if (page === null) return new Refusal("NOT_FOUND", "There is no such status page.");
	const folded = await foldForTeam(database, teamId, range.toDay + 1, call.now);
	call.services.metrics.rollUpDays.inc({ cause: "asked" }, folded.days);
	const monitors = await monitorsInReport(database, teamId, { type, statusPageId: page?.id });
	return { name, range, monitors, maintenance: await maintenanceInReport(database, teamId, range) };
}

export function echoed({ fromDay, toDay }: DayRange) {
	return { from: dayText(fromDay), to: dayText(toDay) };
}

/** Monitors in batches whose days are few enough to be read at once. */
export function* batches({ monitors, range }: Report): Generator<readonly ReportedMonitor[]> {
	const size = Math.max(1, Math.floor(DAYS_AT_ONCE / (range.toDay - range.fromDay + 1)));
	for (let at = 0; at < monitors.length; at += size) yield monitors.slice(at, at + size);
}

function download<Entry extends Record<string, string | number | null>>(
	call: Call,
	{ name, range }: Report,
	columns: readonly (keyof Entry & string)[],
	entries: AsyncGenerator<readonly Entry[]>,
): Promise<Response> {
	const { from, to } = echoed(range);
	return csvDownload(call, { name: `${call.principal.team.slug}-${name}-${from}_${to}`, columns, batches: entries });
}

// --- Summary ---------------------------------------------------------------------------------------------------------

async function* summaries(database: Session, report: Report): AsyncGenerator<readonly SummaryEntry[]> {
	for (const batch of batches(report)) {
		const ids = batch.map(({ id }) => id);
		const figures = await summariesOf(database, ids, report.range);
		yield batch.flatMap((monitor) => {
			const own = figures.get(monitor.id);
			const minutes = report.maintenance(monitor.id).reduce((sum, ofDay) => sum + ofDay, 0);
			return own ? [summaryEntry(monitor, own, minutes)] : [];
		});
		await nextTurn();
	}
}

export const uptimeSummary = endpoint({
	operationId: "uptimeSummary",
	summary: "Uptime of each monitor over a range of days",
	description: "By type (http, dns, tcp, cron, flow), then by name. `Accept: text/csv` downloads the same as CSV.",
	tag: "Reports",
	errorStyle: "problem",
	// A status page that the query names.
	refusesWith: ["NOT_FOUND"],
	query: reportQuery,
	success: success(
		z.object({ data: z.object({ from: date, to: date, monitors: z.array(summary) }) }),
		"One entry for each monitor.",
		{},
	),
	async handle(call) {
		const report = await prepare(call, "uptime-summary");
		if (report instanceof Refusal) return report;
		const { database } = call.services;
		if (prefersCsv(call)) return download(call, report, SUMMARY_COLUMNS, summaries(database, report));
		const monitors: SummaryEntry[] = [];
		for await (const batch of summaries(database, report)) monitors.push(...batch);
		return json(call, 200, { data: { ...echoed(report.range), monitors } }, { vary: "Accept" });
	},
});

// --- Daily -----------------------------------------------------------------------------------------------------------

async function entriesOf(
	database: Session,
	report: Report,
	monitors: readonly ReportedMonitor[],
): Promise<DailyEntry[]> {
	const { range } = report;
	const ids = monitors.map(({ id }) => id);
	const dates = Array.from({ length: range.toDay - range.fromDay + 1 }, (_, index) => dayText(range.fromDay + index));
	const days = Map.groupBy(await daysOf(database, ids, range), ({ monitorId }) => monitorId);
	return monitors.flatMap((monitor) => {
		const own = days.get(monitor.id) ?? [];
		if (own.length === 0) return [];
		const minutes = report.maintenance(monitor.id);
		return own.map((day) =>
			dailyEntry(monitor, day, dates[day.day - range.fromDay] ?? "", minutes[day.day - range.fromDay] ?? 0),
		);
	});
}

async function* dailies(database: Session, report: Report): AsyncGenerator<readonly DailyEntry[]> {
	for (const batch of batches(report)) {
		yield await entriesOf(database, report, batch);
		await nextTurn();
	}
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
	if (from === undefined && to === undefined && cursor?.trim()) {
		const position = readCursor(call, dailyListOf(call.query), cursor, dailyKey);
		if (position?.from) return monthOf(position.from[3]);
	}
	return reportRange(call.query, call.now);
}

/** Reads lines of the daily report from a position, in either direction. */
async function readDays(database: Session, report: Report, seek: Seek<DailyKey>): Promise<DailyEntry[]> {
	const isForward = seek.direction === "forward";
	const from = seek.from && { type: seek.from[0], name: seek.from[1], publicId: seek.from[2] };
	const fromDay = seek.from?.[3] ?? 0;
	const found: DailyEntry[] = [];
	const ahead = report.monitors.filter((monitor) => {
		if (from === null) return true;
		const order = compareInReport(monitor, from);
		return isForward ? order >= 0 : order <= 0;
	});
	const inOrder = isForward ? ahead : ahead.reverse();
	// First the monitor in which the page begins, then batches of monitors that probably fill the page: more monitors per
	// batch when the range has few days.
	let size = 1;
	for (let at = 0; at < inOrder.length && found.length < seek.limit; ) {
		const batch = inOrder.slice(at, at + size);
		const entries = await entriesOf(database, report, isForward ? batch : batch.toReversed());
		const beyond = entries.filter((entry) => {
			if (from === null || entry.monitorId !== from.publicId) return true;
			const day = dayNamed(entry.date) ?? 0;
			return isForward ? day > fromDay : day < fromDay;
		});
		found.push(...(isForward ? beyond : beyond.reverse()));
		at += size;
		size = Math.min(size * 2, Math.max(1, Math.floor(DAYS_AT_ONCE / (report.range.toDay - report.range.fromDay + 1))));
		await nextTurn();
	}
	const page = found.slice(0, seek.limit);
	return isForward ? page : page.reverse();
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
			const report = await prepare(call, "uptime-daily");
			if (report instanceof Refusal) return report;
			return download(call, report, DAILY_COLUMNS, dailies(database, report));
		}
		const report = await prepare(call, "uptime-daily", pagedRange(call));
		if (report instanceof Refusal) return report;
		const { range } = report;
		const page = await readPage<DailyEntry, DailyKey>(call, {
			name: dailyListOf(call.query),
			keySchema: dailyKey,
			keyOf: (entry) => [entry.type, entry.monitor, entry.monitorId, dayNamed(entry.date) ?? 0],
			read: (seek) => readDays(database, report, seek),
		});
		if (page instanceof Refusal) return page;
		const body = {
			data: { ...echoed(range), days: page.rows },
			meta: { ...metaOf(call), pagination: page.pagination },
		};
		return json(call, 200, body, { vary: "Accept", ...(page.link === null ? {} : { link: page.link }) });
	},
});
