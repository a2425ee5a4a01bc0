/** Alerts: who wants to hear what, through which channel; and which notices each monitor's listeners got. */

import type { components } from "@lapwing/client";
import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { allOf, dataOf, lapwing, type Sent } from "./client/request.ts";

type Schemas = components["schemas"];

/** What an alert can be asked to tell. `blind`: Lapwing itself could not check for a while. */
export type AlertEventType = NonNullable<Schemas["AlertCreate"]["events"]>[number];

/** The events of notices: also such as cannot be chosen. */
export type NoticeEvent = Schemas["AlertEvent"]["eventType"];

/** Each has a name (../format/channel-names.ts) and the fields of a form (../pages/alerts/channels/table.ts). */
export type ChannelType = Schemas["AlertCreate"]["channel"]["type"];

type ChannelValue = string | readonly string[] | null;
/** Its type and, beside it, the fields of that type. Secret ones are never answered. */
export type Channel = { readonly type: string } & Readonly<Record<string, ChannelValue>>;

export type AlertHours = NonNullable<Created["hours"]>;

export interface Escalation {
	readonly steps: readonly EscalationStep[];
	readonly repeats: number;
}

/** One of the two: channels, or a schedule. */
interface EscalationStep {
	/** After the step before; of the first, after the problem. */
	readonly afterMinutes: number;
	readonly channels?: readonly Channel[];
	readonly scheduleId?: string;
}

type Created = Sent<"POST", "/api/v1/alerts">;

export interface AlertSettings extends Omit<Required<Created>, "channel" | "escalation"> {
	readonly channel: Channel;
	/** Null: nobody else is notified. */
	readonly escalation: Escalation | null;
}

export type Alert = AlertSettings & Pick<Schemas["Alert"], "id" | "channelProblem" | "createdAt" | "updatedAt">;

export type MonitorType = NonNullable<Schemas["Alert"]["types"]>[number];

export type AlertEvent = Schemas["AlertEvent"];

export const alertsQuery = queryOptions({
	queryKey: ["alerts"],
	queryFn: ({ signal }): Promise<Alert[]> =>
		allOf(lapwing.pages("/api/v1/alerts", { query: { perPage: 200 }, signal })),
});

/** The alerts that cover a monitor, by their names, tags or types. */
export function alertsOfMonitorQuery(id: string) {
	return queryOptions({
		queryKey: ["alerts", "of", id],
		queryFn: ({ signal }) =>
			allOf(lapwing.pages("/api/v1/monitors/{id}/alerts", { path: { id }, query: { perPage: 200 }, signal })),
	});
}

/** Whether it is for every monitor of the team. */
export function isForAll({ monitorIds, tags, types }: Pick<AlertSettings, "monitorIds" | "tags" | "types">): boolean {
	return monitorIds === null && tags === null && types === null;
}

export function escalatesTo({ escalation }: Pick<AlertSettings, "escalation">, scheduleId: string): boolean {
	return escalation?.steps.some((step) => step.scheduleId === scheduleId) ?? false;
}

export function alertQuery(id: string) {
	return queryOptions({
		queryKey: ["alerts", id],
		queryFn: ({ signal }): Promise<Alert> => dataOf(lapwing.get("/api/v1/alerts/{id}", { path: { id }, signal })),
	});
}

export function createAlert(settings: AlertSettings): Promise<Alert> {
	return dataOf(lapwing.post("/api/v1/alerts", { body: settings as object as Created }));
}

export function updateAlert(id: string, settings: Partial<AlertSettings>): Promise<Alert> {
	return dataOf(
		lapwing.put("/api/v1/alerts/{id}", { path: { id }, body: settings as Sent<"PUT", "/api/v1/alerts/{id}"> }),
	);
}

export function deleteAlert(id: string): Promise<void> {
	return dataOf(lapwing.delete("/api/v1/alerts/{id}", { path: { id } }));
}

export type DeliveredTest = Schemas["AlertTest"];

export function testAlert(id: string): Promise<DeliveredTest> {
	return dataOf(lapwing.post("/api/v1/alerts/{id}/test", { path: { id } }));
}

/** What is tested of an alert that is not saved as it is. `alertId`: the one whose secrets are kept. */
export interface UnsavedTest extends Partial<Pick<AlertSettings, "name">>, Pick<AlertSettings, "channel"> {
	readonly alertId?: string;
}

export function testUnsavedAlert(test: UnsavedTest, signal?: AbortSignal): Promise<DeliveredTest> {
	return dataOf(lapwing.post("/api/v1/alerts/test", { body: test as Sent<"POST", "/api/v1/alerts/test">, signal }));
}

export type PreviewBody = Schemas["AlertPreviewBody"];

/** What messages with these templates say: an example. */
export function previewQuery(body: PreviewBody) {
	return queryOptions({
		queryKey: ["alert-preview", body],
		queryFn: ({ signal }) => dataOf(lapwing.post("/api/v1/alerts/preview", { body, signal })),
		staleTime: 60_000,
		retry: false,
	});
}

export type ReplaySettings = Pick<
	AlertSettings,
	| "minimumImportance"
	| "events"
	| "failureThreshold"
	| "cooldownMinutes"
	| "reminderMinutes"
	| "dailyCap"
	| "hours"
	| "groupsByCause"
>;

/** How many of the messages of the last 30 days an alert would have sent with other settings. */
export function replayQuery(id: string, settings: ReplaySettings) {
	return queryOptions({
		queryKey: ["alerts", id, "replay", settings],
		queryFn: ({ signal }) => {
			const body = { settings } as Sent<"POST", "/api/v1/alerts/{id}/replay">;
			return dataOf(lapwing.post("/api/v1/alerts/{id}/replay", { path: { id }, body, signal }));
		},
		staleTime: 60_000,
		retry: false,
	});
}

export function alertFiguresQuery(id: string) {
	return queryOptions({
		queryKey: ["alerts", id, "figures"],
		queryFn: ({ signal }) =>
			dataOf(lapwing.get("/api/v1/alerts/{id}/figures", { path: { id }, query: { days: 30 }, signal })),
	});
}

/** The events of an alert, newest first: what was sent, skipped or given up, and what waits. */
export function alertLogQuery(id: string) {
	return infiniteQueryOptions({
		queryKey: ["alerts", id, "events"],
		initialPageParam: undefined as string | undefined,
		queryFn: ({ pageParam: cursor, signal }) => {
			const query = { perPage: 20, cursor };
			return dataOf(lapwing.page("/api/v1/alerts/{id}/events", { path: { id }, query, signal }));
		},
		getNextPageParam: (page) => page.next,
	});
}
