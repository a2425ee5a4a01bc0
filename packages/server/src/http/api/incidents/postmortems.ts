/** /incidents/:id/postmortem: what was learned from a fault. */

import { postmortemFields } from "../../../domain/incidents/incident.ts";
import { deletePostmortem as remove } from "../../../services/incidents/delete-postmortem.ts";
import { writePostmortem as write } from "../../../services/incidents/write-postmortem.ts";
import { ok } from "../../kernel/answers.ts";
import { changeEndpoint } from "../../kernel/change-endpoint.ts";
import { answers } from "../../kernel/success.ts";
import { newPostmortem, postmortem } from "./incident-forms.ts";
import { theIncident } from "./incidents.ts";

const tag = "Incidents";

export const writePostmortem = changeEndpoint({
	operationId: "writePostmortem",
	summary: "Write the postmortem of an incident",
	description:
		"Replaces the one before. Status pages show it once it is published, while the incident is resolved. " +
		"Subscribers are notified once, when it is published.",
	tag,
	resource: theIncident,
	body: newPostmortem,
	bodyExample: { body: "A disk of the primary was full. From now on we are warned at 80 %." },
	success: answers("The postmortem as it is now.", postmortem),
	service: write,
	input: ({ found, body }) => ({ incidentId: found.publicId, ...body }),
	answer: (call, written) => ok(call, postmortemFields(written)),
});

export const deletePostmortem = changeEndpoint({
	operationId: "deletePostmortem",
	summary: "Delete the postmortem of an incident",
	tag,
	resource: theIncident,
	success: { status: 204, description: "Deleted." },
	service: remove,
	input: ({ found }) => ({ incidentId: found.publicId }),
});
