/** The state of the incident form, and the bodies made from it. */

import type {
	ComponentState,
	createIncident,
	Impact,
	Incident,
	IncidentStatus,
	IncidentTemplate,
	updateIncident,
} from "../../api/incidents.ts";
import { localFieldValue } from "../../format/instant.ts";

export interface ChosenComponent {
	readonly componentId: string;
	readonly state: ComponentState;
}

export interface IncidentDraft {
	readonly title: string;
	/** Derived: it follows the components. */
	readonly impact: Impact | "derived";
	readonly components: readonly ChosenComponent[];
	/** Null: the pages of its components, until others are chosen. */
	readonly statusPageIds: readonly string[] | null;
	/** Local to the reader, YYYY-MM-DDTHH:mm. */
	readonly startedAt: string;
	/** Empty while it is open. */
	readonly resolvedAt: string;
	/** The status of a new incident, and what its first update says; an empty text is no update. */
	readonly status: IncidentStatus;
	readonly message: string;
	/** Of a new one. */
	readonly isBackdated: boolean;
	readonly isDraft: boolean;
	readonly notifySubscribers: boolean;
}

export function newIncidentDraft(now: number): IncidentDraft {
	return {
		title: "",
		impact: "derived",
		components: [],
		statusPageIds: null,
		startedAt: localFieldValue(now),
		resolvedAt: "",
		status: "investigating",
		message: "",
		isBackdated: false,
		isDraft: false,
		notifySubscribers: true,
	};
}

/** Who is notified of what is said of an incident. */
export function audienceOf({ statusPageIds, components }: Pick<Incident, "statusPageIds" | "components">) {
	return { statusPageIds, componentIds: components.flatMap(({ componentId: id }) => (id === null ? [] : [id])) };
}

export function incidentDraftOf(incident: Incident): IncidentDraft {
	const { title, impact, isImpactDerived, statusPageIds, startedAt, resolvedAt, status, isBackdated } = incident;
	return {
		title,
		impact: isImpactDerived ? "derived" : impact,
		components: incident.components.flatMap(({ componentId, state }) =>
			componentId === null ? [] : { componentId, state },
		),
		statusPageIds,
		startedAt: localFieldValue(startedAt),
		resolvedAt: resolvedAt === null ? "" : localFieldValue(resolvedAt),
		status,
		message: "",
		isBackdated,
		isDraft: incident.isDraft,
		notifySubscribers: true,
	};
}

/** Of a new incident. An untouched or empty beginning is left out: the service takes its own clock, to the second. */
export function createBodyOf(draft: IncidentDraft, initial: IncidentDraft): Parameters<typeof createIncident>[0] {
	const { status, message, isBackdated, isDraft, notifySubscribers } = draft;
	const said = message.trim() !== "";
	const common = {
		title: draft.title.trim(),
		impact: draft.impact === "derived" ? null : draft.impact,
		components: [...draft.components],
		...(draft.statusPageIds && { statusPageIds: [...draft.statusPageIds] }),
		isBackdated,
		isDraft,
		notifySubscribers,
	};
	if (isBackdated) {
		const resolvedAt = instantOf(draft.resolvedAt);
		const updates = said ? [{ body: message, status: "resolved" as const, at: resolvedAt }] : [];
		return { ...common, startedAt: instantOf(draft.startedAt), resolvedAt, updates };
	}
	return {
		...common,
		...(!["", initial.startedAt].includes(draft.startedAt) && { startedAt: instantOf(draft.startedAt) }),
		...(said ? { updates: [{ body: message, status }] } : { status, updates: [] }),
	};
}

/** The changes of an incident. Untouched instants are left out: the fields have no seconds. */
export function patchBodyOf(draft: IncidentDraft, initial: IncidentDraft): Parameters<typeof updateIncident>[1] {
	const { title, impact, components, statusPageIds, startedAt, resolvedAt } = draft;
	return {
		title: title.trim(),
		...(impact !== initial.impact && { impact: impact === "derived" ? null : impact }),
		components: [...components],
		...(statusPageIds && { statusPageIds: [...statusPageIds] }),
		...(startedAt !== initial.startedAt && { startedAt: instantOf(startedAt) }),
		...(resolvedAt !== initial.resolvedAt && { resolvedAt: instantOf(resolvedAt) }),
	};
}

/** An empty or unfinished field is sent as it is, so that the API says at the field what is missing. */
function instantOf(local: string): string {
	const at = new Date(local);
	return Number.isNaN(at.getTime()) ? local : at.toISOString();
}

/** The components with another state of one of them; null: it is not affected. */
export function withState(
	components: readonly ChosenComponent[],
	componentId: string,
	state: ComponentState | null,
): readonly ChosenComponent[] {
	const others = components.filter((each) => each.componentId !== componentId);
	if (state === null) return others;
	const place = components.findIndex((each) => each.componentId === componentId);
	return others.toSpliced(place < 0 ? others.length : place, 0, { componentId, state });
}

/** The texts of a template, with the names of the components in the place of `{{component}}`. */
export function filledTemplate(
	{ title, body, status }: Pick<IncidentTemplate, "title" | "body" | "status">,
	names: readonly string[],
) {
	const list = new Intl.ListFormat("en-GB", { type: "conjunction" }).format(names) || "our service";
	const fill = (text: string, name: string) => text.replace(/\{\{\s*component\s*\}\}/g, () => name);
	// In Markdown the punctuation of a name means nothing.
	return { title: fill(title, list), body: fill(body, list.replace(/[!-/:-@[-`{-~]/g, "\\$&")), status };
}
