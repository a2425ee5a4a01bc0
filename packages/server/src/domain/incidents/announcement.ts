/** What subscribers of status pages are notified of: what a team writes of incidents, and the steps of maintenance. */

/**
 * `incident`: it was opened or approved; `update`: one was posted; `postmortem`: it was published. The database stores
 * the position: new words go to the end, here and below.
 */
export const ANNOUNCEMENT_KINDS = ["incident", "update", "postmortem", "maintenance"] as const;

/** Each occurrence of announced maintenance goes through them by itself. */
export const MAINTENANCE_STEPS = ["scheduled", "in_progress", "completed"] as const;
export type MaintenanceStep = (typeof MAINTENANCE_STEPS)[number];

/** By keys in storage. */
export type Announcement =
	| {
			readonly kind: "incident" | "update";
			readonly incidentId: number;
			/** Null: the incident has none. */
			readonly updateId: number | null;
	  }
	| { readonly kind: "postmortem"; readonly incidentId: number }
	| {
			readonly kind: "maintenance";
			readonly windowId: number;
			/** Beginning of the occurrence, epoch milliseconds. */
			readonly startsAt: number;
			readonly step: MaintenanceStep;
	  };
