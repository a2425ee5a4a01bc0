/** Incidents: what a team writes about a fault, for those who use its services. */

import type { ComponentState } from "../status-pages/component-state.ts";
import { isoOf, isoOrNull } from "../time-text.ts";

/** How much is affected. The database stores the position: new words go to the end, here and below. */
export const IMPACTS = ["none", "minor", "major", "critical"] as const;
export type Impact = (typeof IMPACTS)[number];

export const INCIDENT_STATUSES = ["investigating", "identified", "monitoring", "resolved"] as const;
export type IncidentStatus = (typeof INCIDENT_STATUSES)[number];

/** One a day for more than ten years. Bounds what a key can store. */
export const MAX_INCIDENTS_PER_TEAM = 5_000;
/** Bounds the answer of one incident: half a megabyte of ASCII with the longest updates. */
export const MAX_UPDATES_PER_INCIDENT = 100;

export const MAX_TEMPLATES_PER_TEAM = 100;

interface IncidentComponent {
	/** `cmp_…`; null: it is deleted. */
	readonly componentPublicId: string | null;
	/** Of the page that has or had it; null: the page is deleted. */
	readonly statusPagePublicId: string | null;
	/** Of a deleted one the last that it had. */
	readonly name: string;
	readonly state: ComponentState;
}

/** A component that exists, as an incident is to name it. */
export interface NamedComponent {
	/** Key in storage. */
	readonly id: number;
	readonly name: string;
	/** Key of its page. */
	readonly statusPageId: number;
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
	/** Whether subscribers are notified of it. */
	readonly notifiesSubscribers: boolean;
}

/** What was learned from a fault, in Markdown. It is shown while its incident is resolved. */
export interface Postmortem {
	readonly body: string;
	/** Null: not published. */
	readonly publishedAt: number | null;
	readonly updatedAt: number;
}

export interface Incident {
	readonly id: number;
	/** `inc_…` */
	readonly publicId: string;
	readonly title: string;
	readonly impact: Impact;
	/** Nobody chose the impact: it follows the states of the components. */
	readonly isImpactDerived: boolean;
	readonly status: IncidentStatus;
	/** Recorded after it was over; nobody is notified of it. */
	readonly isBackdated: boolean;
	/** Not approved: no page shows it, and nobody is notified of it. */
	readonly isDraft: boolean;
	/** Opened by Lapwing because of an outage. */
	readonly isFromOutage: boolean;
	/** Lapwing still moves it; ends with the first change that someone makes. */
	readonly followsOutages: boolean;
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
	readonly isImpactDerived: boolean;
	readonly isBackdated: boolean;
	readonly isDraft: boolean;
	readonly isFromOutage: boolean;
	readonly followsOutages: boolean;
	readonly status: IncidentStatus;
	readonly components: readonly NamedComponent[];
	/** Keys in storage. */
	readonly statusPages: readonly number[];
	readonly startedAt: number;
	readonly resolvedAt: number | null;
}

/** An update as it is posted. */
export type NewUpdate = Pick<IncidentUpdate, "body" | "status" | "at" | "notifiesSubscribers">;

/** What is seen of an incident beside its updates, in the API and in audit events. */
export function incidentFields(incident: Incident) {
	return {
		title: incident.title,
		impact: incident.impact,
		isImpactDerived: incident.isImpactDerived,
		status: incident.status,
		components: incident.components.map(({ componentPublicId: componentId, name, state }) => ({
			componentId,
			name,
			state,
		})),
		statusPageIds: [...incident.statusPagePublicIds],
		startedAt: isoOf(incident.startedAt),
		resolvedAt: isoOrNull(incident.resolvedAt),
		isBackdated: incident.isBackdated,
		isDraft: incident.isDraft,
		isFromOutage: incident.isFromOutage,
		followsOutages: incident.followsOutages,
	};
}

/** What is seen of an update. */
export function updateFields(
	{ publicId: incidentId }: Pick<Incident, "publicId">,
	{ publicId, body, status, at, notifiesSubscribers: notifySubscribers }: IncidentUpdate,
) {
	return { id: publicId, incidentId, body, status, at: isoOf(at), notifySubscribers };
}

/** What is seen of a postmortem. */
export function postmortemFields({ body, publishedAt, updatedAt }: Postmortem) {
	return { body, publishedAt: isoOrNull(publishedAt), updatedAt: isoOf(updatedAt) };
}
