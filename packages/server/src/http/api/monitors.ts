/** /monitors: what is watched. The list form and the single form are two schemas, as the specification has them. */

import { z } from "@hono/zod-openapi";
import type { Monitor } from "../../domain/monitors/monitor.ts";
import { LOCATION_HINTS, METHODS, SSL_STATUSES, STATUSES } from "../../domain/monitors/monitor.ts";
import { asUri, MAX_URL_LENGTH, targetUrlProblem } from "../../domain/monitors/target-url.ts";
import {
	countMonitors,
	createMonitor as create,
	findMonitor,
	type MonitorKey,
	pageOfMonitors,
	deleteMonitor as remove,
	updateMonitor as update,
} from "../../storage/monitors/monitors.ts";
import { created, noContent, ok } from "../kernel/answers.ts";
import { endpoint, type Resource } from "../kernel/endpoint.ts";
import { listEndpoint } from "../kernel/list-endpoint.ts";
import { Refusal } from "../kernel/refusal.ts";
import { creationKey, epochMs, isoDateTime, publicId, single, text } from "../kernel/schemas.ts";

export const monitorId = publicId("mon", "mon_01jgezt6z8e7kb3mq4f2ys0nd5");

/** The monitor that `:id` names. */
export const theMonitor: Resource<Monitor> = {
	params: z.object({ id: monitorId }),
	find: (services, teamId, { id = "" }) => findMonitor(services.database, teamId, id, services.now()),
};

/** Requests to gone monitors and to unknown ones get the same words. */
export function noSuchMonitor(): Refusal {
	return new Refusal("NOT_FOUND", "There is no such resource.");
}

// --- Schemas ----------------------------------------------------------------------------------------------------------

const url = z
	.string()
	.superRefine((value, context) => {
		const problem = targetUrlProblem(value);
		if (problem !== null) context.addIssue({ code: "custom", message: problem });
	})
	.openapi({ format: "uri", minLength: 1, maxLength: MAX_URL_LENGTH, example: "https://example.com/health" });

const settings = {
	name: text(1, 255).openapi({ example: "Website" }),
	url,
	method: z.enum(METHODS).openapi({ example: "HEAD" }),
	expectedStatus: z.int().min(100).max(599).openapi({ example: 200 }),
	intervalSeconds: z.int().min(60).max(3600).openapi({ example: 60 }),
	degradedAfterMs: z
		.int()
		.min(1000)
		.max(30_000)
		.openapi({ example: 5000, description: "A response that takes at least this long is degraded." }),
	timeoutSeconds: z
		.int()
		.min(1)
		.max(60)
		.openapi({ example: 10, description: "A target without a complete response within this time is down." }),
	locationHint: z.enum(LOCATION_HINTS).openapi({ example: "wnam", description: "Where to check from." }),
	sslMonitoringEnabled: z.boolean().openapi({ example: true }),
	sslExpiryWarningDays: z.int().min(1).max(365).openapi({ example: 30 }),
};
const enabled = z
	.boolean()
	.openapi({ description: "False pauses the checks; true resumes them, with a check at once.", example: true });

const createBody = z
	.object({
		...settings,
		method: settings.method.default("HEAD"),
		expectedStatus: settings.expectedStatus.default(200),
		intervalSeconds: settings.intervalSeconds.default(60),
		degradedAfterMs: settings.degradedAfterMs.default(5000),
		timeoutSeconds: settings.timeoutSeconds.default(10),
		locationHint: settings.locationHint.default("wnam"),
		sslMonitoringEnabled: settings.sslMonitoringEnabled.default(true),
		sslExpiryWarningDays: settings.sslExpiryWarningDays.default(30),
		enabled: enabled.default(true),
	})
	.openapi("MonitorCreate");
const updateBody = z
	.object({ ...settings, enabled })
	.partial()
	.openapi("MonitorUpdate");

export const listedMonitor = z
	.object({
		id: monitorId,
		...settings,
		enabledAt: epochMs.nullable().openapi({ description: "Null while paused." }),
		sslExpiresAt: epochMs.nullable().optional(),
		sslIssuer: z.string().nullable().optional().openapi({ example: "Let's Encrypt" }),
		sslStatus: z.enum(SSL_STATUSES).nullable().optional().openapi({ example: "valid" }),
		sslLastCheckedAt: epochMs.nullable().optional(),
		createdAt: epochMs,
		updatedAt: epochMs,
	})
	.openapi("ListedMonitor");

export const monitor = z
	.object({
		id: monitorId,
		...settings,
		sslMonitoringEnabled: settings.sslMonitoringEnabled.optional(),
		sslExpiryWarningDays: settings.sslExpiryWarningDays.optional(),
		status: z.enum(STATUSES).openapi({ example: "pending", description: "pending until the first verdict." }),
		lastCheckedAt: isoDateTime.nullable().optional(),
		createdAt: isoDateTime,
		updatedAt: isoDateTime,
	})
	.openapi("Monitor");

