/** The words of incidents, and the shape and colour that stand for them. */

import type { ComponentState, Impact, IncidentStatus, ListedIncident } from "../../api/incidents.ts";
import { duration } from "../../format/duration.ts";
import { optionsOf } from "../../ui/forms/field.tsx";
import type { ShownStatus } from "../../ui/status-mark.tsx";

export const STATUS_WORDS: Readonly<Record<IncidentStatus, string>> = {
	investigating: "Investigating",
	identified: "Identified",
	monitoring: "Monitoring",
	resolved: "Resolved",
};

export const IMPACT_WORDS: Readonly<Record<Impact, string>> = {
	none: "None",
	minor: "Minor",
	major: "Major",
	critical: "Critical",
};

/** The words of status pages. */
export const STATE_WORDS: Readonly<Record<ComponentState, string>> = {
	operational: "Operational",
	degraded: "Degraded",
	partial_outage: "Partial outage",
	major_outage: "Major outage",
	maintenance: "Maintenance",
};

export const STATE_SHAPES: Readonly<Record<ComponentState, ShownStatus>> = {
	operational: "up",
	degraded: "degraded",
	partial_outage: "down",
	major_outage: "down",
	maintenance: "maintenance",
};

/** The shape of an open incident by its impact. */
const IMPACT_SHAPES: Readonly<Record<Impact, ShownStatus>> = {
	none: "paused",
	minor: "degraded",
	major: "down",
	critical: "down",
};

export function shapeOf({ status, impact }: Pick<ListedIncident, "status" | "impact">): ShownStatus {
	return status === "resolved" ? "up" : IMPACT_SHAPES[impact];
}

export const STATUS_OPTIONS = optionsOf(STATUS_WORDS);
/** `derived` stands for none of its own. */
export const IMPACT_OPTIONS = optionsOf({ derived: "By its components", ...IMPACT_WORDS });
export const STATE_OPTIONS = optionsOf(STATE_WORDS);

/** `23 min`: how long an incident lasted, or lasts until now. */
export function lengthOf({ startedAt, resolvedAt }: Pick<ListedIncident, "startedAt" | "resolvedAt">, now: number) {
	const end = resolvedAt === null ? now : Date.parse(resolvedAt);
	return duration(Math.max(0, end - Date.parse(startedAt)));
}
