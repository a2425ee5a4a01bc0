import { isFailure, type Result, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import { type IncidentUpdate, MAX_UPDATES_PER_INCIDENT, updateFields } from "../../domain/incidents/incident.ts";
import { newUpdate, type WantedUpdate } from "../../domain/incidents/wanted-incident.ts";
import { notFound, type Problem, problem } from "../../domain/problem.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { insertUpdate } from "../../storage/incidents/incident-updates.ts";
import { lockIncident } from "../../storage/incidents/incidents.ts";
import type { Deps } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { followUpdates } from "./follow-updates.ts";

export async function postUpdate(
	tx: Tx,
	actor: TeamActor,
	{ incidentId, update }: { readonly incidentId: string; readonly update: WantedUpdate },
	{ now }: Pick<Deps, "now">,
): Promise<Result<IncidentUpdate, Problem<"missing_scope" | "not_found" | "invalid" | "full">>> {
	const may = requireScope(actor, "incidents:write");
	if (isFailure(may)) return may;
	const incident = await lockIncident(tx, actor.team.id, incidentId);
	if (incident === null) return notFound();

	const wanted = newUpdate(update, "", now);
	if (isFailure(wanted)) return wanted;
	if (incident.updateCount >= MAX_UPDATES_PER_INCIDENT) {
		return problem("full", "", `An incident has at most ${MAX_UPDATES_PER_INCIDENT} updates.`);
	}

	const posted = await insertUpdate(tx, incident.id, wanted.data);
	await followUpdates(tx, incident, now);

	const event = { action: "create", object: "incident update", id: posted.publicId, name: null };
	const after = updateFields(incident, posted);
	await recordEvent(tx, actor, { ...event, before: null, after, asked: update }, now);
	return success(posted);
}
