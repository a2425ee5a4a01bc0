/**
 * Monitors in answers: the list form and the single form of the specification, and the full view. All of them are
 * unions over the table of types; a type's own settings stand flat beside the common members.
 */

import { z } from "@hono/zod-openapi";
import type { StoredPingKey } from "../../../domain/heartbeats/ping.ts";
import { SSL_STATUSES, STATUSES } from "../../../domain/monitors/monitor.ts";
import { COMMON_FIELDS, type Monitor } from "../../../domain/monitors/settings.ts";
import { type CheckedType, isProbedType, rowOf, speaksTls, targetOf } from "../../../domain/monitors/types.ts";
import { openPingKey } from "../../../storage/heartbeats/ping-keys.ts";
import type { Call } from "../../kernel/endpoint.ts";
import { epochMs, isoDateTime, isoOf, isoOrNull, publicId } from "../../kernel/schemas.ts";
import { type LatestResults, latestMembers } from "./latest-results.ts";
import { commonFields, ownFields, titled, unionOf } from "./type-unions.ts";

export const monitorId = publicId("mon", "mon_01jgezt6z8e7kb3mq4f2ys0nd5");

/** Members that every answer has beyond the specification's. */
const identity = {
	target: z.string().openapi({ description: "The target, as lists and reports show it." }),
	tags: z.array(z.string()).openapi({ example: ["prod"] }),
};
/** The common settings as answers to the forms of the specification show them. */
function commonShown(type: CheckedType): z.ZodRawShape {
	const { enabled: _enabled, ...common } = commonFields(type);
	return common;
}

/** Members of the types that report by themselves. */
function reporting(type: CheckedType): z.ZodRawShape {
	const pingUrl = z
		.url()
		.nullable()
		.openapi({
			description:
				"Where the job reports its runs: this address for a success, with `/start`, `/fail` or an exit code after it for " +
				"the rest. Whoever knows it can report. Null when the service's secret was replaced: renew it then.",
			example: "https://lapwing.example/ping/V1StGXR8Z5jdHi6BmyT3Qa",
		});
	return isProbedType(type) ? {} : { pingUrl };
}

export const listedMonitor = unionOf((type) =>
	z
		.object({
			id: monitorId,
			type: z.literal(type),
			...commonShown(type),
			...rowOf(type).fields,
			...identity,
			...reporting(type),
			enabledAt: epochMs.nullable().openapi({ description: "Null while paused." }),
			sslExpiresAt: epochMs.nullable().optional(),
			sslIssuer: z.string().nullable().optional().openapi({ example: "Let's Encrypt" }),
			sslStatus: z.enum(SSL_STATUSES).nullable().optional().openapi({ example: "valid" }),
			sslLastCheckedAt: epochMs.nullable().optional(),
			createdAt: epochMs,
			updatedAt: epochMs,
		})
		.openapi(`Listed${titled(type)}Monitor`),
).openapi("ListedMonitor");

const status = z
	.enum(STATUSES)
	.openapi({ example: "pending", description: "pending until the first check has a verdict." });

export const singleMonitor = unionOf((type) =>
	z
		.object({
			id: monitorId,
			type: z.literal(type),
			...commonShown(type),
			...rowOf(type).fields,
			...identity,
			...reporting(type),
			sslMonitoringEnabled: COMMON_FIELDS.sslMonitoringEnabled.optional(),
			sslExpiryWarningDays: COMMON_FIELDS.sslExpiryWarningDays.optional(),
			status,
			lastCheckedAt: isoDateTime.nullable().optional(),
			createdAt: isoDateTime,
			updatedAt: isoDateTime,
		})
		.openapi(`${titled(type)}Monitor`),
).openapi("Monitor");

