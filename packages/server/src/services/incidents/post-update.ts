import { isFailure, success } from "@lapwing/result";
import type { Changes } from "../../domain/given.ts";
import { MAX_UPDATES_PER_INCIDENT, updateFields } from "../../domain/incidents/incident.ts";
import { newUpdate, type WantedUpdate } from "../../domain/incidents/wanted-incident.ts";
import { invalid, notFound, problem } from "../../domain/problem.ts";
import { insertUpdate } from "../../storage/incidents/incident-updates.ts";
import { lockIncident } from "../../storage/incidents/incidents.ts";
import { type Now, requiring } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { followUpdates } from "./follow-updates.ts";
import { textsOf } from "./linked.ts";
import { tellSubscribers } from "./tell-subscribers.ts";

interface PostedUpdate extends Changes<Omit<WantedUpdate, "notifySubscribers">> {
	readonly notifySubscribers: boolean;
	/** `itp_…`: where it has no body or status, those of this template. */
	readonly templateId?: string | undefined;
}

export const postUpdate = requiring(
	"incidents:write",
	async (
		tx,
		actor,
		{ incidentId, update }: { readonly incidentId: string; readonly update: PostedUpdate },
		{ now }: Now,
	) => {
		const incident = await lockIncident(tx, actor.team.id, incidentId);
		if (incident === null) return notFound();

		const texts = await textsOf(tx, actor.team.id, update.templateId, incident.components);
		if (isFailure(texts)) return texts;
		const { body = texts.data?.body, status = texts.data?.status, at } = update;
		if (body === undefined) return invalid("/body", "Must be given, or that of a template.");
		if (status === undefined) return invalid("/status", "Must be given, or that of a template.");
		const notifySubscribers = update.notifySubscribers && !incident.isBackdated;
		const wanted = newUpdate({ body, status, at, notifySubscribers }, "", now);
		if (isFailure(wanted)) return wanted;
		if (incident.updateCount >= MAX_UPDATES_PER_INCIDENT) {
			return problem("full", "", `An incident has at most ${MAX_UPDATES_PER_INCIDENT} updates.`);
		}

		const posted = await insertUpdate(tx, incident.id, wanted.data);
		await followUpdates(tx, incident, now);
		if (notifySubscribers) {
			await tellSubscribers(tx, actor.team.id, incident, { kind: "update", updateId: posted.id }, now);
		}

		const event = { action: "create", object: "incident update", id: posted.publicId, name: null };
		const after = updateFields(incident, posted);
		await recordEvent(tx, actor, { ...event, before: null, after, asked: update }, now);
		return success(posted);
	},
);
