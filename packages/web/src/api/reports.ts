/** Uptime reports: a summary of a range, and it or its days as CSV. */

import type { DataOf } from "@lapwing/client";
import { queryOptions } from "@tanstack/react-query";
import { downloaded } from "./client/download.ts";
import { dataOf, lapwing } from "./client/request.ts";

export interface ReportRange {
	/** UTC days, both inclusive, YYYY-MM-DD. */
	readonly from: string;
	readonly to: string;
	readonly statusPageId?: string | undefined;
}

/** A monitor over the days of a report. */
export type SummaryEntry = DataOf<"GET", "/api/v1/reports/uptime-by-monitor">["monitors"][number];

const queryOf = (range: ReportRange) => ({
	from: range.from,
	to: range.to,
	status_page_id: range.statusPageId,
});

export function summaryQuery(range: ReportRange) {
	return queryOptions({
		queryKey: ["report", "summary", range],
		queryFn: ({ signal }) =>
			dataOf(lapwing.get("/api/v1/reports/uptime-by-monitor", { query: queryOf(range), signal })),
	});
}

/** All monitors of a report together on one day. */
export type DayOfAll = DataOf<"GET", "/api/v1/reports/uptime-by-day">["days"][number];

export function byDayQuery(range: ReportRange) {
	return queryOptions({
		queryKey: ["report", "by-day", range],
		queryFn: ({ signal }) => dataOf(lapwing.get("/api/v1/reports/uptime-by-day", { query: queryOf(range), signal })),
	});
}

/** Every day of every monitor in a range, as CSV. */
export function downloadReport(report: "uptime-summary" | "uptime-daily", range: ReportRange): Promise<File> {
	return downloaded(`/api/v1/reports/${report}`, `${report}-${range.from}_${range.to}.csv`, queryOf(range));
}
