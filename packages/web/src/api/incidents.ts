/** Incidents: what the team writes about a fault, and the updates of it. */

import type { components } from "@lapwing/client";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { allOf, dataOf, lapwing } from "./client/request.ts";

type Schemas = components["schemas"];

/** With all its updates, newest first. */
export type Incident = Schemas["Incident"];
/** With its latest update alone. */
export type ListedIncident = Schemas["ListedIncident"];
export type IncidentUpdate = Schemas["IncidentUpdate"];
export type IncidentStatus = Incident["status"];
export type Impact = Incident["impact"];
/** As an incident names it; without an id it is deleted. */
export type NamedComponent = Incident["components"][number];
export type ComponentState = NamedComponent["state"];
export type IncidentTemplate = Schemas["IncidentTemplate"];

/** All that is read of incidents: a change of one can show in each of them. */
export const INCIDENTS_KEY = ["incidents"] as const;

export const openIncidentsQuery = queryOptions({
	queryKey: [...INCIDENTS_KEY, "open"],
	queryFn: ({ signal }) =>
		allOf(lapwing.pages("/api/v1/incidents", { query: { perPage: 200, status: "open", isDraft: "false" }, signal })),
});

/** What waits for approval. */
export const draftsQuery = queryOptions({
	queryKey: [...INCIDENTS_KEY, "drafts"],
	queryFn: ({ signal }) =>
		allOf(lapwing.pages("/api/v1/incidents", { query: { perPage: 200, isDraft: "true" }, signal })),
});

export const templatesQuery = queryOptions({
	queryKey: [...INCIDENTS_KEY, "templates"],
	queryFn: ({ signal }) => allOf(lapwing.pages("/api/v1/incident-templates", { query: { perPage: 200 }, signal })),
});

export const pastIncidentsQuery = infiniteQueryOptions({
	queryKey: [...INCIDENTS_KEY, "resolved"],
	initialPageParam: undefined as string | undefined,
	queryFn: ({ pageParam: cursor, signal }) => {
		const query = { perPage: 20, status: "resolved" as const, isDraft: "false" as const, cursor };
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

export function approveIncident(id: string, notifySubscribers: boolean): Promise<Incident> {
	return dataOf(lapwing.post("/api/v1/incidents/{id}/approve", { path: { id }, body: { notifySubscribers } }));
}

export function writePostmortem(id: string, body: Schemas["PostmortemWrite"]): Promise<Schemas["Postmortem"]> {
	return dataOf(lapwing.put("/api/v1/incidents/{id}/postmortem", { path: { id }, body }));
}

export function deletePostmortem(id: string): Promise<void> {
	return dataOf(lapwing.delete("/api/v1/incidents/{id}/postmortem", { path: { id } }));
}

export function createTemplate(body: Schemas["IncidentTemplateCreate"]): Promise<IncidentTemplate> {
	return dataOf(lapwing.post("/api/v1/incident-templates", { body }));
}

export function updateTemplate(id: string, body: Schemas["IncidentTemplatePatch"]): Promise<IncidentTemplate> {
	return dataOf(lapwing.patch("/api/v1/incident-templates/{id}", { path: { id }, body }));
}

export function deleteTemplate(id: string): Promise<void> {
	return dataOf(lapwing.delete("/api/v1/incident-templates/{id}", { path: { id } }));
}
