/**
 * What the reports share: their query, their schemas, and how the monitors of a team are read in batches. Answers come
 * from the daily rows; days that are not rolled up yet are rolled up first. A report is JSON, or CSV of the whole range
 * as a stream.
 */

import { z } from "@hono/zod-openapi";
import {
	type DayRange,
	dayNamed,
	dayText,
	MAX_REPORT_DAYS,
	type RangeProblem,
	reportRange,
} from "../../../domain/figures/report.ts";
import { MONITOR_TYPES, type MonitorType } from "../../../domain/monitors/monitor.ts";
import {
	allInReport,
	type MaintenanceOf,
	maintenanceInReport,
	type ReportedMonitor,
	type ReportFilter,
} from "../../../storage/figures/reports.ts";
import { foldForTeam } from "../../../storage/figures/roll-ups.ts";
import { findStatusPage } from "../../../storage/status-pages/status-pages.ts";
import { heavyTurn } from "../../../storage/turns/heavy-turn.ts";
import { csvDownload } from "../../kernel/csv-download.ts";
import type { Call } from "../../kernel/endpoint.ts";
import { invalid, Refusal } from "../../kernel/refusal.ts";
import { publicId } from "../../kernel/schemas.ts";
import { streamedAnswer } from "../../kernel/streamed-answer.ts";
import type { Success } from "../../kernel/success.ts";
import { monitorId } from "../monitors/monitor-forms.ts";

/** Monitor days read and written at a time, for which other requests wait less than 5 ms (bench/heavy.ts). */
const DAYS_AT_ONCE = 1_000;

const STATUS_PAGE_EXAMPLE = "sp_01jgezt6z8e7kb3mq4f2ys0nd5";

const dayQuery = z
	.string()
	.transform((value, context) => {
		const day = dayNamed(value);
		if (day !== null) return day;
		context.addIssue({ code: "custom", message: "Must be a day, YYYY-MM-DD." });
		return z.NEVER;
	})
	.optional();
const statusPageQuery = publicId("sp", STATUS_PAGE_EXAMPLE).optional();
const typeQuery = z.enum(MONITOR_TYPES).optional();

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
export const figures = {
	totalChecks: z.int(),
	successfulChecks: z.int(),
	failedChecks: z.int(),
	uptimePercent: z.number().min(0).max(100).nullable().openapi({ description: "Unrounded; null without checks." }),
	avgResponseTimeMs: z.number(),
	maxResponseTimeMs: z.number(),
};
/** The members that name the monitor of a line. */
export const names = { monitorId, monitor: z.string(), type: z.enum(MONITOR_TYPES) };

export function success(schema: z.ZodType, description: string, headers: Record<string, string>): Success {
	const csv = z.string().openapi({ description: "RFC 4180; the columns are the JSON fields in snake_case." });
	return {
		status: 200,
		description,
		content: { "application/json": { schema }, "text/csv; charset=utf-8": { schema: csv } },
		headers: { Vary: "Accept", ...headers },
	};
}

/** What a report is of, with the figures of its days complete. */
export interface Report {
	readonly range: DayRange;
	readonly filter: ReportFilter;
}

export interface ReportQuery {
	readonly from?: number | undefined;
	readonly to?: number | undefined;
	readonly status_page_id?: string | undefined;
	readonly monitor_type?: MonitorType | undefined;
}

export async function prepare(
	call: Call<unknown, ReportQuery>,
	range: DayRange | RangeProblem = reportRange(call.query, call.now),
): Promise<Report | Refusal> {
	const { database } = call.services;
	const teamId = call.principal.team.id;
	if ("parameter" in range) return invalid(range.parameter, range.message);
	const { status_page_id: pageId, monitor_type: type } = call.query;
	const page = pageId === undefined ? undefined : await findStatusPage(database, teamId, pageId);
	if (page === null) return new Refusal("NOT_FOUND", "There is no such status page.");
	await foldFor(call, teamId, range, page?.id);
	return { range, filter: { type, statusPageId: page?.id } };
}

export interface WholeReport extends Report {
	readonly monitors: readonly ReportedMonitor[];
	readonly maintenance: MaintenanceOf;
}

export async function whole(call: Call, { range, filter }: Report): Promise<WholeReport> {
	const { database } = call.services;
	const teamId = call.principal.team.id;
	const monitors = await allInReport(database, teamId, filter);
	return { range, filter, monitors, maintenance: await maintenanceInReport(database, teamId, range) };
}

/** Completes the figures of the range. A report is a read: while nothing can be written, it has the figures so far. */
async function foldFor(
	{ services, now }: Pick<Call, "services" | "now">,
	teamId: number,
	{ toDay }: DayRange,
	statusPageId: number | undefined,
) {
	const { database, log, metrics } = services;
	try {
		const folded = await foldForTeam(database, teamId, toDay + 1, now, statusPageId);
		metrics.rollUpDays.inc({ cause: "asked" }, folded.days);
	} catch (error) {
		if (!database.dialect.isTransient(error)) throw error;
		log.warn({ err: error }, "A report has only the figures that were computed before: the database takes no writes");
	}
}

export function echoed({ fromDay, toDay }: DayRange) {
	return { from: dayText(fromDay), to: dayText(toDay) };
}

/** Monitors whose days are few enough to be read at once. */
export function batchSize({ fromDay, toDay }: DayRange): number {
	return Math.max(1, Math.floor(DAYS_AT_ONCE / (toDay - fromDay + 1)));
}

/**
 * What `read` answers for the monitors of a report, in batches whose days are few enough to be read at once. The next
 * batch is read while the caller is busy with the last one: where the database is a server, both work.
 */
export async function* readInBatches<Found>(
	{ monitors, range }: Pick<WholeReport, "monitors" | "range">,
	read: (monitors: readonly ReportedMonitor[]) => Promise<Found>,
): AsyncGenerator<Found, void> {
	const size = batchSize(range);
	const begin = async (at: number) => {
		await heavyTurn();
		return read(monitors.slice(at, at + size));
	};
	let next = monitors.length > 0 ? begin(0) : null;
	for (let at = size; next !== null; at += size) {
		const found: Found = await next;
		next = at < monitors.length ? begin(at) : null;
		// The caller may not come back for it.
		next?.catch(() => {});
		yield found;
	}
}

/** `{ data: { from, to, monitors: […] } }`, written while it is read: 3.5 MB of a large team block nothing else. */
export function entriesOfMonitors(
	call: Call,
	range: DayRange,
	batches: AsyncGenerator<readonly unknown[]>,
	headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
	return streamedAnswer(call, listed(range, batches), {
		"content-type": "application/json",
		...headers,
	});
}

async function* listed(range: DayRange, batches: AsyncGenerator<readonly unknown[]>) {
	let before = `{"data":${JSON.stringify(echoed(range)).slice(0, -1)},"monitors":[`;
	for await (const batch of batches) {
		if (batch.length === 0) continue;
		yield before + JSON.stringify(batch).slice(1, -1);
		before = ",";
	}
	yield `${before === "," ? "" : before}]}}`;
}

export function download<Entry extends Record<string, string | number | null>>(
	call: Call,
	name: string,
	{ range }: Report,
	columns: readonly (keyof Entry & string)[],
	entries: AsyncGenerator<readonly Entry[]>,
): Promise<Response> {
	const { from, to } = echoed(range);
	return csvDownload(call, { name: `${call.principal.team.slug}-${name}-${from}_${to}`, columns, batches: entries });
}
