/** Planned maintenance: once, or by a recurrence rule. */

import { queryOptions } from "@tanstack/react-query";
import { allOf, dataOf, lapwing } from "./request.ts";

interface Recurrence {
	/** RFC 5545, without the property's name. */
	readonly rrule: string;
	/** Local, YYYY-MM-DDTHH:mm. */
	readonly startsAt: string;
	readonly timeZone: string;
	readonly durationMinutes: number;
}

/** The name of a window that nobody gave one. */
export const UNNAMED_WINDOW = "Maintenance";

export interface WindowSettings {
	readonly name: string;
	/** Null: every monitor of the team. */
	readonly monitorIds: readonly string[] | null;
	readonly startsAt: string | null;
	readonly endsAt: string | null;
	readonly recurrence: Recurrence | null;
}

export interface MaintenanceWindow extends WindowSettings {
	readonly id: string;
	/** When the maintenance in progress ends; null when none is. */
	readonly activeUntil: string | null;
	readonly createdAt: string;
	readonly updatedAt: string;
}

export const windowsQuery = queryOptions({
	queryKey: ["maintenance-windows"],
	queryFn: ({ signal }) => allOf(lapwing.pages("/api/v1/maintenance-windows", { query: { perPage: 200 }, signal })),
});

export function createWindow(settings: WindowSettings): Promise<MaintenanceWindow> {
	return dataOf(lapwing.post("/api/v1/maintenance-windows", { body: settings }));
}

export function updateWindow(id: string, settings: WindowSettings): Promise<MaintenanceWindow> {
	return dataOf(lapwing.put("/api/v1/maintenance-windows/{id}", { path: { id }, body: settings }));
}

export function endWindow(id: string): Promise<MaintenanceWindow> {
	return dataOf(lapwing.post("/api/v1/maintenance-windows/{id}/end", { path: { id } }));
}

export function deleteWindow(id: string): Promise<void> {
	return dataOf(lapwing.delete("/api/v1/maintenance-windows/{id}", { path: { id } }));
}
