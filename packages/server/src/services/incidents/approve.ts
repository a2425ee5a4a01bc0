import { isFailure, type Result, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import { type Incident, incidentFields } from "../../domain/incidents/incident.ts";
import { notFound, type Problem } from "../../domain/problem.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { lockIncident, updateIncident } from "../../storage/incidents/incidents.ts";
import type { Deps } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { objectOf } from "./linked.ts";
import { tellSubscribers } from "./tell-subscribers.ts";

interface Approval {
	readonly id: string;
	readonly notifySubscribers: boolean;
}

/** Shows a draft on its pages. Outages that move it go on to do so. Of one that is no draft nothing changes. */
export async function approveIncident(
	tx: Tx,
	actor: TeamActor,
	{ id, notifySubscribers }: Approval,
	{ now }: Pick<Deps, "now">,
): Promise<Result<Incident, Problem<"missing_scope" | "not_found">>> {
	const may = requireScope(actor, "incidents:write");
	if (isFailure(may)) return may;
	const incident = await lockIncident(tx, actor.team.id, id);
	if (incident === null) return notFound();
	if (!incident.isDraft) return success(incident);

	const { status, startedAt, resolvedAt, latestUpdate } = incident;
	const approved = await updateIncident(tx, incident, { status, startedAt, resolvedAt, isDraft: false }, now);
	if (notifySubscribers) {
		await tellSubscribers(tx, actor.team.id, approved, { kind: "incident", updateId: latestUpdate?.id ?? null }, now);
	}

	const [before, after] = [incidentFields(incident), incidentFields(approved)];
	await recordEvent(tx, actor, { action: "approve", ...objectOf(incident), before, after }, now);
	return success(approved);
}
