/** Pings of a monitor of type cron, and its ping address. */

import type { components } from "@lapwing/client";
import { queryOptions } from "@tanstack/react-query";
import { dataOf, lapwing } from "./client/request.ts";

export type Ping = components["schemas"]["Ping"];

/** Pings shown on the page of a monitor. */
const SHOWN = 10;

export function pingsQuery(monitorId: string) {
	return queryOptions({
		queryKey: ["monitor", monitorId, "pings"],
		queryFn: async ({ signal }) => {
			const path = { id: monitorId };
			const { pings } = await dataOf(
				lapwing.get("/api/v1/monitors/{id}/pings", { path, query: { perPage: SHOWN }, signal }),
			);
			return pings;
		},
	});
}

/** Resolves when the monitor has another ping address; the former one no longer works. */
export async function renewPingUrl(monitorId: string): Promise<void> {
	await dataOf(lapwing.post("/api/v1/monitors/{id}/ping-url", { path: { id: monitorId } }));
}
