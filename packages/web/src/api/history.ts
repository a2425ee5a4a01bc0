/** A monitor's history: figures, outages, series and results. */

import type { DataOf } from "@lapwing/client";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { DAY_MS } from "../format/durations.ts";
import type { Certificate, StepSeen } from "./monitors.ts";
import { dataOf, lapwing } from "./request.ts";

/** All outages of a range, as spans and sums. */
export type OutageSpans = DataOf<"GET", "/api/v1/monitors/{id}/outage-spans">;

export interface Outage {
	readonly from: string;
	/** Null while it lasts. */
	readonly to: string | null;
	readonly durationSeconds: number;
	/** `degraded`: it was never down. */
	readonly worstStatus: "degraded" | "down";
	readonly reason: string | null;
	readonly phase: string | null;
	readonly message: string | null;
	readonly checks: number;
	readonly duringMaintenance: boolean;
	readonly notified: readonly { readonly alertId: string; readonly alertName: string; readonly at: string }[];
}

export interface SeriesPoint {
	readonly at: string;
	/** With a verdict; missed ones are not among them. */
	readonly checks: number;
	readonly degradedChecks: number;
	readonly downChecks: number;
	readonly p50Ms: number | null;
	readonly p95Ms: number | null;
	readonly maxMs: number | null;
	/** Means, in milliseconds; null where nothing answered, and where single checks are not kept any more. */
	readonly phases: {
		readonly dns: number;
		readonly connect: number;
		readonly tls: number;
		readonly firstByte: number;
		readonly transfer: number;
	} | null;
	/** Null where single checks are not kept any more. */
	readonly missed: number | null;
}

export interface Series {
	readonly from: string;
	readonly to: string;
	readonly stepSeconds: number;
	readonly points: readonly SeriesPoint[];
}

type Verdict = "up" | "degraded" | "down" | "missed";

export interface CheckResult {
	readonly id: string;
	readonly responseStatus: number | null;
	readonly responseTimeMs: number | null;
	readonly completedAt: number | null;
	readonly createdAt: number;
	readonly verdict: Verdict;
	readonly reason: string | null;
	readonly phase: string | null;
	readonly message: string | null;
	readonly attempts: number | null;
	readonly location: string | null;
	readonly dnsMs: number | null;
	readonly connectMs: number | null;
	readonly tlsMs: number | null;
	readonly firstByteMs: number | null;
	readonly transferMs: number | null;
}

export interface ExplainedResult extends CheckResult {
	readonly scheduledAt: string;
	readonly address: string | null;
	readonly certificate: Certificate | null;
	readonly expectation: Readonly<Record<string, unknown>> | null;
	/** Of a flow: the steps that were run. */
	readonly steps: readonly StepSeen[] | null;
	/** Earlier checks of the same minute, whose place this one has taken. */
	readonly replaced: readonly AttemptSeen[];
	readonly attemptList: readonly AttemptSeen[];
}

type AttemptSeen = Readonly<Record<string, unknown>> & { readonly startedAt: string };

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
