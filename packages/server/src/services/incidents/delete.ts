import { isFailure, type Result, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import { type Incident, incidentFields } from "../../domain/incidents/incident.ts";
import { notFound, type Problem } from "../../domain/problem.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { lockIncident, deleteIncident as remove } from "../../storage/incidents/incidents.ts";
import type { Deps } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { objectOf } from "./linked.ts";

/** Deletes an incident with its updates. */
export async function deleteIncident(
	tx: Tx,
	actor: TeamActor,
	{ id }: { readonly id: string },
	{ now }: Pick<Deps, "now">,
): Promise<Result<Incident, Problem<"missing_scope" | "not_found">>> {
	const may = requireScope(actor, "incidents:write");
	if (isFailure(may)) return may;
	const incident = await lockIncident(tx, actor.team.id, id);
	if (incident === null) return notFound();

	await remove(tx, incident.id);

	const before = incidentFields(incident);
	await recordEvent(tx, actor, { action: "delete", ...objectOf(incident), before, after: null }, now);
	return success(incident);
}
