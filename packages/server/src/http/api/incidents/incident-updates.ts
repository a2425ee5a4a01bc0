/** /incidents/:id/updates: what is posted while an incident lasts, and afterwards. */

import { z } from "@hono/zod-openapi";
import type { Incident, IncidentUpdate } from "../../../domain/incidents/incident.ts";
import { lockRow } from "../../../storage/database/lock-row.ts";
import {
	deleteUpdate,
	editUpdate,
	findUpdate,
	MAX_UPDATES_PER_INCIDENT,
	postUpdate,
} from "../../../storage/incidents/incident-updates.ts";
import { created, noContent, ok } from "../../kernel/answers.ts";
import { endpoint, type Resource } from "../../kernel/endpoint.ts";
import { invalid, notFound, Refusal } from "../../kernel/refusal.ts";
import { single } from "../../kernel/schemas.ts";
import { changedUpdate, incidentId, incidentUpdate, newUpdate, updateForm, updateId } from "./incident-forms.ts";
import { keysOf, theIncident } from "./incidents.ts";
import { updateOf } from "./wanted-incident.ts";

interface Posted {
	readonly incident: Incident;
	readonly update: IncidentUpdate;
}

/** The update that `:updateId` names, of the incident that `:id` names. */
const theUpdate: Resource<Posted> = {
	params: z.object({ id: incidentId, updateId }),
	async find(services, teamId, { id = "", updateId = "" }) {
		const incident = await theIncident.find(services, teamId, { id });
		const update = incident && (await findUpdate(services.database, incident.id, updateId));
		return update && { incident, update };
	},
	lock: (database, _teamId, { id = "" }) => lockRow(database, "incidents", id),
};

const tag = "Incidents";
const object = "incident update";
const answersUpdate = { "application/json": { schema: single(incidentUpdate) } };

export const createIncidentUpdate = endpoint({
	operationId: "createIncidentUpdate",
	summary: "Post an update of an incident",
	description:
		"The incident gets its status, unless a later update was posted. `resolved` resolves it, any other status reopens " +
		`it. At most ${MAX_UPDATES_PER_INCIDENT} updates per incident.`,
	tag,
	resource: theIncident,
	body: newUpdate,
	bodyExample: { body: "The database is **read-only**. We are moving to the replica.", status: "identified" },
	audit: { action: "create", object },
	success: {
		status: 201,
		description: "The new update.",
		content: answersUpdate,
		headers: { Location: "Path of the new update." },
	},
	async handle(call) {
		const { found: incident, services, now } = call;
		const wanted = updateOf(call.body, "", now);
		if (wanted instanceof Refusal) return wanted;
		const update = await postUpdate(services.database, keysOf(call, incident), wanted, now);
		if (update === null) return notFound();
		if (update === "full") return invalid("", `An incident has at most ${MAX_UPDATES_PER_INCIDENT} updates.`);
		const location = `/api/v1/incidents/${incident.publicId}/updates/${update.publicId}`;
		return created(call, updateForm(incident, update), location);
	},
});

export const updateIncidentUpdate = endpoint({
	operationId: "updateIncidentUpdate",
	summary: "Edit an update of an incident",
	description: "Fields left out keep their values. A changed status of the latest update becomes the incident's.",
	tag,
	resource: theUpdate,
	body: changedUpdate,
	bodyExample: { body: "The database is read-only. We moved to the replica." },
	audit: { action: "update", object, shown: ({ found: { incident, update } }) => updateForm(incident, update) },
	success: { status: 200, description: "The update as it is now.", content: answersUpdate },
	async handle(call) {
		const { incident, update } = call.found;
		const { database } = call.services;
		const changed = await editUpdate(database, keysOf(call, incident), update.id, call.body, call.now);
		return changed ? ok(call, updateForm(incident, changed)) : notFound();
	},
});

export const deleteIncidentUpdate = endpoint({
	operationId: "deleteIncidentUpdate",
	summary: "Delete an update of an incident",
	description: "When it is the latest, the incident goes back to the status of the one before it.",
	tag,
	resource: theUpdate,
	audit: { action: "delete", object, shown: ({ found: { incident, update } }) => updateForm(incident, update) },
	success: { status: 204, description: "Deleted." },
	async handle(call) {
		const { incident, update } = call.found;
		const { database } = call.services;
		return (await deleteUpdate(database, keysOf(call, incident), update.id, call.now)) ? noContent(call) : notFound();
	},
});
