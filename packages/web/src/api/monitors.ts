/** Monitors: the full view alone. */

import { queryOptions } from "@tanstack/react-query";
import { dataOf, lapwing, type Sent } from "./request.ts";

const STATUSES = ["pending", "up", "degraded", "down"] as const;
export type Status = (typeof STATUSES)[number];
type SslStatus = "unknown" | "valid" | "expiring" | "expired" | "error";

/** What all types have. The type's own fields stand beside these: `url` of http, `host` and `port` of tcp. */
export interface Monitor {
	readonly id: string;
	readonly type: string;
	readonly name: string;
	readonly target: string;
	readonly tags: readonly string[];
	readonly status: Status;
	readonly statusSince: string | null;
	readonly enabled: boolean;
	readonly enabledAt: string | null;
	readonly intervalSeconds: number;
	readonly timeoutSeconds: number;
	readonly degradedAfterMs: number;
	readonly locationHint: string;
	readonly sslMonitoringEnabled: boolean | null;
	readonly sslExpiryWarningDays: number | null;
	readonly sslExpiresAt: string | null;
	readonly sslIssuer: string | null;
	readonly sslStatus: SslStatus | null;
	readonly sslLastCheckedAt: string | null;
	readonly lastCheckedAt: string | null;
	readonly createdAt: string;
	readonly updatedAt: string;
	readonly [field: string]: unknown;
}

/** What is created or changed: any of the fields that can be set. */
type MonitorSettings = Readonly<Record<string, unknown>>;

export function monitorQuery(id: string) {
	return queryOptions({
		queryKey: ["monitor", id],
		queryFn: ({ signal }): Promise<Monitor> =>
			dataOf(lapwing.get("/api/v1/monitors/{id}", { path: { id }, query, signal })),
	});
}

const query = { view: "full" } as const;

export function createMonitor(settings: MonitorSettings): Promise<Monitor> {
	return dataOf(lapwing.post("/api/v1/monitors", { query, body: settings as Sent<"POST", "/api/v1/monitors"> }));
}

export function updateMonitor(id: string, settings: MonitorSettings): Promise<Monitor> {
	return dataOf(lapwing.put("/api/v1/monitors/{id}", { path: { id }, query, body: settings }));
}

export function deleteMonitor(id: string): Promise<void> {
	return dataOf(lapwing.delete("/api/v1/monitors/{id}", { path: { id } }));
}

/** The check is made at once; its result takes the place of one that this minute has already. */
export async function checkMonitor(id: string): Promise<void> {
	await dataOf(lapwing.post("/api/v1/monitors/{id}/check", { path: { id } }));
}

export type BulkAction = "pause" | "resume" | "delete" | "tag" | "untag" | "edit";

/** What `tag` and `untag`, and `edit`, need beside the ids. */
interface BulkMembers {
	readonly tags?: readonly string[];
	readonly settings?: { readonly intervalSeconds?: number; readonly timeoutSeconds?: number };
	/** Ids of the alerts to which the monitors are added, or from which they are removed. */
	readonly alerts?: { readonly add: readonly string[] } | { readonly remove: readonly string[] };
}

export function changeMonitors(
	ids: readonly string[],
	action: BulkAction,
	members: BulkMembers = {},
): Promise<{ count: number }> {
	return dataOf(lapwing.post("/api/v1/monitors/bulk", { body: { ids, action, ...members } }));
}

const PHASES = ["dns", "connect", "tls", "first_byte", "transfer"] as const;
export type Phase = (typeof PHASES)[number];

export interface Certificate {
	readonly expiresAt: string;
	readonly issuer: string | null;
	readonly fingerprint: string;
}

/** A step of a flow that was run. */
export interface StepSeen {
	readonly name: string;
	/** Null when no response came. */
	readonly responseStatus: number | null;
	readonly timeMs: number;
	readonly phases: Readonly<Partial<Record<Phase, number | null>>>;
	/** Of a trial alone; shortened, and with secrets masked. */
	readonly saved?: readonly { readonly name: string; readonly value: string }[];
}

/** One check of a monitor that is not saved. */
export interface Trial {
	readonly verdict: "up" | "degraded" | "down" | "missed";
	readonly reason: string | null;
	readonly phase: string | null;
	readonly message: string | null;
	readonly responseStatus: number | null;
	readonly responseTimeMs: number | null;
	readonly phases: Readonly<Partial<Record<Phase, number | null>>> | null;
	readonly address: string | null;
	readonly certificate: Certificate | null;
	readonly attempts: number;
	/** Of a flow: the steps that were run. */
	readonly steps: readonly StepSeen[] | null;
}

export function tryMonitor(settings: MonitorSettings, signal?: AbortSignal): Promise<Trial> {
	return dataOf(
		lapwing.post("/api/v1/monitors/try", { body: settings as Sent<"POST", "/api/v1/monitors/try">, signal }),
	);
}

export interface FoundMonitor {
	readonly id: string;
	readonly name: string;
	readonly target: string;
}

/** Monitors that a search shows; who needs another one types more. */
const MAX_FOUND = 20;

/** The first monitors by name that have `text` in their name or target. */
export function monitorSearchQuery(text: string) {
	return queryOptions({
		queryKey: ["monitor-search", text],
		queryFn: async ({ signal }): Promise<{ found: readonly FoundMonitor[]; isMore: boolean }> => {
			const query = { sort: "name", perPage: MAX_FOUND, ...(text !== "" && { q: text }) } as const;
			const { items, next } = await dataOf(lapwing.page("/api/v1/monitors", { query, signal }));
			return { found: items as readonly FoundMonitor[], isMore: next !== undefined };
		},
	});
}
