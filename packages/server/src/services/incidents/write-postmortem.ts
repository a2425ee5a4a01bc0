import { isFailure, type Result, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import { type Postmortem, postmortemFields } from "../../domain/incidents/incident.ts";
import { invalid, notFound, type Problem } from "../../domain/problem.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { lockIncident } from "../../storage/incidents/incidents.ts";
import { findPostmortem, writePostmortem as write } from "../../storage/incidents/postmortems.ts";
import type { Deps } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { tellSubscribers } from "./tell-subscribers.ts";

interface WantedPostmortem {
	readonly incidentId: string;
	readonly body: string;
	readonly isPublished: boolean;
	/** Of its publication; later changes are told to nobody. */
	readonly notifySubscribers: boolean;
}

/** Writes the postmortem of an incident, or changes it. Only a resolved incident can have a published one. */
export async function writePostmortem(
	tx: Tx,
	actor: TeamActor,
	{ incidentId, body, isPublished, notifySubscribers }: WantedPostmortem,
	{ now }: Pick<Deps, "now">,
): Promise<Result<Postmortem, Problem<"missing_scope" | "not_found" | "invalid">>> {
	const may = requireScope(actor, "incidents:write");
	if (isFailure(may)) return may;
	const incident = await lockIncident(tx, actor.team.id, incidentId);
	if (incident === null) return notFound();
	if (isPublished && incident.status !== "resolved") {
		return invalid("/isPublished", "Only that of a resolved incident can be published. It can be saved meanwhile.");
	}

	const old = await findPostmortem(tx, incident.id);
	const publishedAt = isPublished ? (old?.publishedAt ?? now) : null;
	const postmortem = { body, publishedAt, updatedAt: now };
	await write(tx, incident.id, postmortem);
	const isNews = isPublished && (old === null || old.publishedAt === null);
	if (isNews && notifySubscribers) await tellSubscribers(tx, actor.team.id, incident, { kind: "postmortem" }, now);

	const event = {
		action: old === null ? "create" : "update",
		object: "postmortem",
		id: incidentId,
		name: incident.title,
	};
	const { updatedAt: _, ...after } = postmortemFields(postmortem);
	await recordEvent(tx, actor, { ...event, before: old && postmortemFields(old), after, asked: after }, now);
	return success(postmortem);
}
