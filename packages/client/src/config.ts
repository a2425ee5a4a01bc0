/**
 * The types of `lapwing.config.ts`. They follow the bodies of the API, so a new setting is here once the types are
 * generated again. What files can hold beside that: the docs, use/as-code.
 */

import type { components } from "./generated/openapi.ts";

type Schemas = components["schemas"];
type MonitorBody =
	| TypeLeftOut<Schemas["HttpMonitorCreate"]>
	| Exclude<Schemas["MonitorCreate"], Schemas["HttpMonitorCreate"]>;

/** `http` is the type of a monitor that names none. */
type TypeLeftOut<Body extends { type?: unknown }> = Omit<Body, "type"> & Partial<Pick<Body, "type">>;

/** A secret: the environment variable that holds it. Text may have `${NAME}` in it as well. */
export interface SecretVariable {
	readonly secret: string;
}

/** `T` as files may have it: in place of any text a {@link SecretVariable}. */
type InFiles<T> = T extends string
	? string extends T
		? T | SecretVariable
		: T
	: T extends object
		? { readonly [Name in keyof T]: InFiles<T[Name]> }
		: T;

/** Of a union, every member that any of its types has. */
type AnyMember<T> = {
	readonly [Name in T extends unknown ? keyof T : never]?: T extends { [N in Name]?: infer V } ? V : never;
};

/** By which an object is found again: letters, digits and `. _ -`, unique among those of its kind. */
interface Keyed {
	readonly key: string;
}

type NameLeftOut<Body> = Body extends { name: infer Name } ? Omit<Body, "name"> & { readonly name?: Name } : never;

/** A monitor. Without a name it is called as its target. `dependsOn` takes keys. */
export type MonitorConfig = Keyed &
	InFiles<NameLeftOut<MonitorBody>> & { readonly contentChecks?: readonly InFiles<Schemas["ContentCheckCreate"]>[] };
/** An alert. `monitorIds` and the schedules of its escalation take keys. */
export type AlertConfig = Keyed & InFiles<Schemas["AlertCreate"]>;
/** An on-call schedule. */
export type ScheduleConfig = Keyed & InFiles<Schemas["ScheduleCreate"]>;
/** A maintenance window. `monitorIds` and `statusPageIds` take keys. */
export type MaintenanceConfig = Keyed & InFiles<Schemas["MaintenanceWindowCreate"]>;
/** A status page. `monitorIds` of its components take keys. */
export type StatusPageConfig = Keyed & InFiles<Schemas["StatusPageCreate"]>;

/** What Lapwing is to watch, and whom it notifies: the same members as `lapwing.yaml`. */
export interface Config {
	/** Whose objects these are. Default: `default`. Two repositories use two projects. */
	readonly project?: string;
	/** Members of all objects of a kind that do not say them themselves. */
	readonly defaults?: {
		readonly monitors?: AnyMember<InFiles<MonitorBody>>;
		readonly alerts?: Partial<InFiles<Schemas["AlertCreate"]>>;
		readonly schedules?: Partial<InFiles<Schemas["ScheduleCreate"]>>;
		readonly maintenance?: Partial<InFiles<Schemas["MaintenanceWindowCreate"]>>;
		readonly statusPages?: Partial<InFiles<Schemas["StatusPageCreate"]>>;
	};
	readonly monitors?: readonly MonitorConfig[];
	readonly alerts?: readonly AlertConfig[];
	readonly schedules?: readonly ScheduleConfig[];
	readonly maintenance?: readonly MaintenanceConfig[];
	readonly statusPages?: readonly StatusPageConfig[];
}

/**
 * The configuration of a team, typed; `lapwing.config.ts` exports it as its default.
 *
 * @example
 * ```ts
 * import { defineConfig } from "@lapwing/client";
 *
 * const regions = ["eu", "us"];
 * export default defineConfig({
 * 	defaults: { monitors: { intervalSeconds: 60, tags: ["prod"] } },
 * 	monitors: regions.map((region) => ({ key: `api-${region}`, url: `https://${region}.api.example.com/` })),
 * });
 * ```
 */
export function defineConfig(config: Config): Config {
	return config;
}
