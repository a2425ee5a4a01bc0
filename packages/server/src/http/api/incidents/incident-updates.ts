/** /incidents/:id/updates: what is posted while an incident lasts, and afterwards. */

import { z } from "@hono/zod-openapi";
import {
	type Incident,
	type IncidentUpdate,
	MAX_UPDATES_PER_INCIDENT,
	updateFields,
} from "../../../domain/incidents/incident.ts";
import { deleteUpdate } from "../../../services/incidents/delete-update.ts";
import { editUpdate } from "../../../services/incidents/edit-update.ts";
import { postUpdate } from "../../../services/incidents/post-update.ts";
import { findUpdate } from "../../../storage/incidents/incident-updates.ts";
import { created, ok } from "../../kernel/answers.ts";
import { changeEndpoint } from "../../kernel/change-endpoint.ts";
import type { Resource } from "../../kernel/endpoint.ts";
import { answers, creates } from "../../kernel/success.ts";
import { changedUpdate, incidentId, incidentUpdate, newUpdate, updateId } from "./incident-forms.ts";
import { theIncident } from "./incidents.ts";

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
};

const tag = "Incidents";

export const createIncidentUpdate = changeEndpoint({
	operationId: "createIncidentUpdate",
	summary: "Post an update of an incident",
	description:
		"The incident gets its status, unless a later update was posted. `resolved` resolves it, any other status reopens " +
		`it. At most ${MAX_UPDATES_PER_INCIDENT} updates per incident.`,
	tag,
	resource: theIncident,
	body: newUpdate,
	bodyExample: { body: "The database is **read-only**. We are moving to the replica.", status: "identified" },
	success: creates("The new update.", incidentUpdate, "Path of the new update."),
	service: postUpdate,
	input: ({ found, body }) => ({ incidentId: found.publicId, update: body }),
	answer(call, update) {
		const location = `/api/v1/incidents/${call.found.publicId}/updates/${update.publicId}`;
		return created(call, updateFields(call.found, update), location);
	},
});

export const updateIncidentUpdate = changeEndpoint({
	operationId: "updateIncidentUpdate",
	summary: "Edit an update of an incident",
	description: "Fields left out keep their values. A changed status of the latest update becomes the incident's.",
	tag,
	resource: theUpdate,
	body: changedUpdate,
	bodyExample: { body: "The database is read-only. We moved to the replica." },
	success: answers("The update as it is now.", incidentUpdate),
	service: editUpdate,
	input: ({ found: { incident, update }, body }) => ({
		incidentId: incident.publicId,
		id: update.publicId,
		changes: body,
	}),
	answer: (call, update) => ok(call, updateFields(call.found.incident, update)),
});

export const deleteIncidentUpdate = changeEndpoint({
	operationId: "deleteIncidentUpdate",
	summary: "Delete an update of an incident",
	description: "When it is the latest, the incident goes back to the status of the one before it.",
	tag,
	resource: theUpdate,
	success: { status: 204, description: "Deleted." },
	service: deleteUpdate,
	input: ({ found: { incident, update } }) => ({ incidentId: incident.publicId, id: update.publicId }),
});
