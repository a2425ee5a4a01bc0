/** Incidents: what the team writes about a fault, and the updates of it. */

import type { components } from "@lapwing/client";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { allOf, dataOf, lapwing } from "./request.ts";

type Schemas = components["schemas"];

/** With all its updates, newest first. */
export type Incident = Schemas["Incident"];
/** With its latest update alone. */
export type ListedIncident = Schemas["ListedIncident"];
export type IncidentUpdate = Schemas["IncidentUpdate"];
export type IncidentStatus = Incident["status"];
export type Impact = Incident["impact"];
export type Component = Incident["components"][number];

/** All that is read of incidents: a change of one can show in each of them. */
export const INCIDENTS_KEY = ["incidents"] as const;

export const openIncidentsQuery = queryOptions({
	queryKey: [...INCIDENTS_KEY, "open"],
	queryFn: ({ signal }) =>
		allOf(lapwing.pages("/api/v1/incidents", { query: { perPage: 200, status: "open" }, signal })),
});

export const pastIncidentsQuery = infiniteQueryOptions({
	queryKey: [...INCIDENTS_KEY, "resolved"],
	initialPageParam: undefined as string | undefined,
	queryFn: ({ pageParam: cursor, signal }) => {
		const query = { perPage: 20, status: "resolved" as const, cursor };
		return dataOf(lapwing.page("/api/v1/incidents", { query, signal }));
	},
	getNextPageParam: (page) => page.next,
});

export function incidentQuery(id: string) {
	return queryOptions({
		queryKey: [...INCIDENTS_KEY, id],
		queryFn: ({ signal }) => dataOf(lapwing.get("/api/v1/incidents/{id}", { path: { id }, signal })),
	});
}

export function createIncident(body: Schemas["IncidentCreate"]): Promise<Incident> {
	return dataOf(lapwing.post("/api/v1/incidents", { body }));
}

export function updateIncident(id: string, body: Schemas["IncidentPatch"]): Promise<Incident> {
	return dataOf(lapwing.patch("/api/v1/incidents/{id}", { path: { id }, body }));
}

export function deleteIncident(id: string): Promise<void> {
	return dataOf(lapwing.delete("/api/v1/incidents/{id}", { path: { id } }));
}

export function postUpdate(id: string, body: Schemas["IncidentUpdateCreate"]): Promise<IncidentUpdate> {
	return dataOf(lapwing.post("/api/v1/incidents/{id}/updates", { path: { id }, body }));
}

export function editUpdate(update: IncidentUpdate, body: Schemas["IncidentUpdatePatch"]): Promise<IncidentUpdate> {
	const path = { id: update.incidentId, updateId: update.id };
	return dataOf(lapwing.patch("/api/v1/incidents/{id}/updates/{updateId}", { path, body }));
}

export function deleteUpdate({ incidentId, id: updateId }: IncidentUpdate): Promise<void> {
	return dataOf(lapwing.delete("/api/v1/incidents/{id}/updates/{updateId}", { path: { id: incidentId, updateId } }));
}
