/**
 * Monitors in answers: the list form and the single form of the specification, and the full view. All of them are
 * unions over the table of types; a type's own settings stand flat beside the common members.
 */

import { z } from "@hono/zod-openapi";
import { type MonitorType, SSL_STATUSES, STATUSES } from "../../../domain/monitors/monitor.ts";
import { everyMonitorField, monitorFields } from "../../../domain/monitors/monitor-fields.ts";
import type { Monitor } from "../../../domain/monitors/settings.ts";
import { isProbedType } from "../../../domain/monitors/types.ts";
import { isoOf, isoOrNull } from "../../../domain/time-text.ts";
import { decryptReportKey } from "../../../storage/jobs/report-keys.ts";
import type { Call } from "../../kernel/endpoint.ts";
import { epochMs, isoDateTime, publicId } from "../../kernel/schemas.ts";
import { type LatestResults, latestMembers } from "./latest-results.ts";
import { everyField, shownFields, titled, unionOf } from "./type-unions.ts";

export const monitorId = publicId("mon", "mon_01jgezt6z8e7kb3mq4f2ys0nd5");

const target = z.string().openapi({ description: "The target, as lists and reports show it." });
/** Members of the types that report by themselves. */
function reporting(type: MonitorType): z.ZodRawShape {
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
			...shownFields(type),
			target,
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
			...shownFields(type),
			target,
			...reporting(type),
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
			...everyField(type),
			target,
			...reporting(type),
			status,
			statusSince: isoDateTime.nullable().openapi({
				description:
					"Since when it has this status: while it is down or degraded, the start of the first check that said so. " +
					"Null while pending.",
			}),
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
		...monitorFields(monitor, pingUrlOf(showing, monitor)),
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
		...monitorFields(monitor, pingUrlOf(showing, monitor)),
		status: monitor.status,
		lastCheckedAt: isoOrNull(monitor.lastCheckedAt),
		createdAt: isoOf(monitor.createdAt),
		updatedAt: isoOf(monitor.updatedAt),
	};
}

export function fullForm(showing: Showing, { latest, ...monitor }: Monitor & { readonly latest: LatestResults }) {
	return { ...everyMonitorField(monitor, pingUrlOf(showing, monitor)), ...latest };
}

/** What a form needs beside the monitor. */
type Showing = Pick<Call, "services" | "url">;

/** Null for a monitor that is probed, and when the key can't be opened any more. */
function pingUrlOf({ services, url }: Showing, { reportKey }: Monitor): string | null {
	const key = reportKey && decryptReportKey(services.secretBox, reportKey);
	return key && new URL(`/ping/${key}`, services.publicUrl ?? url).href;
}