/** All fields of a monitor. Instants are ISO 8601. */
export const fullMonitor = unionOf((type) =>
	z
		.object({
			id: monitorId,
			type: z.literal(type),
			...commonShown(type),
			...ownFields(type),
			...identity,
			...reporting(type),
			status,
			statusSince: isoDateTime.nullable(),
			enabled: z.boolean(),
			enabledAt: isoDateTime.nullable(),
			sslStatus: z.enum(SSL_STATUSES).nullable().openapi({ description: "Null without TLS.", example: "valid" }),
			sslExpiresAt: isoDateTime.nullable(),
			sslIssuer: z.string().nullable(),
			sslLastCheckedAt: isoDateTime.nullable(),
			lastCheckedAt: isoDateTime.nullable(),
			...latestMembers,
			createdAt: isoDateTime,
			updatedAt: isoDateTime,
		})
		.openapi(`Full${titled(type)}Monitor`),
).openapi("FullMonitor");

export function listForm(showing: Showing, monitor: Monitor) {
	return {
		...shown(showing, monitor),
		enabledAt: monitor.enabledAt,
		sslExpiresAt: monitor.sslExpiresAt,
		sslIssuer: monitor.sslIssuer,
		sslStatus: monitor.sslStatus,
		sslLastCheckedAt: monitor.sslLastCheckedAt,
		createdAt: monitor.createdAt,
		updatedAt: monitor.updatedAt,
	};
}

export function singleForm(showing: Showing, monitor: Monitor) {
	return {
		...shown(showing, monitor),
		status: monitor.status,
		lastCheckedAt: isoOrNull(monitor.lastCheckedAt),
		createdAt: isoOf(monitor.createdAt),
		updatedAt: isoOf(monitor.updatedAt),
	};
}

export function fullForm(showing: Showing, { latest, ...monitor }: Monitor & { readonly latest: LatestResults }) {
	return { ...settingsForm(showing, monitor), ...latest };
}

/** The full form without what each check changes: for the audit log. */
export function settingsForm(showing: Showing, monitor: Monitor) {
	return {
		...shown(showing, monitor),
		...rowOf(monitor.settings.type).optionDefaults,
		...monitor.settings,
		status: monitor.status,
		statusSince: isoOrNull(monitor.statusSince),
		enabled: monitor.enabledAt !== null,
		enabledAt: isoOrNull(monitor.enabledAt),
		sslStatus: speaksTls(monitor.settings) ? monitor.sslStatus : null,
		sslExpiresAt: isoOrNull(monitor.sslExpiresAt),
		sslIssuer: monitor.sslIssuer,
		sslLastCheckedAt: isoOrNull(monitor.sslLastCheckedAt),
		lastCheckedAt: isoOrNull(monitor.lastCheckedAt),
		createdAt: isoOf(monitor.createdAt),
		updatedAt: isoOf(monitor.updatedAt),
	};
}

/** What a form needs beside the monitor. */
type Showing = Pick<Call, "services" | "url">;

/** Without the options, which belong to the full view. */
function shown(showing: Showing, monitor: Monitor) {
	return {
		id: monitor.publicId,
		name: monitor.name,
		...withoutOptions(monitor.settings),
		target: targetOf(monitor.settings, monitor.name),
		...(monitor.pingKey && { pingUrl: pingUrlOf(showing, monitor.pingKey) }),
		tags: monitor.tags,
		intervalSeconds: monitor.intervalSeconds,
		degradedAfterMs: monitor.degradedAfterMs,
		timeoutSeconds: monitor.timeoutSeconds,
		locationHint: monitor.locationHint,
		sslMonitoringEnabled: monitor.sslMonitoringEnabled,
		sslExpiryWarningDays: monitor.sslExpiryWarningDays,
	};
}

function withoutOptions(settings: Monitor["settings"]): Readonly<Record<string, unknown>> {
	const { options = {} } = rowOf(settings.type);
	const shown: Record<string, unknown> = {};
	for (const name in settings) {
		if (!Object.hasOwn(options, name)) shown[name] = settings[name as keyof Monitor["settings"]];
	}
	return shown;
}

function pingUrlOf({ services, url }: Showing, pingKey: StoredPingKey): string | null {
	const key = openPingKey(services.secretBox, pingKey);
	return key && new URL(`/ping/${key}`, services.publicUrl ?? url).href;
}
