/** Tables of status pages (../../migrations/0006-status-pages.ts). */

import type { Generated } from "kysely";

export interface StatusPageTable {
	id: Generated<number>;
	/** `sp_…` */
	public_id: string;
	team_id: number;
	name: string;
	/** Unique in its team. */
	slug: string;
	created_at: number;
	updated_at: number;
}

export interface StatusPageMonitorTable {
	status_page_id: number;
	monitor_id: number;
}
