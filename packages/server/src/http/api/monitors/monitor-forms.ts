/**
 * How monitors look in requests and answers: the list form and the single form of the specification, and the full view.
 * All of them are unions over the table of types; a type's own settings stand flat beside the common members.
 */

import { z } from "@hono/zod-openapi";
import type { StoredPingKey } from "../../../domain/heartbeats/ping.ts";
import { SSL_STATUSES, STATUSES } from "../../../domain/monitors/monitor.ts";
import { missingSecrets, withoutSecrets } from "../../../domain/monitors/secrets.ts";
import {
	COMMON_DEFAULTS,
	COMMON_FIELDS,
	type Monitor,
	type MonitorSettings,
} from "../../../domain/monitors/settings.ts";
import type { SettingsProblem } from "../../../domain/monitors/type.ts";
import {
	CHECKED_TYPES,
	type CheckedType,
	isProbedType,
	normalized,
	problemsOf,
	rowOf,
	speaksTls,
	type TypeSettings,
	targetOf,
} from "../../../domain/monitors/types.ts";
import { text } from "../../../domain/text.ts";
import { openPingKey } from "../../../storage/heartbeats/ping-keys.ts";
import type { Call } from "../../kernel/endpoint.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { epochMs, isoDateTime, publicId } from "../../kernel/schemas.ts";
import { type LatestResults, latestMembers } from "./latest-results.ts";

export const monitorId = publicId("mon", "mon_01jgezt6z8e7kb3mq4f2ys0nd5");

// --- Bodies ----------------------------------------------------------------------------------------------------------

type Body = Readonly<Record<string, unknown>>;

/** A request's body may have 64 KiB, each character of it six of JSON; a flow has 128 KiB in all. */
export const MAX_MONITOR_BODY_BYTES = 512 * 1024;

export const createBody = unionOf((type) => createForm(type).openapi(`${titled(type)}MonitorCreate`)).openapi(
	"MonitorCreate",
);

/** A create body of every type, for the document. */
export const CREATE_EXAMPLES = mapTypes((type) => ({
	...(type !== "http" && { type }),
	...rowOf(type).example,
}));

/** A new monitor of one type. A type that is left out is http: the specification's bodies have none. */
export function createForm(type: CheckedType): z.ZodObject {
	const { fields, defaults, options = {}, optionDefaults = {} } = rowOf(type);
	const { enabled, name, ...common } = commonFields(type);
	return z.strictObject({
		type: type === "http" ? z.literal(type).optional() : z.literal(type),
		name,
		...withDefaults(fields, defaults),
		...withDefaults(options, optionDefaults),
		...withDefaults({ ...common, enabled }, COMMON_DEFAULTS),
	});
}

/** Every member is optional. The type, if given, must be the monitor's type. */
const UPDATE_BODIES = mapTypes((type) =>
	z
		.strictObject({ type: z.literal(type, `This monitor's type is ${type}; a type never changes.`), ...fieldsOf(type) })
		.partial()
		.openapi(`${titled(type)}MonitorUpdate`),
);

export const updateBody = z.union(listed(UPDATE_BODIES)).openapi("MonitorUpdate");

export function updateBodyOf({ settings: { type } }: Monitor): z.ZodType<Body> {
	return UPDATE_BODIES[type];
}

/** A create body as settings. */
export function settingsOf(body: Body): MonitorSettings & { readonly isEnabled: boolean } {
	const { type = "http", ...members } = body as Body & { readonly type?: CheckedType };
	const settings = Object.fromEntries(Object.keys(ownFields(type)).map((name) => [name, members[name]]));
	return {
		...commonOf(members),
		settings: normalized({ type, ...settings } as TypeSettings),
	} as MonitorSettings & { readonly isEnabled: boolean };
}

/** A create body as it may be recorded: with null for each secret, without options that have their default. */
export function newBodyWithoutSecrets(body: Body): Body {
	const { settings } = settingsOf(body);
	const { options = {} } = rowOf(settings.type);
	const members = Object.entries(body).filter(([name]) => !Object.hasOwn(options, name));
	return { ...Object.fromEntries(members), ...withoutSecrets(settings).shown };
}

/** An update body as it may be recorded: with null for each secret. */
export function bodyWithoutSecrets(type: CheckedType, body: Body): Body {
	const own = Object.entries(body).filter(([name]) => Object.hasOwn(ownFields(type), name));
	const { shown } = withoutSecrets({ type, ...Object.fromEntries(own) } as TypeSettings);
	return { ...body, ...shown };
}

/** An update body as changes of a monitor of `type`: only the members that were given. */
export function changesOf(type: CheckedType, { type: _same, ...members }: Body) {
	const own = ownFields(type);
	const settings = Object.entries(members).filter(([name]) => Object.hasOwn(own, name));
	return { ...commonOf(members), ...(settings.length > 0 && { settings: Object.fromEntries(settings) }) };
}

/**
 * Refuses a body whose settings are valid one by one and wrong together, with those that it leaves unchanged; null when
 * nothing is wrong.
 */
export function refusedSettings(body: Body, unchanged?: TypeSettings): Refusal | null {
	const type = unchanged?.type ?? (body["type"] as CheckedType | undefined) ?? "http";
	const own = Object.entries(body).filter(([name]) => Object.hasOwn(ownFields(type), name));
	const settings = { ...unchanged, type, ...Object.fromEntries(own) } as TypeSettings;
	// Of an update, storage knows which secrets there are to keep.
	return problemsRefusal([...problemsOf(settings), ...(unchanged === undefined ? missingSecrets(settings) : [])]);
}

