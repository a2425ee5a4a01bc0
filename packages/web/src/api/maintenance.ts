/** Planned maintenance: once, or by a recurrence rule. */

import { queryOptions } from "@tanstack/react-query";
import { request, requestAll } from "./request.ts";

export interface Recurrence {
	/** RFC 5545, without the property's name. */
	readonly rrule: string;
	/** Local, YYYY-MM-DDTHH:mm. */
	readonly startsAt: string;
	readonly timeZone: string;
	readonly durationMinutes: number;
}

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

const of = (id: string) => `/maintenance-windows/${encodeURIComponent(id)}`;

export const windowsQuery = queryOptions({
	queryKey: ["maintenance-windows"],
	queryFn: ({ signal }) => requestAll<MaintenanceWindow>("/maintenance-windows", "maintenanceWindows", { signal }),
});

export function createWindow(settings: WindowSettings): Promise<MaintenanceWindow> {
	return request("POST", "/maintenance-windows", { body: settings });
}

export function updateWindow(id: string, settings: WindowSettings): Promise<MaintenanceWindow> {
	return request("PUT", of(id), { body: settings });
}

export function endWindow(id: string): Promise<MaintenanceWindow> {
	return request("POST", `${of(id)}/end`, { body: {} });
}

export function deleteWindow(id: string): Promise<void> {
	return request("DELETE", of(id));
}
