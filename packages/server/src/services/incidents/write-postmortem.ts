import { success } from "@lapwing/result";
import { postmortemFields } from "../../domain/incidents/incident.ts";
import { invalid, notFound } from "../../domain/problem.ts";
import { lockIncident } from "../../storage/incidents/incidents.ts";
import { findPostmortem, writePostmortem as write } from "../../storage/incidents/postmortems.ts";
import { type Now, requiring } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { tellSubscribers } from "./tell-subscribers.ts";

interface WantedPostmortem {
	readonly incidentId: string;
	readonly body: string;
	readonly isPublished: boolean;
	/** Of its publication; nobody is notified of later changes. */
	readonly notifySubscribers: boolean;
}

/** Writes the postmortem of an incident, or changes it. Only a resolved incident can have a published one. */
export const writePostmortem = requiring(
	"incidents:write",
	async (tx, actor, { incidentId, body, isPublished, notifySubscribers }: WantedPostmortem, { now }: Now) => {
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
	},
);
