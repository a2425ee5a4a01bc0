import { isFailure, type Result, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import { type IncidentUpdate, updateFields } from "../../domain/incidents/incident.ts";
import { notFound, type Problem } from "../../domain/problem.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { findUpdate, deleteUpdate as remove } from "../../storage/incidents/incident-updates.ts";
import { lockIncident } from "../../storage/incidents/incidents.ts";
import type { Deps } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { followUpdates } from "./follow-updates.ts";

export async function deleteUpdate(
	tx: Tx,
	actor: TeamActor,
	{ incidentId, id }: { readonly incidentId: string; readonly id: string },
	{ now }: Pick<Deps, "now">,
): Promise<Result<IncidentUpdate, Problem<"missing_scope" | "not_found">>> {
	const may = requireScope(actor, "incidents:write");
	if (isFailure(may)) return may;
	const incident = await lockIncident(tx, actor.team.id, incidentId);
	const update = incident && (await findUpdate(tx, incident.id, id));
	if (incident === null || update === null) return notFound();

	await remove(tx, update.id);
	await followUpdates(tx, incident, now);

	const event = { action: "delete", object: "incident update", id, name: null };
	await recordEvent(tx, actor, { ...event, before: updateFields(incident, update), after: null }, now);
	return success(update);
}
