/** The state of the incident form, and the bodies made from it. */

import type {
	Component,
	createIncident,
	Impact,
	Incident,
	IncidentStatus,
	updateIncident,
} from "../../api/incidents.ts";
import { localFieldValue } from "../../format/instant.ts";

export interface IncidentDraft {
	readonly title: string;
	readonly impact: Impact;
	readonly components: readonly Component[];
	readonly statusPageIds: readonly string[];
	/** Local to the reader, YYYY-MM-DDTHH:mm. */
	readonly startedAt: string;
	/** Empty while it is open. */
	readonly resolvedAt: string;
	/** The status of a new incident, and what its first update says; an empty text is no update. */
	readonly status: IncidentStatus;
	readonly message: string;
}

export function newIncidentDraft(now: number): IncidentDraft {
	return {
		title: "",
		impact: "minor",
		components: [],
		statusPageIds: [],
		startedAt: localFieldValue(now),
		resolvedAt: "",
		status: "investigating",
		message: "",
	};
}

export function incidentDraftOf(incident: Incident): IncidentDraft {
	const { title, impact, components, statusPageIds, startedAt, resolvedAt, status } = incident;
	return {
		title,
		impact,
		components,
		statusPageIds,
		startedAt: localFieldValue(startedAt),
		resolvedAt: resolvedAt === null ? "" : localFieldValue(resolvedAt),
		status,
		message: "",
	};
}

/** Of a new incident. An untouched or empty beginning is left out: the service takes its own clock, to the second. */
export function createBodyOf(draft: IncidentDraft, initial: IncidentDraft): Parameters<typeof createIncident>[0] {
	const { impact, status, message } = draft;
	const said = message.trim() !== "";
	return {
		title: draft.title.trim(),
		impact,
		components: [...draft.components],
		statusPageIds: [...draft.statusPageIds],
		...(!["", initial.startedAt].includes(draft.startedAt) && { startedAt: instantOf(draft.startedAt) }),
		...(said ? { updates: [{ body: message, status }] } : { status, updates: [] }),
	};
}

/** The changes of an incident. Untouched instants are left out: the fields have no seconds. */
export function patchBodyOf(draft: IncidentDraft, initial: IncidentDraft): Parameters<typeof updateIncident>[1] {
	const { title, impact, components, statusPageIds, startedAt, resolvedAt } = draft;
	return {
		title: title.trim(),
		impact,
		components: [...components],
		statusPageIds: [...statusPageIds],
		...(startedAt !== initial.startedAt && { startedAt: instantOf(startedAt) }),
		...(resolvedAt !== initial.resolvedAt && { resolvedAt: instantOf(resolvedAt) }),
	};
}

/** An empty or unfinished field is sent as it is, so that the API says at the field what is missing. */
function instantOf(local: string): string {
	const at = new Date(local);
	return Number.isNaN(at.getTime()) ? local : at.toISOString();
}

/** The components for these monitors: those that were chosen before keep their state. */
export function componentsOf(monitorIds: readonly string[], before: readonly Component[]): readonly Component[] {
	return monitorIds.map(
		(monitorId) => before.find((each) => each.monitorId === monitorId) ?? { monitorId, state: "down" },
	);
}
