/** The outages that last, and who has them. */

import type { components } from "@lapwing/client";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import { dataOf, lapwing } from "./client/request.ts";

export type OpenOutage = components["schemas"]["HandledOutage"];
/** Who acknowledged or snoozed. */
export type Handler = components["schemas"]["Handler"];

/** By the id of the monitor. */
export const openOutagesQuery = queryOptions({
	queryKey: ["outages"],
	// Live changes say when to read them again.
	staleTime: Number.POSITIVE_INFINITY,
	queryFn: async ({ signal }): Promise<ReadonlyMap<string, OpenOutage>> => {
		const { outages } = await dataOf(lapwing.get("/api/v1/outages", { signal }));
		return new Map(outages.map((outage) => [outage.monitor.id, outage]));
	},
});

/** After one began, ended, or was acknowledged or snoozed: wherever outages are shown. */
export async function rereadOutages(client: QueryClient): Promise<void> {
	await client.invalidateQueries({
		predicate: ({ queryKey: [first, , third] }) => first === "outages" || (first === "monitor" && third === "outages"),
	});
}

/** "I have it", for every outage of the same cause. */
export function acknowledgeOutage(id: string): Promise<unknown> {
	return dataOf(lapwing.post("/api/v1/outages/{id}/acknowledge", { path: { id } }));
}

/** @param minutes 0 ends an earlier snooze */
export function snoozeOutage(id: string, minutes: number): Promise<unknown> {
	return dataOf(lapwing.post("/api/v1/outages/{id}/snooze", { path: { id }, body: { minutes } }));
}
