import { success } from "@lapwing/result";
import type { Changes } from "../../domain/given.ts";
import { type IncidentUpdate, updateFields } from "../../domain/incidents/incident.ts";
import { notFound } from "../../domain/problem.ts";
import { findUpdate, editUpdate as write } from "../../storage/incidents/incident-updates.ts";
import { lockIncident } from "../../storage/incidents/incidents.ts";
import { type Now, requiring } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { followUpdates } from "./follow-updates.ts";

interface UpdateEdit {
	readonly incidentId: string;
	readonly id: string;
	/** When it was posted stays. */
	readonly changes: Changes<Pick<IncidentUpdate, "body" | "status">>;
}

export const editUpdate = requiring(
	"incidents:write",
	async (tx, actor, { incidentId, id, changes }: UpdateEdit, { now }: Now) => {
		const incident = await lockIncident(tx, actor.team.id, incidentId);
		const update = incident && (await findUpdate(tx, incident.id, id));
		if (incident === null || update === null) return notFound();

		const changed = await write(tx, update, changes);
		await followUpdates(tx, incident, now);

		const event = { action: "update", object: "incident update", id, name: null };
		const [before, after] = [updateFields(incident, update), updateFields(incident, changed)];
		await recordEvent(tx, actor, { ...event, before, after, asked: changes }, now);
		return success(changed);
	},
);
