import { isFailure, success } from "@lapwing/result";
import type { Changes } from "../../domain/given.ts";
import { derivedImpact } from "../../domain/incidents/impact.ts";
import { type Impact, incidentFields, MAX_INCIDENTS_PER_TEAM, updateFields } from "../../domain/incidents/incident.ts";
import {
	firstProgress,
	firstUpdates,
	requirePast,
	type WantedProgress,
	type WantedUpdate,
} from "../../domain/incidents/wanted-incident.ts";
import { invalid, problem } from "../../domain/problem.ts";
import { countOfTeam } from "../../storage/database/count-of-team.ts";
import { lockTeam } from "../../storage/database/lock-row.ts";
import { updatesOf } from "../../storage/incidents/incident-updates.ts";
import { createIncident as insert } from "../../storage/incidents/incidents.ts";
import { type Now, requiring } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { componentsOf, objectOf, statusPagesOf, textsOf, type WantedComponent } from "./linked.ts";
import { tellSubscribers } from "./tell-subscribers.ts";

export interface WantedIncident extends Changes<WantedProgress> {
	/** Undefined: that of the template. */
	readonly title?: string | undefined;
	/** Null: derived from the components. */
	readonly impact: Impact | null;
	readonly components: readonly WantedComponent[];
	/** `sp_…`; undefined: the pages of its components. */
	readonly statusPageIds?: readonly string[] | undefined;
	readonly isBackdated: boolean;
	readonly isDraft: boolean;
	readonly notifySubscribers: boolean;
	/** `itp_…`: where it has no title or no update, those of this template. */
	readonly templateId?: string | undefined;
	/** Its first updates, in any order. */
	readonly updates: readonly Omit<WantedUpdate, "notifySubscribers">[];
}

export const createIncident = requiring("incidents:write", async (tx, actor, input: WantedIncident, { now }: Now) => {
	const { isBackdated, isDraft } = input;
	const components = await componentsOf(tx, actor.team.id, input.components);
	if (isFailure(components)) return components;
	const texts = await textsOf(tx, actor.team.id, input.templateId, components.data);
	if (isFailure(texts)) return texts;
	const title = input.title ?? texts.data?.title;
	if (title === undefined) return invalid("/title", "Must be given, or that of a template.");

	const said: WantedIncident["updates"] =
		input.updates.length === 0 && texts.data !== null ? [texts.data] : input.updates;
	const notifySubscribers = input.notifySubscribers && !isBackdated;
	const updates = firstUpdates(
		said.map((each) => ({ ...each, notifySubscribers })),
		now,
	);
	if (isFailure(updates)) return updates;
	const progress = firstProgress(updates.data, withStatus(input, said.length), now);
	if (isFailure(progress)) return progress;
	const past = isBackdated ? requirePast(input, said, progress.data) : success();
	if (isFailure(past)) return past;
	const statusPages = input.statusPageIds
		? await statusPagesOf(tx, actor.team.id, input.statusPageIds)
		: success([...new Set(components.data.map(({ statusPageId }) => statusPageId))]);
	if (isFailure(statusPages)) return statusPages;
	await lockTeam(tx, actor.team.id);
	if ((await countOfTeam(tx, "incidents", actor.team.id)) >= MAX_INCIDENTS_PER_TEAM) {
		return problem("full", "", `A team has at most ${MAX_INCIDENTS_PER_TEAM} incidents. Delete some of the old ones.`);
	}

	const settings = {
		title,
		impact: input.impact ?? derivedImpact(components.data),
		isImpactDerived: input.impact === null,
		...progress.data,
		isBackdated,
		isDraft,
		isFromOutage: false,
		followsOutages: false,
		components: components.data,
		statusPages: statusPages.data,
	};
	const made = await insert(tx, actor.team.id, { settings, updates: updates.data }, now);
	const posted = await updatesOf(tx, made.id);
	if (notifySubscribers) {
		await tellSubscribers(tx, actor.team.id, made, { kind: "incident", updateId: posted[0]?.id ?? null }, now);
	}

	const after = { ...incidentFields(made), updates: posted.map((each) => updateFields(made, each)) };
	await recordEvent(tx, actor, { action: "create", ...objectOf(made), before: null, after, asked: input }, now);
	return success({ ...made, updates: posted });
});

/** One that is recorded after it was over is resolved, unless its updates or its status say otherwise. */
function withStatus({ isBackdated, ...wanted }: WantedIncident, updateCount: number): Changes<WantedProgress> {
	const isOver = isBackdated && updateCount === 0;
	return { ...wanted, status: wanted.status ?? (isOver ? "resolved" : undefined) };
}
