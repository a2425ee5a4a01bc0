/** Tables of incidents (../../migrations/0025-incidents.ts). */

import type { Generated } from "kysely";

export interface IncidentTable {
	id: Generated<number>;
	/** `inc_…` */
	public_id: string;
	team_id: number;
	title: string;
	/** Index in IMPACTS. */
	impact: number;
	/** Index in INCIDENT_STATUSES. */
	status: number;
	started_at: number;
	/** Null unless it is resolved. */
	resolved_at: number | null;
	created_at: number;
	updated_at: number;
}

export interface IncidentUpdateTable {
	id: Generated<number>;
	/** `upd_…` */
	public_id: string;
	incident_id: number;
	/** Markdown. */
	body: string;
	/** Index in INCIDENT_STATUSES. */
	status: number;
	posted_at: number;
}

export interface IncidentComponentTable {
	incident_id: number;
	monitor_id: number;
	/** Index in COMPONENT_STATES. */
	state: number;
}

export interface IncidentStatusPageTable {
	incident_id: number;
	status_page_id: number;
}
