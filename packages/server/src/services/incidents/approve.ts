import { success } from "@lapwing/result";
import { incidentFields } from "../../domain/incidents/incident.ts";
import { notFound } from "../../domain/problem.ts";
import { lockIncident, updateIncident } from "../../storage/incidents/incidents.ts";
import { type Now, requiring } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { objectOf } from "./linked.ts";
import { tellSubscribers } from "./tell-subscribers.ts";

interface Approval {
	readonly id: string;
	readonly notifySubscribers: boolean;
}

/** Shows a draft on its pages. Outages that move it go on to do so. Of one that is no draft nothing changes. */
export const approveIncident = requiring(
	"incidents:write",
	async (tx, actor, { id, notifySubscribers }: Approval, { now }: Now) => {
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
	},
);
