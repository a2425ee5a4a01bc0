/** Probers and the locations in which they are. */

import type { components } from "@lapwing/client";
import { queryOptions } from "@tanstack/react-query";
import { dataOf, lapwing, type Sent } from "./client/request.ts";

type Schemas = components["schemas"];
export type Prober = Schemas["Prober"];
export type Location = Schemas["Location"];
export type NewProber = Schemas["NewProber"];
type LocationBody = Sent<"PATCH", "/api/v1/locations/{id}">;

/** Begins the keys of both queries: a prober makes a location, and a location goes with its probers. */
export const PROBERS_KEY = ["probers"];
/** Probers are heard of every few seconds; an away one shows within a third of the time after which it is away. */
const HEARD_EVERY_MS = 5_000;

export const probersQuery = queryOptions({
	queryKey: [...PROBERS_KEY, "all"],
	refetchInterval: HEARD_EVERY_MS,
	queryFn: async ({ signal }) => (await dataOf(lapwing.get("/api/v1/probers", { signal }))).probers,
});

export const locationsQuery = queryOptions({
	queryKey: [...PROBERS_KEY, "locations"],
	refetchInterval: HEARD_EVERY_MS,
	queryFn: async ({ signal }) => (await dataOf(lapwing.get("/api/v1/locations", { signal }))).locations,
});

/** With the line that runs it, which is answered this once. */
export function createProber(body: Sent<"POST", "/api/v1/probers">): Promise<NewProber> {
	return dataOf(lapwing.post("/api/v1/probers", { body }));
}

export function deleteProber(id: string): Promise<void> {
	return dataOf(lapwing.delete("/api/v1/probers/{id}", { path: { id } }));
}

export function updateLocation(id: string, body: LocationBody): Promise<Location> {
	return dataOf(lapwing.patch("/api/v1/locations/{id}", { path: { id }, body }));
}

export function deleteLocation(id: string): Promise<void> {
	return dataOf(lapwing.delete("/api/v1/locations/{id}", { path: { id } }));
}
