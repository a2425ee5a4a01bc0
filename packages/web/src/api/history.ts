/** A monitor's history: figures, outages, series and results. */

import type { components } from "@lapwing/client";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { DAY_MS } from "../format/durations.ts";
import { downloaded } from "./client/download.ts";
import { dataOf, lapwing } from "./client/request.ts";

type Schemas = components["schemas"];

/** All outages of a range, as spans and sums. */
export type OutageSpans = Schemas["OutageSpans"];
export type Outage = Schemas["Outage"];
export type Series = Schemas["Series"];
export type SeriesPoint = Series["points"][number];
export type LocationSeries = Schemas["LocationSeries"]["locations"][number];
export type CheckResult = Schemas["CheckResult"];
export type ExplainedResult = Schemas["ExplainedResult"];
/** A step of a flow that was run; what it saved is known of a trial alone. */
export type StepSeen = Schemas["StepTimes"] & Partial<Schemas["TriedStep"]>;

/** The minute since the epoch that a result was scheduled for: the end of its id. */
export function minuteOf(result: Pick<CheckResult, "id">): number {
	return Number(result.id.slice(result.id.lastIndexOf(":") + 1));
}

export function uptimeQuery(monitorId: string) {
	return queryOptions({
		queryKey: ["monitor", monitorId, "uptime"],
		queryFn: ({ signal }) => dataOf(lapwing.get("/api/v1/monitors/{id}/uptime", { path: { id: monitorId }, signal })),
	});
}

export function outagesQuery(monitorId: string) {
	return infiniteQueryOptions({
		queryKey: ["monitor", monitorId, "outages"],
		initialPageParam: undefined as string | undefined,
		queryFn: ({ pageParam: cursor, signal }) =>
			dataOf(
				lapwing.page("/api/v1/monitors/{id}/outages", {
					path: { id: monitorId },
					query: { perPage: 20, cursor },
					signal,
				}),
			),
		getNextPageParam: (page) => page.next,
	});
}

/** All outages from one instant to another, or to now. */
export function outageSpansQuery(monitorId: string, range: { readonly from: string; readonly to?: string }) {
	return queryOptions({
		queryKey: ["monitor", monitorId, "outage-spans", range],
		queryFn: ({ signal }) =>
			dataOf(
				lapwing.get("/api/v1/monitors/{id}/outage-spans", {
					path: { id: monitorId },
					query: { from: range.from, to: range.to },
					signal,
				}),
			),
	});
}

/** The outages that touch the UTC day that begins at `from`: as many as a page has. */
export function outagesOfDayQuery(monitorId: string, from: string) {
	const to = new Date(Date.parse(from) + DAY_MS).toISOString();
	return queryOptions({
		queryKey: ["monitor", monitorId, "outages-of-day", from],
		queryFn: ({ signal }) =>
			dataOf(
				lapwing.page("/api/v1/monitors/{id}/outages", {
					path: { id: monitorId },
					query: { from, to, perPage: 200 },
					signal,
				}),
			),
	});
}

interface SeriesRange {
	readonly from: string;
	readonly to: string;
	/** Seconds; the service chooses when it is absent. */
	readonly step?: number;
}

export function seriesQuery(monitorId: string, range: SeriesRange) {
	return queryOptions({
		queryKey: ["monitor", monitorId, "series", range],
		queryFn: ({ signal }) =>
			dataOf(
				lapwing.get("/api/v1/monitors/{id}/series", {
					path: { id: monitorId },
					query: { from: range.from, to: range.to, step: range.step },
					signal,
				}),
			),
	});
}

export function locationSeriesQuery(monitorId: string, range: SeriesRange) {
	return queryOptions({
		queryKey: ["monitor", monitorId, "location-series", range],
		queryFn: ({ signal }) =>
			dataOf(
				lapwing.get("/api/v1/monitors/{id}/series/locations", {
					path: { id: monitorId },
					query: { from: range.from, to: range.to },
					signal,
				}),
			),
	});
}

/** As CSV, a line for each location and step. */
export function downloadLocationSeries(monitorId: string, { from, to }: SeriesRange): Promise<File> {
	return downloaded(`/api/v1/monitors/${monitorId}/series/locations`, "locations.csv", { from, to });
}

export function resultsQuery(monitorId: string) {
	return infiniteQueryOptions({
		queryKey: ["monitor", monitorId, "results"],
		initialPageParam: undefined as string | undefined,
		queryFn: ({ pageParam: cursor, signal }) =>
			dataOf(
				lapwing.page("/api/v1/monitors/{id}/results", {
					path: { id: monitorId },
					query: { perPage: 20, cursor },
					signal,
				}),
			),
		getNextPageParam: (page) => page.next,
	});
}

export function explainedResultQuery(monitorId: string, minute: number) {
	return queryOptions({
		queryKey: ["monitor", monitorId, "result", minute],
		queryFn: ({ signal }) =>
			dataOf(
				lapwing.get("/api/v1/monitors/{id}/results/{minute}", {
					path: { id: monitorId, minute: String(minute) },
					signal,
				}),
			),
	});
}
