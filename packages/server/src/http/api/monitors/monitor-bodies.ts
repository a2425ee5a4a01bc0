/**
 * Monitors in requests: bodies and filters. All bodies are unions over the table of types; a type's own settings stand
 * flat beside the common members.
 */

import { z } from "@hono/zod-openapi";
import { withoutDefaults } from "../../../domain/defaults.ts";
import { ENABLED, tagText } from "../../../domain/monitors/common-settings.ts";
import { MONITOR_TYPES, type MonitorType, STATUSES } from "../../../domain/monitors/monitor.ts";
import type { Monitor } from "../../../domain/monitors/settings.ts";
import { mapTypes, rowOf } from "../../../domain/monitors/types.ts";
import { type MonitorUpdate, type NewMonitor, ownFields } from "../../../domain/monitors/wanted-monitor.ts";
import { text } from "../../../domain/text.ts";
import { commonFields, titled, unionOf } from "./type-unions.ts";

/** A request's body may have 64 KiB, each character of it six of JSON; a flow has 128 KiB in all. */
export const MAX_MONITOR_BODY_BYTES = 512 * 1024;

export const createBody = unionOf<NewMonitor>((type) =>
	createForm(type).openapi(`${titled(type)}MonitorCreate`),
).openapi("MonitorCreate");

/** A create body of every type, for the document. */
export const CREATE_EXAMPLES = mapTypes((type) => ({
	...(type !== "http" && { type }),
	...rowOf(type).example,
}));

/** A new monitor of one type. A type that is left out is http: the specification's bodies have none. */
export function createForm(type: MonitorType): z.ZodObject {
	const { name, ...common } = commonFields(type);
	return z.strictObject({
		type: type === "http" ? z.literal(type).optional().default(type) : z.literal(type),
		name,
		...ownFields(type),
		...common,
		enabled: ENABLED,
	});
}

/** Every member is optional. The type, if given, must be the monitor's type. */
const UPDATE_BODIES = mapTypes(
	(type) =>
		z
			.strictObject({
				type: z.literal(type, `This monitor's type is ${type}; a type never changes.`),
				...withoutDefaults({ ...commonFields(type), ...ownFields(type), enabled: ENABLED }),
			})
			.partial()
			.openapi(`${titled(type)}MonitorUpdate`) as z.ZodType as z.ZodType<MonitorUpdate>,
);

export const updateBody = z.union(Object.values(UPDATE_BODIES)).openapi("MonitorUpdate");

export function updateBodyOf({ settings: { type } }: Monitor): z.ZodType<MonitorUpdate> {
	return UPDATE_BODIES[type];
}

/** The query parameters that narrow a list of monitors. */
export const filterQuery = z.object({
	tag: tagText.optional().meta({ description: "With this tag.", example: "prod" }),
	status: z.enum(STATUSES).optional().openapi({ example: "down" }),
	type: z.enum(MONITOR_TYPES).optional().openapi({ example: "http" }),
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
