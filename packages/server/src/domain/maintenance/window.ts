/** Maintenance windows as their owners set them up. */

import type { Schedule, Window } from "./maintenance.ts";

export interface MaintenanceWindow extends Window {
	readonly id: number;
	/** `mw_…` */
	readonly publicId: string;
	readonly name: string;
	/** `mon_…` of those it is for that exist; null: every monitor of the team. */
	readonly monitorPublicIds: readonly string[] | null;
	readonly createdAt: number;
	readonly updatedAt: number;
}

/** What an owner chooses. */
export interface WindowSettings {
	readonly name: string;
	readonly monitorIds: ReadonlySet<number> | null;
	readonly schedule: Schedule;
}
