import { isFailure, type Result, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import type { Changes } from "../../domain/given.ts";
import { type IncidentUpdate, updateFields } from "../../domain/incidents/incident.ts";
import { notFound, type Problem } from "../../domain/problem.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { findUpdate, editUpdate as write } from "../../storage/incidents/incident-updates.ts";
import { lockIncident } from "../../storage/incidents/incidents.ts";
import type { Deps } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { followUpdates } from "./follow-updates.ts";

interface UpdateEdit {
	readonly incidentId: string;
	readonly id: string;
	/** When it was posted stays. */
	readonly changes: Changes<Pick<IncidentUpdate, "body" | "status">>;
}

export async function editUpdate(
	tx: Tx,
	actor: TeamActor,
	{ incidentId, id, changes }: UpdateEdit,
	{ now }: Pick<Deps, "now">,
): Promise<Result<IncidentUpdate, Problem<"missing_scope" | "not_found">>> {
	const may = requireScope(actor, "incidents:write");
	if (isFailure(may)) return may;
	const incident = await lockIncident(tx, actor.team.id, incidentId);
	const update = incident && (await findUpdate(tx, incident.id, id));
	if (incident === null || update === null) return notFound();

	const changed = await write(tx, update, changes);
	await followUpdates(tx, incident, now);

	const event = { action: "update", object: "incident update", id, name: null };
	const [before, after] = [updateFields(incident, update), updateFields(incident, changed)];
	await recordEvent(tx, actor, { ...event, before, after, asked: changes }, now);
	return success(changed);
}
