/**
 * Monitors in requests: bodies and filters. All bodies are unions over the table of types; a type's own settings stand
 * flat beside the common members.
 */

import { z } from "@hono/zod-openapi";
import { STATUSES } from "../../../domain/monitors/monitor.ts";
import { missingSecrets, withoutSecrets } from "../../../domain/monitors/secrets.ts";
import {
	COMMON_DEFAULTS,
	COMMON_FIELDS,
	type Monitor,
	type MonitorSettings,
	tagText,
} from "../../../domain/monitors/settings.ts";
import type { SettingsProblem } from "../../../domain/monitors/type.ts";
import {
	CHECKED_TYPES,
	type CheckedType,
	normalized,
	problemsOf,
	rowOf,
	type TypeSettings,
} from "../../../domain/monitors/types.ts";
import { text } from "../../../domain/text.ts";
import { Refusal } from "../../kernel/refusal.ts";
import {
	type Body,
	commonFields,
	fieldsOf,
	listed,
	mapTypes,
	ownFields,
	titled,
	unionOf,
	withDefaults,
} from "./type-unions.ts";

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

/** The query parameters that narrow a list of monitors. */
export const filterQuery = z.object({
	tag: tagText.optional().meta({ description: "With this tag.", example: "prod" }),
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