/** Null when there is no problem. */
export function problemsRefusal(details: readonly SettingsProblem[]): Refusal | null {
	return details.length === 0 ? null : new Refusal("VALIDATION_ERROR", "The request failed validation.", { details });
}

function commonOf(members: Body): Readonly<Record<string, unknown>> {
	const { enabled, tags, ...others } = Object.fromEntries(
		Object.keys(COMMON_FIELDS)
			.filter((name) => members[name] !== undefined)
			.map((name) => [name, members[name]]),
	) as { enabled?: boolean; tags?: readonly string[] };
	return {
		...others,
		...(tags !== undefined && { tags: [...new Set(tags)] }),
		...(enabled !== undefined && { isEnabled: enabled }),
	};
}

// --- Filters ---------------------------------------------------------------------------------------------------------

/** The query parameters that narrow a list of monitors. */
export const filterQuery = z.object({
	tag: z.string().toLowerCase().max(50).optional().openapi({ description: "With this tag.", example: "prod" }),
	status: z.enum(STATUSES).optional().openapi({ example: "down" }),
	type: z.enum(CHECKED_TYPES).optional().openapi({ example: "http" }),
	enabled: z
		.enum(["true", "false"])
		.transform((value) => value === "true")
		.optional()
		.openapi({ description: "`false`: paused ones.", example: "true" }),
	q: text(1, 200)
		.optional()
		.openapi({ description: "Text in the name or the target, case-insensitive.", example: "shop" }),
});

/** The same as members of a body. */
export const filterBody = z
	.strictObject({ ...filterQuery.shape, enabled: z.boolean().optional() })
	.openapi("MonitorFilter", {
		description: "Every member narrows the selection; without members it is all monitors of the team.",
	});

// --- Answers ---------------------------------------------------------------------------------------------------------

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
		lastCheckedAt: iso(monitor.lastCheckedAt),
		createdAt: iso(monitor.createdAt),
		updatedAt: iso(monitor.updatedAt),
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
		statusSince: iso(monitor.statusSince),
		enabled: monitor.enabledAt !== null,
		enabledAt: iso(monitor.enabledAt),
		sslStatus: speaksTls(monitor.settings) ? monitor.sslStatus : null,
		sslExpiresAt: iso(monitor.sslExpiresAt),
		sslIssuer: monitor.sslIssuer,
		sslLastCheckedAt: iso(monitor.sslLastCheckedAt),
		lastCheckedAt: iso(monitor.lastCheckedAt),
		createdAt: iso(monitor.createdAt),
		updatedAt: iso(monitor.updatedAt),
	};
}

/** What a form needs beside the monitor. */
type Showing = Pick<Call, "services" | "url">;

/** Without the options, which belong to the full view. */
function shown(showing: Showing, monitor: Monitor) {
	const { options = {} } = rowOf(monitor.settings.type);
	const settings = Object.entries(monitor.settings).filter(([name]) => !Object.hasOwn(options, name));
	return {
		id: monitor.publicId,
		name: monitor.name,
		...Object.fromEntries(settings),
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

function pingUrlOf({ services, url }: Showing, pingKey: StoredPingKey): string | null {
	const key = openPingKey(services.secretBox, pingKey);
	return key && new URL(`/ping/${key}`, services.publicUrl ?? url).href;
}

function iso(instant: number | null): string | null {
	return instant === null ? null : new Date(instant).toISOString();
}

// --- Building unions -------------------------------------------------------------------------------------------------

function fieldsOf(type: CheckedType): z.ZodRawShape {
	return { ...commonFields(type), ...ownFields(type) };
}

/** Fields and options of a type. */
function ownFields(type: CheckedType): z.ZodRawShape {
	const { fields, options } = rowOf(type);
	return { ...fields, ...options };
}

function commonFields(type: CheckedType): typeof COMMON_FIELDS {
	const { maxIntervalSeconds } = rowOf(type);
	if (maxIntervalSeconds === undefined) return COMMON_FIELDS;
	const intervalSeconds = z.int().min(60).max(maxIntervalSeconds).meta({ example: 300 });
	return { ...COMMON_FIELDS, intervalSeconds };
}

function withDefaults(fields: z.ZodRawShape, defaults: Readonly<Record<string, unknown>>): z.ZodRawShape {
	return Object.fromEntries(
		Object.entries(fields).map(([name, field]) => [
			name,
			Object.hasOwn(defaults, name) ? (field as z.ZodType).default(defaults[name]) : field,
		]),
	);
}

function mapTypes<Schema>(make: (type: CheckedType) => Schema): Readonly<Record<CheckedType, Schema>> {
	return Object.fromEntries(CHECKED_TYPES.map((type) => [type, make(type)])) as Record<CheckedType, Schema>;
}

function listed<Schema>(schemas: Readonly<Record<string, Schema>>): [Schema, ...Schema[]] {
	return Object.values(schemas) as [Schema, ...Schema[]];
}

/**
 * One schema a type, told apart by `type`. What a type adds is known by name only, so members are unknown to the
 * compiler.
 */
export function unionOf(make: (type: CheckedType) => z.ZodObject): z.ZodType<Body> {
	return z.discriminatedUnion("type", listed(mapTypes(make))) as unknown as z.ZodType<Body>;
}

export function titled(type: CheckedType): string {
	return type.charAt(0).toUpperCase() + type.slice(1);
}
