/** Schemas that are unions over the table of types: one schema a type, told apart by `type`. */

import { z } from "@hono/zod-openapi";
import { withoutDefaults } from "../../../domain/defaults.ts";
import { COMMON_SETTINGS, withoutFullView } from "../../../domain/monitors/common-settings.ts";
import type { MonitorType } from "../../../domain/monitors/monitor.ts";
import { mapTypes, rowOf } from "../../../domain/monitors/types.ts";

/** The common settings, with the defaults of a new monitor. */
export function commonFields(type: MonitorType): typeof COMMON_SETTINGS {
	const { maxIntervalSeconds } = rowOf(type);
	if (maxIntervalSeconds === undefined) return COMMON_SETTINGS;
	const intervalSeconds = z.int().min(60).max(maxIntervalSeconds).meta({ example: 300 }).default(60);
	return { ...COMMON_SETTINGS, intervalSeconds };
}

/** What every answer shows of a monitor's settings: the common ones and the fields of its type. */
export function shownFields(type: MonitorType): z.ZodRawShape {
	return withoutDefaults({ ...withoutFullView(commonFields(type)), ...rowOf(type).fields });
}

/** What the full view shows. */
export function everyField(type: MonitorType): z.ZodRawShape {
	const { fields, options } = rowOf(type);
	return withoutDefaults({ ...commonFields(type), ...fields, ...options });
}

/** One schema a type, told apart by `type`. `Body`: what the compiler can't read from the table. */
export function unionOf<Body>(make: (type: MonitorType) => z.ZodObject): z.ZodType<Body> {
	const [first, ...others] = Object.values(mapTypes(make));
	return z.discriminatedUnion("type", [first as z.ZodObject, ...others]) as z.ZodType as z.ZodType<Body>;
}

export function titled(type: MonitorType): string {
	return type.charAt(0).toUpperCase() + type.slice(1);
}
