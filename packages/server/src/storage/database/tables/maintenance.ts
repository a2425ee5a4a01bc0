/** Tables of maintenance windows (../../migrations/0005-maintenance.ts). */

import type { Generated } from "kysely";
import type { Flag } from "./flag.ts";

/** Planned maintenance: from `starts_at` to `ends_at`, or recurring by a rule. */
export interface MaintenanceWindowTable {
	id: Generated<number>;
	/** `mw_…` */
	public_id: string;
	team_id: number;
	name: string;
	/** 1: every monitor of the team; 0: those of maintenance_window_monitors. */
	all_monitors: Flag;
	/** Null when it recurs. */
	starts_at: number | null;
	ends_at: number | null;
	/** An RFC 5545 recurrence rule; null when it does not recur, as are the three below. */
	rrule: string | null;
	/** Local date and time of the first occurrence. */
	starts_local: string | null;
	/** IANA name. */
	time_zone: string | null;
	duration_minutes: number | null;
	created_at: number;
	updated_at: number;
}

export interface MaintenanceWindowMonitorTable {
	window_id: number;
	monitor_id: number;
}

/** Occurrences of a recurring window that were ended early. */
export interface MaintenanceEarlyEndTable {
	window_id: number;
	/** When the occurrence began. */
	starts_at: number;
	ended_at: number;
}
