/** Incidents: what a team writes about a fault, for those who use its services. */

import { isoOf, isoOrNull } from "../time-text.ts";

/** How much is affected. The database stores the position: new words go to the end, here and below. */
export const IMPACTS = ["none", "minor", "major", "critical"] as const;
export type Impact = (typeof IMPACTS)[number];

export const INCIDENT_STATUSES = ["investigating", "identified", "monitoring", "resolved"] as const;
export type IncidentStatus = (typeof INCIDENT_STATUSES)[number];

/** The state of a component during an incident, in the words of a monitor's status. */
export const COMPONENT_STATES = ["up", "degraded", "down"] as const;
export type ComponentState = (typeof COMPONENT_STATES)[number];

/** One a day for more than ten years. Bounds what a key can store. */
export const MAX_INCIDENTS_PER_TEAM = 5_000;
/** Bounds the answer of one incident: half a megabyte of ASCII with the longest updates. */
export const MAX_UPDATES_PER_INCIDENT = 100;

interface IncidentComponent {
	/** `mon_…` */
	readonly monitorPublicId: string;
	readonly state: ComponentState;
}

export interface IncidentUpdate {
	readonly id: number;
	/** `upd_…` */
	readonly publicId: string;
	/** Markdown, as it was written. */
	readonly body: string;
	readonly status: IncidentStatus;
	/** When it was posted. */
	readonly at: number;
}

export interface Incident {
	readonly id: number;
	/** `inc_…` */
	readonly publicId: string;
	readonly title: string;
	readonly impact: Impact;
	readonly status: IncidentStatus;
	/** Of monitors that exist. */
	readonly components: readonly IncidentComponent[];
	/** `sp_…` of those that exist. */
	readonly statusPagePublicIds: readonly string[];
	readonly startedAt: number;
	/** Null unless the status is `resolved`. */
	readonly resolvedAt: number | null;
	/** Null: it has no update. */
	readonly latestUpdate: IncidentUpdate | null;
	readonly updateCount: number;
	readonly createdAt: number;
	readonly updatedAt: number;
}

/** What a team chooses. */
export interface IncidentSettings {
	readonly title: string;
	readonly impact: Impact;
	readonly status: IncidentStatus;
	/** The states by the monitors' keys in storage. */
	readonly components: ReadonlyMap<number, ComponentState>;
	/** Keys in storage. */
	readonly statusPages: readonly number[];
	readonly startedAt: number;
	readonly resolvedAt: number | null;
}

/** An update as it is posted. */
export type NewUpdate = Pick<IncidentUpdate, "body" | "status" | "at">;

/** What is seen of an incident beside its updates, in the API and in audit events. */
export function incidentFields(incident: Incident) {
	return {
		title: incident.title,
		impact: incident.impact,
		status: incident.status,
		components: incident.components.map(({ monitorPublicId, state }) => ({ monitorId: monitorPublicId, state })),
		statusPageIds: [...incident.statusPagePublicIds],
		startedAt: isoOf(incident.startedAt),
		resolvedAt: isoOrNull(incident.resolvedAt),
	};
}

/** What is seen of an update. */
export function updateFields(
	{ publicId: incidentId }: Pick<Incident, "publicId">,
	{ publicId, body, status, at }: IncidentUpdate,
) {
	return { id: publicId, incidentId, body, status, at: isoOf(at) };
}
