import { success } from "@lapwing/result";
import { updateFields } from "../../domain/incidents/incident.ts";
import { notFound } from "../../domain/problem.ts";
import { findUpdate, deleteUpdate as remove } from "../../storage/incidents/incident-updates.ts";
import { lockIncident } from "../../storage/incidents/incidents.ts";
import { type Now, requiring } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { followUpdates } from "./follow-updates.ts";

export const deleteUpdate = requiring(
	"incidents:write",
	async (tx, actor, { incidentId, id }: { readonly incidentId: string; readonly id: string }, { now }: Now) => {
		const incident = await lockIncident(tx, actor.team.id, incidentId);
		const update = incident && (await findUpdate(tx, incident.id, id));
		if (incident === null || update === null) return notFound();

		await remove(tx, update.id);
		await followUpdates(tx, incident, now);

		const event = { action: "delete", object: "incident update", id, name: null };
		await recordEvent(tx, actor, { ...event, before: updateFields(incident, update), after: null }, now);
		return success(update);
	},
);
