/** Alerts: who wants to hear what, through which channel; and what each monitor's listeners were told. */

import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { request, requestAll, requestPage } from "./request.ts";

/** What an alert can be asked to tell. `blind`: Lapwing itself could not check for a while. */
export const ALERT_EVENTS = ["down", "degraded", "up", "blind"] as const;
export type AlertEventType = (typeof ALERT_EVENTS)[number];

/** What a notice can be about. `sighted` is the end of `blind`, and comes with it. */
export type NoticeEvent = AlertEventType | "sighted";

export type ChannelValue = string | readonly string[] | null;
/** Its type and, beside it, the fields of that type. Secret ones are never answered. */
export type Channel = { readonly type: string } & Readonly<Record<string, ChannelValue>>;

export interface AlertSettings {
	readonly name: string;
	readonly channel: Channel;
	/** Null: every monitor of the team. */
	readonly monitorIds: readonly string[] | null;
	readonly events: readonly AlertEventType[];
	readonly cooldownMinutes: number;
	readonly dailyCap: number;
	readonly failureThreshold: number;
	readonly reminderMinutes: number | null;
	readonly isEnabled: boolean;
}

export interface Alert extends AlertSettings {
	readonly id: string;
	readonly createdAt: number;
	readonly updatedAt: number;
}

export interface AlertEvent {
	readonly id: string;
	readonly alertId: string;
	readonly monitorId: string;
	readonly eventType: NoticeEvent;
	readonly status: "sent" | "skipped_cooldown" | "skipped_cap" | "failed";
	readonly sentAt: number;
	readonly errorMessage: string | null;
	readonly createdAt: number;
}

export const alertsQuery = queryOptions({
	queryKey: ["alerts"],
	queryFn: ({ signal }) => requestAll<Alert>("/alerts", "alerts", { signal }),
});

export function alertQuery(id: string) {
	return queryOptions({
		queryKey: ["alerts", id],
		queryFn: ({ signal }) => request<Alert>("GET", `/alerts/${encodeURIComponent(id)}`, { signal }),
	});
}

export function createAlert(settings: AlertSettings): Promise<Alert> {
	return request("POST", "/alerts", { body: settings });
}

export function updateAlert(id: string, settings: Partial<AlertSettings>): Promise<Alert> {
	return request("PUT", `/alerts/${encodeURIComponent(id)}`, { body: settings });
}

export function deleteAlert(id: string): Promise<void> {
	return request("DELETE", `/alerts/${encodeURIComponent(id)}`);
}

export function testAlert(id: string): Promise<{ status: "sent" | "failed"; errorMessage: string | null }> {
	return request("POST", `/alerts/${encodeURIComponent(id)}/test`, { body: {} });
}

/** What an alert told, newest first. */
export function alertLogQuery(id: string) {
	return eventsOf(["alerts", id, "events"], `/alerts/${encodeURIComponent(id)}/events`);
}

/** What the listeners of a monitor were told, newest first. */
export function monitorAlertEventsQuery(monitorId: string) {
	return eventsOf(["monitor", monitorId, "alert-events"], `/monitors/${encodeURIComponent(monitorId)}/alert-events`);
}

function eventsOf(queryKey: readonly string[], path: string) {
	return infiniteQueryOptions({
		queryKey,
		initialPageParam: null as string | null,
		queryFn: ({ pageParam: cursor, signal }) =>
			requestPage<AlertEvent>(path, "events", { query: { perPage: 20, cursor }, signal }),
		getNextPageParam: (page) => page.next,
	});
}
