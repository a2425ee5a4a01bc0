/** Monitors: the full view alone. */

import type { components, DataOf } from "@lapwing/client";
import { queryOptions } from "@tanstack/react-query";
import { dataOf, lapwing } from "./client/request.ts";

type Schemas = components["schemas"];

export type Monitor = DataOf<"GET", "/api/v1/monitors/{id}", "full">;
export type MonitorOf<Type extends Monitor["type"]> = Extract<Monitor, { readonly type: Type }>;
export type NewMonitor = Schemas["MonitorCreate"];
export type MonitorChanges = Schemas["MonitorUpdate"];
export type TriedMonitor = Schemas["MonitorTry"];
export type Status = Monitor["status"];
/** One check of a monitor that is not saved. */
export type Trial = Schemas["TrialResult"];
export type Phase = keyof Trial["phases"];
export type Certificate = Schemas["CertificateSeen"];

export function monitorQuery(id: string) {
	return queryOptions({
		queryKey: ["monitor", id],
		queryFn: ({ signal }): Promise<Monitor> =>
			dataOf(lapwing.get("/api/v1/monitors/{id}", { path: { id }, query, signal })),
	});
}

const query = { view: "full" } as const;

export function createMonitor(body: NewMonitor): Promise<Monitor> {
	return dataOf(lapwing.post("/api/v1/monitors", { query, body }));
}

export function updateMonitor(id: string, body: MonitorChanges): Promise<Monitor> {
	return dataOf(lapwing.put("/api/v1/monitors/{id}", { path: { id }, query, body }));
}

export function deleteMonitor(id: string): Promise<void> {
	return dataOf(lapwing.delete("/api/v1/monitors/{id}", { path: { id } }));
}

/** The check is made at once; its result takes the place of one that this minute has already. */
export async function checkMonitor(id: string): Promise<void> {
	await dataOf(lapwing.post("/api/v1/monitors/{id}/check", { path: { id } }));
}

type BulkBody = Schemas["MonitorBulkAction"];
export type BulkAction = BulkBody["action"];

/** @param members what `tag` and `untag`, and `edit`, need beside the ids */
export function changeMonitors(
	ids: readonly string[],
	action: BulkAction,
	members: Pick<BulkBody, "tags" | "settings" | "alerts"> = {},
): Promise<{ count: number }> {
	return dataOf(lapwing.post("/api/v1/monitors/bulk", { body: { ids: [...ids], action, ...members } }));
}

export function tryMonitor(body: TriedMonitor, signal?: AbortSignal): Promise<Trial> {
	return dataOf(lapwing.post("/api/v1/monitors/try", { body, signal }));
}

export type FoundMonitor = Pick<Monitor, "id" | "name" | "target">;

/** Monitors that a search shows; who needs another one types more. */
const MAX_FOUND = 20;

/** The first monitors by name that have `text` in their name or target. */
export function monitorSearchQuery(text: string) {
	return queryOptions({
		queryKey: ["monitor-search", text],
		queryFn: async ({ signal }): Promise<{ found: readonly FoundMonitor[]; isMore: boolean }> => {
			const query = { sort: "name", perPage: MAX_FOUND, ...(text !== "" && { q: text }) } as const;
			const { items, next } = await dataOf(lapwing.page("/api/v1/monitors", { query, signal }));
			return { found: items, isMore: next !== undefined };
		},
	});
}
