/** Status pages: a name, an address, and the monitors that they show. */

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

export function createStatusPage(settings: StatusPageSettings): Promise<StatusPage> {
	return dataOf(lapwing.post("/api/v1/status-pages", { body: settings }));
}

export function updateStatusPage(id: string, settings: StatusPageSettings): Promise<StatusPage> {
	return dataOf(lapwing.put("/api/v1/status-pages/{id}", { path: { id }, body: settings }));
}

export function deleteStatusPage(id: string): Promise<void> {
	return dataOf(lapwing.delete("/api/v1/status-pages/{id}", { path: { id } }));
}
