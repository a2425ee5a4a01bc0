/** The package's door. */

export { Client, type ClientOptions } from "./client.ts";
export {
	type AlertConfig,
	type Config,
	defineConfig,
	type MaintenanceConfig,
	type MonitorConfig,
	type ScheduleConfig,
	type SecretVariable,
	type StatusPageConfig,
} from "./config.ts";
export { ApiError, type Detail, type ErrorCode } from "./errors.ts";
export type { components, operations, paths } from "./generated/openapi.ts";
export type { LiveChange, LiveEvent, LiveOptions } from "./live/listen.ts";
export type { Page } from "./pages.ts";
export type { DataOf, FullView, ItemOf, ListPath, Method, PathOf, RequestOptions, ViewOption } from "./routes.ts";
export type { SendOptions } from "./send.ts";