// --- Forms ------------------------------------------------------------------------------------------------------------

function listForm(row: Monitor): z.infer<typeof listedMonitor> {
	return {
		id: row.publicId,
		...settingsOf(row),
		enabledAt: row.enabledAt,
		sslExpiresAt: row.sslExpiresAt,
		sslIssuer: row.sslIssuer,
		sslStatus: row.sslStatus,
		sslLastCheckedAt: row.sslLastCheckedAt,
		createdAt: row.createdAt,
		updatedAt: row.updatedAt,
	};
}

function singleForm(row: Monitor): z.infer<typeof monitor> {
	return {
		id: row.publicId,
		...settingsOf(row),
		status: row.status,
		lastCheckedAt: row.lastCheckedAt === null ? null : new Date(row.lastCheckedAt).toISOString(),
		createdAt: new Date(row.createdAt).toISOString(),
		updatedAt: new Date(row.updatedAt).toISOString(),
	};
}

function settingsOf(row: Monitor) {
	return {
		name: row.name,
		url: row.url,
		method: row.method,
		expectedStatus: row.expectedStatus,
		intervalSeconds: row.intervalSeconds,
		degradedAfterMs: row.degradedAfterMs,
		timeoutSeconds: row.timeoutSeconds,
		locationHint: row.locationHint,
		sslMonitoringEnabled: row.sslMonitoringEnabled,
		sslExpiryWarningDays: row.sslExpiryWarningDays,
	};
}

// --- Endpoints --------------------------------------------------------------------------------------------------------

const example = { name: "Website", url: "https://example.com/health" };
const answersMonitor = { "application/json": { schema: single(monitor) } };

export const listMonitors = listEndpoint<Monitor, MonitorKey, typeof listedMonitor>({
	operationId: "listMonitors",
	summary: "List monitors, newest first",
	tag: "Monitors",
	collection: "monitors",
	item: listedMonitor,
	list: ({ services: { database }, caller: { team }, now }) => ({
		name: ["monitors"],
		keySchema: creationKey,
		keyOf: ({ createdAt, id }) => [createdAt, id],
		read: (seek) => pageOfMonitors(database, team.id, seek, now),
		count: () => countMonitors(database, team.id),
	}),
	form: listForm,
});

export const createMonitor = endpoint({
	operationId: "createMonitor",
	summary: "Create a monitor",
	description: "Its first check starts at once.",
	tag: "Monitors",
	body: createBody,
	bodyExample: example,
	success: {
		status: 201,
		description: "The new monitor.",
		content: answersMonitor,
		headers: { Location: "Path of the new monitor." },
	},
	async handle(call) {
		const { enabled: isEnabled, ...wanted } = call.body;
		const made = await create(
			call.services.database,
			{ ...wanted, url: asUri(wanted.url), isEnabled, teamId: call.caller.team.id },
			call.now,
		);
		return created(call, singleForm(made), `/api/v1/monitors/${made.publicId}`);
	},
});

export const getMonitor = endpoint({
	operationId: "getMonitor",
	summary: "Get a monitor",
	tag: "Monitors",
	resource: theMonitor,
	success: { status: 200, description: "The monitor.", content: answersMonitor },
	async handle(call) {
		return ok(call, singleForm(call.found));
	},
});

export const updateMonitor = endpoint({
	operationId: "updateMonitor",
	summary: "Update a monitor",
	description:
		"Fields left out keep their values. A change of url, method, expectedStatus, timeoutSeconds, " +
		"degradedAfterMs or intervalSeconds makes a check due at once.",
	tag: "Monitors",
	resource: theMonitor,
	body: updateBody,
	bodyExample: { intervalSeconds: 120 },
	success: { status: 200, description: "The monitor as it is now.", content: answersMonitor },
	async handle(call) {
		const { enabled: isEnabled, url, ...changes } = call.body;
		const changed = await update(
			call.services.database,
			call.found.id,
			given({ ...changes, isEnabled, url: url === undefined ? undefined : asUri(url) }),
			call.now,
		);
		return changed ? ok(call, singleForm(changed)) : noSuchMonitor();
	},
});

/** Without the members that are undefined. */
function given<Members extends object>(
	members: Members,
): { [Name in keyof Members]?: Exclude<Members[Name], undefined> } {
	return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as ReturnType<
		typeof given<Members>
	>;
}

export const deleteMonitor = endpoint({
	operationId: "deleteMonitor",
	summary: "Delete a monitor with all its history",
	tag: "Monitors",
	resource: theMonitor,
	success: { status: 204, description: "Deleted." },
	async handle(call) {
		return (await remove(call.services.database, call.found.id, call.now)) ? noContent(call) : noSuchMonitor();
	},
});
