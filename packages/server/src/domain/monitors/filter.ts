/** Filters and sort orders for a team's monitors. */

import type { MonitorType, Status } from "./monitor.ts";

/** Every present member narrows the selection; without members it is all of the team's monitors. */
export interface MonitorFilter {
	readonly tag?: string | undefined;
	readonly status?: Status | undefined;
	readonly type?: MonitorType | undefined;
	readonly enabled?: boolean | undefined;
	/** Text in the name or the target, case-insensitive. */
	readonly q?: string | undefined;
}

/** `created`: newest first. `name`: by code point. `status`: what needs attention first, then by name. */
export const MONITOR_SORTS = ["created", "name", "status"] as const;
export type MonitorSort = (typeof MONITOR_SORTS)[number];

/** The order of a list sorted by status. */
export const STATUS_ORDER: readonly Status[] = ["down", "degraded", "pending", "up"];
