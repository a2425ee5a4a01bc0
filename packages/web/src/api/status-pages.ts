/** Status pages: what customers see of a team's services. */

import type { components } from "@lapwing/client";
import { queryOptions } from "@tanstack/react-query";
import { allOf, dataOf, lapwing } from "./request.ts";

type Schemas = components["schemas"];
export type StatusPage = Schemas["StatusPage"];
export type StatusPageSettings = Schemas["StatusPageCreate"];

export const statusPagesQuery = queryOptions({
	queryKey: ["status-pages"],
	queryFn: ({ signal }) => allOf(lapwing.pages("/api/v1/status-pages", { query: { perPage: 200 }, signal })),
});

export function statusPageQuery(id: string) {
	return queryOptions({
		queryKey: ["status-pages", id],
		queryFn: ({ signal }) => dataOf(lapwing.get("/api/v1/status-pages/{id}", { path: { id }, signal })),
	});
}

export function createStatusPage(settings: StatusPageSettings): Promise<StatusPage> {
	return dataOf(lapwing.post("/api/v1/status-pages", { body: settings }));
}

export function updateStatusPage(id: string, changes: Partial<StatusPageSettings>): Promise<StatusPage> {
	return dataOf(lapwing.put("/api/v1/status-pages/{id}", { path: { id }, body: changes }));
}

export function deleteStatusPage(id: string): Promise<void> {
	return dataOf(lapwing.delete("/api/v1/status-pages/{id}", { path: { id } }));
}

export type StatusPageDraft = Schemas["StatusPagePreview"];

/** What readers would see, as an HTML document. */
export async function previewStatusPage(draft: StatusPageDraft, signal: AbortSignal): Promise<string> {
	const { html } = await dataOf(lapwing.post("/api/v1/status-pages/preview", { body: draft, signal }));
	return html;
}
