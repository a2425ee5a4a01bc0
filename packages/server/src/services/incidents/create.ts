import { isFailure, type Result, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import type { Changes } from "../../domain/given.ts";
import {
	type Impact,
	type Incident,
	type IncidentUpdate,
	incidentFields,
	MAX_INCIDENTS_PER_TEAM,
	updateFields,
} from "../../domain/incidents/incident.ts";
import {
	firstProgress,
	firstUpdates,
	type WantedProgress,
	type WantedUpdate,
} from "../../domain/incidents/wanted-incident.ts";
import { type Problem, problem } from "../../domain/problem.ts";
import { lockTeam } from "../../storage/database/lock-row.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { updatesOf } from "../../storage/incidents/incident-updates.ts";
import { countIncidents, createIncident as insert } from "../../storage/incidents/incidents.ts";
import type { Deps } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { componentsOf, objectOf, statusPagesOf, type WantedComponent } from "./linked.ts";

export interface WantedIncident extends Changes<WantedProgress> {
	readonly title: string;
	readonly impact: Impact;
	readonly components: readonly WantedComponent[];
	/** `sp_…` */
	readonly statusPageIds: readonly string[];
	/** Its first updates, in any order. */
	readonly updates: readonly WantedUpdate[];
}

export async function createIncident(
	tx: Tx,
	actor: TeamActor,
	input: WantedIncident,
	{ now }: Pick<Deps, "now">,
): Promise<
	Result<Incident & { readonly updates: readonly IncidentUpdate[] }, Problem<"missing_scope" | "invalid" | "full">>
> {
	const may = requireScope(actor, "incidents:write");
	if (isFailure(may)) return may;

	const updates = firstUpdates(input.updates, now);
	if (isFailure(updates)) return updates;
	const progress = firstProgress(updates.data, input, now);
	if (isFailure(progress)) return progress;
	const components = await componentsOf(tx, actor.team.id, input.components);
	if (isFailure(components)) return components;
	const statusPages = await statusPagesOf(tx, actor.team.id, input.statusPageIds);
	if (isFailure(statusPages)) return statusPages;
	await lockTeam(tx, actor.team.id);
	if ((await countIncidents(tx, actor.team.id)) >= MAX_INCIDENTS_PER_TEAM) {
		return problem("full", "", `A team has at most ${MAX_INCIDENTS_PER_TEAM} incidents. Delete some of the old ones.`);
	}

	const { title, impact } = input;
	const links = { components: components.data, statusPages: statusPages.data };
	const settings = { title, impact, ...progress.data, ...links };
	const made = await insert(tx, actor.team.id, { settings, updates: updates.data }, now);
	const posted = await updatesOf(tx, made.id);

	const after = { ...incidentFields(made), updates: posted.map((each) => updateFields(made, each)) };
	await recordEvent(tx, actor, { action: "create", ...objectOf(made), before: null, after, asked: input }, now);
	return success({ ...made, updates: posted });
}
