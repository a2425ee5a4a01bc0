/** Planned maintenance: once, or by a recurrence rule. */

import type { components } from "@lapwing/client";
import { queryOptions } from "@tanstack/react-query";
import { allOf, dataOf, lapwing } from "./client/request.ts";

type Schemas = components["schemas"];
export type MaintenanceWindow = Schemas["MaintenanceWindow"];
/** Every member of a body, so that an update replaces all of them. */
export type WindowSettings = Required<Schemas["MaintenanceWindowCreate"]>;

/** The name of a window that nobody gave one. */
export const UNNAMED_WINDOW = "Maintenance";

export const windowsQuery = queryOptions({
	queryKey: ["maintenance-windows"],
	queryFn: ({ signal }) => allOf(lapwing.pages("/api/v1/maintenance-windows", { query: { perPage: 200 }, signal })),
});

export function createWindow(settings: WindowSettings): Promise<MaintenanceWindow> {
	return dataOf(lapwing.post("/api/v1/maintenance-windows", { body: settings }));
}

export function updateWindow(id: string, settings: Partial<WindowSettings>): Promise<MaintenanceWindow> {
	return dataOf(lapwing.put("/api/v1/maintenance-windows/{id}", { path: { id }, body: settings }));
}

export function endWindow(id: string): Promise<MaintenanceWindow> {
	return dataOf(lapwing.post("/api/v1/maintenance-windows/{id}/end", { path: { id } }));
}

export function deleteWindow(id: string): Promise<void> {
	return dataOf(lapwing.delete("/api/v1/maintenance-windows/{id}", { path: { id } }));
}
