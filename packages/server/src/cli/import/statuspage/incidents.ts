/** Incidents of Statuspage in the words of our API. Pure; ids are put in by ./import-incidents.ts. */

import type { ComponentState } from "../../../domain/status-pages/component-state.ts";
import { Fields, listOf, nameOr, objectOf } from "../fields.ts";
import type { Draft } from "../imported.ts";
import { INCIDENT_FIELDS } from "./fields.ts";
import type { Values } from "./read.ts";

const STATUSES = ["investigating", "identified", "monitoring", "resolved"] as const;
const IMPACTS = ["none", "minor", "major", "critical"] as const;
const STATES: Readonly<Record<string, ComponentState>> = {
	operational: "operational",
	degraded_performance: "degraded",
	partial_outage: "partial_outage",
	major_outage: "major_outage",
	under_maintenance: "maintenance",
};
/** The order in which one is worse than the other. */
const WORST: readonly ComponentState[] = ["operational", "maintenance", "degraded", "partial_outage", "major_outage"];
/** Of our API (docs/rules): what is longer is cut, and listed. */
const MAX_BODY = 5_000;
const MAX_POSTMORTEM = 15_000;
const MAX_UPDATES = 100;

export interface WrittenIncident {
	readonly title: string;
	readonly impact: (typeof IMPACTS)[number];
	readonly startedAt: string;
	/** Null: it lasts. */
	readonly resolvedAt: string | null;
	/** Components by their ids there, with the worst state that each had. */
	readonly components: readonly { readonly id: string; readonly name: string; readonly state: ComponentState }[];
	/** Oldest first. */
	readonly updates: readonly {
		readonly body: string;
		readonly status: (typeof STATUSES)[number];
		readonly at: string;
	}[];
	readonly postmortem: { readonly body: string; readonly isPublished: boolean } | null;
}

export function incidentOf(draft: Draft, values: Values): WrittenIncident {
	const title = nameOr(typeof values["name"] === "string" ? values["name"] : null, "Incident");
	const fields = new Fields(draft, `incident "${title}"`, values);
	for (const field of Object.keys(INCIDENT_FIELDS)) fields.get(field);
	fields.done(INCIDENT_FIELDS);
	const all = listOf(values["incident_updates"]).map(objectOf);
	const said = all
		.filter((update) => STATUSES.some((status) => status === update["status"]))
		.toSorted((a, b) => atOf(a) - atOf(b));
	const spoken = said.filter(({ body }) => typeof body === "string" && body.trim() !== "");
	if (spoken.length < said.length)
		fields.note("incident_updates", `Updates without words are left out: ${said.length - spoken.length}.`, "");
	if (spoken.length > MAX_UPDATES)
		fields.note("incident_updates", `It has ${spoken.length} updates; the last ${MAX_UPDATES} are carried.`, "");
	const startedAt = instantOf(values["started_at"] ?? values["created_at"]);
	const updates = spoken.slice(-MAX_UPDATES).map((update) => ({
		body: cut(fields, "incident_updates", String(update["body"]), MAX_BODY),
		status: update["status"] as (typeof STATUSES)[number],
		at: new Date(atOf(update)).toISOString(),
	}));
	const resolvedAt = values["resolved_at"] == null ? null : instantOf(values["resolved_at"]);
	const isOver = resolvedAt !== null || ["resolved", "postmortem", "completed"].includes(String(values["status"]));
	const end = resolvedAt ?? updates.at(-1)?.at ?? startedAt;
	const postmortem = values["postmortem_body"];
	const isClosed = !isOver || updates.length === 0 || updates.at(-1)?.status === "resolved";
	if (!isClosed) {
		const why = '"Resolved." is added: it is over, and its last update does not say so.';
		fields.note("incident_updates", why, "");
	}
	return {
		title,
		impact: IMPACTS.find((each) => each === (values["impact_override"] ?? values["impact"])) ?? "none",
		startedAt,
		resolvedAt: isOver ? (end < startedAt ? startedAt : end) : null,
		components: statesOf(values, all),
		updates: isClosed
			? updates
			: [...updates.slice(-MAX_UPDATES + 1), { body: "Resolved.", status: "resolved", at: end }],
		postmortem:
			typeof postmortem === "string" && postmortem.trim() !== ""
				? {
						body: cut(fields, "postmortem_body", postmortem, MAX_POSTMORTEM),
						isPublished: values["postmortem_published_at"] != null,
					}
				: null,
	};
}

function statesOf(values: Values, updates: readonly Values[]): WrittenIncident["components"] {
	const own = listOf(values["components"]).map(objectOf);
	const states = new Map<string, WrittenIncident["components"][number]>(
		own.map(({ id, name }) => [String(id), { id: String(id), name: String(name), state: "operational" }]),
	);
	for (const { code, name, new_status: status } of updates.flatMap((update) =>
		listOf(update["affected_components"]).map(objectOf),
	)) {
		const id = String(code);
		const state = STATES[String(status)] ?? "operational";
		const before = states.get(id) ?? { id, name: String(name), state: "operational" };
		states.set(id, { ...before, state: WORST.indexOf(state) > WORST.indexOf(before.state) ? state : before.state });
	}
	return [...states.values()];
}

function cut(fields: Fields, field: string, text: string, most: number): string {
	if (text.length <= most) return text;
	fields.note(field, `A text of ${text.length} characters is cut to ${most}.`, "Post the rest of it.");
	return text.slice(0, most);
}

function atOf(update: Values): number {
	return Date.parse(String(update["display_at"] ?? update["created_at"]));
}

function instantOf(value: unknown): string {
	const at = Date.parse(String(value));
	return new Date(Number.isNaN(at) ? 0 : at).toISOString();
}
