import { isFailure, type Result, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import type { Changes } from "../../domain/given.ts";
import { type Incident, incidentFields } from "../../domain/incidents/incident.ts";
import { changedProgress } from "../../domain/incidents/wanted-incident.ts";
import { notFound, type Problem } from "../../domain/problem.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { lockIncident, updateIncident as write } from "../../storage/incidents/incidents.ts";
import type { Deps } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import type { WantedIncident } from "./create.ts";
import { componentsOf, objectOf, statusPagesOf } from "./linked.ts";

export async function updateIncident(
	tx: Tx,
	actor: TeamActor,
	{ id, changes }: { readonly id: string; readonly changes: Changes<Omit<WantedIncident, "updates">> },
	{ now }: Pick<Deps, "now">,
): Promise<Result<Incident, Problem<"missing_scope" | "not_found" | "invalid">>> {
	const may = requireScope(actor, "incidents:write");
	if (isFailure(may)) return may;
	const incident = await lockIncident(tx, actor.team.id, id);
	if (incident === null) return notFound();

	const progress = changedProgress(incident, changes, now);
	if (isFailure(progress)) return progress;
	const components = changes.components ? await componentsOf(tx, actor.team.id, changes.components) : success();
	if (isFailure(components)) return components;
	const pages = changes.statusPageIds ? await statusPagesOf(tx, actor.team.id, changes.statusPageIds) : success();
	if (isFailure(pages)) return pages;

	const { title, impact } = changes;
	const links = { components: components.data, statusPages: pages.data };
	const changed = await write(tx, incident, { title, impact, ...progress.data, ...links }, now);

	const [before, after] = [incidentFields(incident), incidentFields(changed)];
	await recordEvent(tx, actor, { action: "update", ...objectOf(incident), before, after, asked: changes }, now);
	return success(changed);
}
