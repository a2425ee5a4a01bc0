/** Status pages: what customers see of a team's services. */

import type { components } from "@lapwing/client";
import { queryOptions } from "@tanstack/react-query";
import { allOf, dataOf, lapwing } from "./client/request.ts";
import { currentTeam } from "./people/team-choice.ts";

type Schemas = components["schemas"];
export type StatusPage = Schemas["StatusPage"];
export type StatusPageSettings = Schemas["StatusPageCreate"];

/** In the order of the page. */
export function componentsOf({ sections }: Pick<StatusPage, "sections">) {
	return sections.flatMap(({ components }) => components);
}

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

/** Within seconds `domainProof.checkedAt` changes. */
export async function checkPageDomain(id: string): Promise<void> {
	await dataOf(lapwing.post("/api/v1/status-pages/{id}/check-domain", { path: { id } }));
}

export type StatusPageDraft = Schemas["StatusPagePreview"];

/** What readers would see: an HTML document, and the style sheet of its theme. */
export type Previewed = Schemas["StatusPagePreviewed"];

export function previewStatusPage(draft: StatusPageDraft, signal: AbortSignal): Promise<Previewed> {
	return dataOf(lapwing.post("/api/v1/status-pages/preview", { body: draft, signal }));
}

export type ImageKind = "logo" | "icon";

/** The service judges its bytes: what it is, its size and its sides. @param image null: none any more */
export async function setPageImage(id: string, kind: ImageKind, image: Blob | null): Promise<void> {
	const path = `/api/v1/status-pages/${encodeURIComponent(id)}/${kind}`;
	await dataOf(image === null ? lapwing.send("DELETE", path) : lapwing.send("PUT", path, { body: image }));
}

/**
 * For an `<img>`, which can't say in a header which team is meant.
 * @param hash of the image: another one is read anew
 */
export function pageImageAddress(id: string, kind: ImageKind, hash: string): string {
	const query = new URLSearchParams({ team: currentTeam() ?? "", version: hash });
	return `/api/v1/status-pages/${encodeURIComponent(id)}/${kind}?${query}`;
}
