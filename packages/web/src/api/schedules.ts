/** Schedules: who is on call. */

import type { components } from "@lapwing/client";
import { queryOptions } from "@tanstack/react-query";
import { allOf, dataOf, lapwing, type Sent } from "./client/request.ts";

type Schemas = components["schemas"];
export type Schedule = Schemas["Schedule"];
export type Turn = Schemas["OnCallTurn"];
export type OnCall = Schemas["OnCall"];
/** A member of the team, and whether they have a channel of their own. */
export type ReachablePerson = Schemas["ReachablePerson"];
export type ScheduleBody = Sent<"POST", "/api/v1/schedules">;

/** Begins the keys of all queries below: an edit changes who is on call, and the turns. */
export const SCHEDULES_KEY = ["schedules"];
/** Hand-overs are to the minute. */
const STALE_AFTER_MS = 60_000;

export const schedulesQuery = queryOptions({
	queryKey: [...SCHEDULES_KEY, "all"],
	queryFn: ({ signal }) => allOf(lapwing.pages("/api/v1/schedules", { query: { perPage: 200 }, signal })),
});

/** Each schedule, by name, with who is on call now and next. */
export const onCallQuery = queryOptions({
	queryKey: [...SCHEDULES_KEY, "on-call"],
	refetchInterval: STALE_AFTER_MS,
	queryFn: async ({ signal }) => (await dataOf(lapwing.get("/api/v1/schedules/on-call", { signal }))).onCall,
});

export const peopleQuery = queryOptions({
	queryKey: [...SCHEDULES_KEY, "people"],
	queryFn: async ({ signal }) => (await dataOf(lapwing.get("/api/v1/schedules/people", { signal }))).people,
});

export function scheduleQuery(id: string) {
	return queryOptions({
		queryKey: [...SCHEDULES_KEY, id],
		queryFn: ({ signal }) => dataOf(lapwing.get("/api/v1/schedules/{id}", { path: { id }, signal })),
	});
}

/** @param from epoch milliseconds, as `to` */
export function turnsQuery(id: string, from: number, to: number) {
	const query = { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
	return queryOptions({
		queryKey: [...SCHEDULES_KEY, id, "turns", query],
		queryFn: async ({ signal }) =>
			(await dataOf(lapwing.get("/api/v1/schedules/{id}/turns", { path: { id }, query, signal }))).turns,
	});
}

export function createSchedule(body: ScheduleBody): Promise<Schedule> {
	return dataOf(lapwing.post("/api/v1/schedules", { body }));
}

export function updateSchedule(id: string, body: ScheduleBody): Promise<Schedule> {
	return dataOf(lapwing.put("/api/v1/schedules/{id}", { path: { id }, body }));
}

export function deleteSchedule(id: string): Promise<void> {
	return dataOf(lapwing.delete("/api/v1/schedules/{id}", { path: { id } }));
}

type Swap = Sent<"POST", "/api/v1/schedules/{id}/overrides">;

export function addOverride(id: string, body: Swap): Promise<unknown> {
	return dataOf(lapwing.post("/api/v1/schedules/{id}/overrides", { path: { id }, body }));
}

export function removeOverride(id: string, overrideId: string): Promise<void> {
	return dataOf(lapwing.delete("/api/v1/schedules/{id}/overrides/{overrideId}", { path: { id, overrideId } }));
}

/** The address of its calendar, which is answered this once. A former one ends. */
export async function renewCalendar(id: string): Promise<string> {
	return (await dataOf(lapwing.post("/api/v1/schedules/{id}/calendar", { path: { id } }))).url;
}

export function removeCalendar(id: string): Promise<void> {
	return dataOf(lapwing.delete("/api/v1/schedules/{id}/calendar", { path: { id } }));
}
