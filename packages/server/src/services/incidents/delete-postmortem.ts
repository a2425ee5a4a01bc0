import { isFailure, type Result, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import { type Postmortem, postmortemFields } from "../../domain/incidents/incident.ts";
import { notFound, type Problem } from "../../domain/problem.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { lockIncident } from "../../storage/incidents/incidents.ts";
import { findPostmortem, deletePostmortem as remove } from "../../storage/incidents/postmortems.ts";
import type { Deps } from "../change.ts";
import { recordEvent } from "../record-event.ts";

export async function deletePostmortem(
	tx: Tx,
	actor: TeamActor,
	{ incidentId }: { readonly incidentId: string },
	{ now }: Pick<Deps, "now">,
): Promise<Result<Postmortem, Problem<"missing_scope" | "not_found">>> {
	const may = requireScope(actor, "incidents:write");
	if (isFailure(may)) return may;
	const incident = await lockIncident(tx, actor.team.id, incidentId);
	const postmortem = incident && (await findPostmortem(tx, incident.id));
	if (incident === null || postmortem === null) return notFound();

	await remove(tx, incident.id);

	const event = { action: "delete", object: "postmortem", id: incidentId, name: incident.title };
	await recordEvent(tx, actor, { ...event, before: postmortemFields(postmortem), after: null }, now);
	return success(postmortem);
}
