import { success } from "@lapwing/result";
import { incidentFields } from "../../domain/incidents/incident.ts";
import { notFound } from "../../domain/problem.ts";
import { lockIncident, deleteIncident as remove } from "../../storage/incidents/incidents.ts";
import { type ById, type Now, requiring } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { objectOf } from "./linked.ts";

export const deleteIncident = requiring("incidents:write", async (tx, actor, { id }: ById, { now }: Now) => {
	const incident = await lockIncident(tx, actor.team.id, id);
	if (incident === null) return notFound();

	await remove(tx, incident.id);

	const before = incidentFields(incident);
	await recordEvent(tx, actor, { action: "delete", ...objectOf(incident), before, after: null }, now);
	return success(incident);
});
