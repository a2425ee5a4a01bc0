/** Status pages: a name, an address, and the monitors that they show. */

import { queryOptions } from "@tanstack/react-query";
import { request, requestAll } from "./request.ts";

export interface StatusPageSettings {
	readonly name: string;
	readonly slug: string;
	readonly monitorIds: readonly string[];
}

export interface StatusPage extends StatusPageSettings {
	readonly id: string;
	readonly createdAt: string;
	readonly updatedAt: string;
}

export const statusPagesQuery = queryOptions({
	queryKey: ["status-pages"],
	queryFn: ({ signal }) => requestAll<StatusPage>("/status-pages", "statusPages", { signal }),
});

export function createStatusPage(settings: StatusPageSettings): Promise<StatusPage> {
	return request("POST", "/status-pages", { body: settings });
}

export function updateStatusPage(id: string, settings: StatusPageSettings): Promise<StatusPage> {
	return request("PUT", `/status-pages/${encodeURIComponent(id)}`, { body: settings });
}

export function deleteStatusPage(id: string): Promise<void> {
	return request("DELETE", `/status-pages/${encodeURIComponent(id)}`);
}
