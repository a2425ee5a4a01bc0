import { success } from "@lapwing/result";
import { postmortemFields } from "../../domain/incidents/incident.ts";
import { notFound } from "../../domain/problem.ts";
import { lockIncident } from "../../storage/incidents/incidents.ts";
import { findPostmortem, deletePostmortem as remove } from "../../storage/incidents/postmortems.ts";
import { type Now, requiring } from "../change.ts";
import { recordEvent } from "../record-event.ts";

export const deletePostmortem = requiring(
	"incidents:write",
	async (tx, actor, { incidentId }: { readonly incidentId: string }, { now }: Now) => {
		const incident = await lockIncident(tx, actor.team.id, incidentId);
		const postmortem = incident && (await findPostmortem(tx, incident.id));
		if (incident === null || postmortem === null) return notFound();

		await remove(tx, incident.id);

		const event = { action: "delete", object: "postmortem", id: incidentId, name: incident.title };
		await recordEvent(tx, actor, { ...event, before: postmortemFields(postmortem), after: null }, now);
		return success(postmortem);
	},
);
