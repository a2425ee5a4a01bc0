/** Which monitors of a team are meant, and in which order they are listed. */

import type { MonitorType, Status } from "./monitor.ts";

/** Every member that is present narrows; none means all of the team's monitors. */
export interface MonitorFilter {
	readonly tag?: string | undefined;
	readonly status?: Status | undefined;
	readonly type?: MonitorType | undefined;
	readonly enabled?: boolean | undefined;
	/** Text in the name or the target, in any case. */
	readonly q?: string | undefined;
}

/** `created`: newest first. `name`: by code point. `status`: what needs attention first, then by name. */
export const MONITOR_SORTS = ["created", "name", "status"] as const;
export type MonitorSort = (typeof MONITOR_SORTS)[number];

/** In the order in which a list by status shows them. */
export const STATUS_ORDER: readonly Status[] = ["down", "degraded", "pending", "up"];
