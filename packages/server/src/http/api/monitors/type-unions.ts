/** Schemas that are unions over the table of types: one schema a type, told apart by `type`. */

import { z } from "@hono/zod-openapi";
import { COMMON_FIELDS } from "../../../domain/monitors/settings.ts";
import { CHECKED_TYPES, type CheckedType, rowOf } from "../../../domain/monitors/types.ts";
import { ownFields, type WantedMonitor } from "../../../domain/monitors/wanted-monitor.ts";

/** Every member of a type. */
export function fieldsOf(type: CheckedType): z.ZodRawShape {
	return { ...commonFields(type), ...ownFields(type) };
}

export function commonFields(type: CheckedType): typeof COMMON_FIELDS {
	const { maxIntervalSeconds } = rowOf(type);
	if (maxIntervalSeconds === undefined) return COMMON_FIELDS;
	const intervalSeconds = z.int().min(60).max(maxIntervalSeconds).meta({ example: 300 });
	return { ...COMMON_FIELDS, intervalSeconds };
}

export function withDefaults(fields: z.ZodRawShape, defaults: Readonly<Record<string, unknown>>): z.ZodRawShape {
	return Object.fromEntries(
		Object.entries(fields).map(([name, field]) => [
			name,
			Object.hasOwn(defaults, name) ? (field as z.ZodType).default(defaults[name]) : field,
		]),
	);
}

export function mapTypes<Schema>(make: (type: CheckedType) => Schema): Readonly<Record<CheckedType, Schema>> {
	return Object.fromEntries(CHECKED_TYPES.map((type) => [type, make(type)])) as Record<CheckedType, Schema>;
}

export function listed<Schema>(schemas: Readonly<Record<string, Schema>>): [Schema, ...Schema[]] {
	return Object.values(schemas) as [Schema, ...Schema[]];
}

/**
 * One schema a type, told apart by `type`. What a type adds is known by name only, so members are unknown to the
 * compiler.
 */
export function unionOf(make: (type: CheckedType) => z.ZodObject): z.ZodType<WantedMonitor> {
	return z.discriminatedUnion("type", listed(mapTypes(make))) as unknown as z.ZodType<WantedMonitor>;
}

export function titled(type: CheckedType): string {
	return type.charAt(0).toUpperCase() + type.slice(1);
}
