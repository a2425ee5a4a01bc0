/** /incident-templates: texts of incidents and updates that a team writes again and again. */

import { z } from "@hono/zod-openapi";
import { INCIDENT_STATUSES, MAX_TEMPLATES_PER_TEAM } from "../../../domain/incidents/incident.ts";
import { type IncidentTemplate, templateForm } from "../../../domain/incidents/template.ts";
import { MAX_NAME_LENGTH, nameText } from "../../../domain/text.ts";
import { createIncidentTemplate as create } from "../../../services/incident-templates/create.ts";
import { deleteIncidentTemplate as remove } from "../../../services/incident-templates/delete.ts";
import { updateIncidentTemplate as update } from "../../../services/incident-templates/update.ts";
import type { AgeKey } from "../../../storage/database/newest-first.ts";
import { findTemplate, pageOfTemplates } from "../../../storage/incidents/incident-templates.ts";
import { created, ok } from "../../kernel/answers.ts";
import { changeEndpoint } from "../../kernel/change-endpoint.ts";
import { byId, endpoint } from "../../kernel/endpoint.ts";
import { byAge, listEndpoint } from "../../kernel/list-endpoint.ts";
import { isoDateTime } from "../../kernel/schemas.ts";
import { answers, creates } from "../../kernel/success.ts";
import { body, templateId } from "./incident-forms.ts";

const theTemplate = byId(templateId, findTemplate);

const filledIn = "`{{component}}` becomes the names of the incident's components.";
const settings = {
	name: nameText(MAX_NAME_LENGTH).openapi({
		description: "As the team calls it; status pages do not show it.",
		example: "Slow answers",
	}),
	title: nameText(MAX_NAME_LENGTH).openapi({
		description: `Of an incident that is opened with it. ${filledIn}`,
		example: "{{component}} is slow",
	}),
	body: body.openapi({
		description: `Of an update, in Markdown. ${filledIn}`,
		example: "{{component}} answers more slowly than usual. We are looking into it.",
	}),
	status: z.enum(INCIDENT_STATUSES).openapi({ description: "Of an update.", example: "investigating" }),
};
const createBody = z
	.strictObject({ ...settings, status: settings.status.default("investigating") })
	.openapi("IncidentTemplateCreate");
const patchBody = z.strictObject(settings).partial().openapi("IncidentTemplatePatch");
const template = z
	.object({ id: templateId, ...settings, createdAt: isoDateTime, updatedAt: isoDateTime })
	.openapi("IncidentTemplate");

const tag = "Incidents";

export const listIncidentTemplates = listEndpoint<IncidentTemplate, AgeKey, typeof template>({
	operationId: "listIncidentTemplates",
	summary: "List templates of incidents, newest first",
	tag,
	collection: "incidentTemplates",
	item: template,
	list: ({ services: { database }, principal: { team } }) =>
		byAge(["incident-templates"], (seek) => pageOfTemplates(database, team.id, seek)),
	form: templateForm,
});

export const createIncidentTemplate = changeEndpoint({
	operationId: "createIncidentTemplate",
	summary: "Create a template of incidents",
	description: `At most ${MAX_TEMPLATES_PER_TEAM} per team.`,
	tag,
	body: createBody,
	bodyExample: {
		name: "Slow answers",
		title: "{{component}} is slow",
		body: "{{component}} answers more slowly than usual. We are looking into it.",
	},
	success: creates("The new template.", template, "Path of the new template."),
	service: create,
	input: ({ body }) => body,
	answer: (call, made) => created(call, templateForm(made), `/api/v1/incident-templates/${made.publicId}`),
});

export const getIncidentTemplate = endpoint({
	operationId: "getIncidentTemplate",
	summary: "Get a template of incidents",
	tag,
	resource: theTemplate,
	success: answers("The template.", template),
	async handle(call) {
		return ok(call, templateForm(call.found));
	},
});

export const updateIncidentTemplate = changeEndpoint({
	operationId: "updateIncidentTemplate",
	summary: "Update a template of incidents",
	description: "Fields left out keep their values. What was written with it stays as it is.",
	tag,
	resource: theTemplate,
	body: patchBody,
	bodyExample: { name: "Slow checkout" },
	success: answers("The template as it is now.", template),
	service: update,
	input: ({ found, body }) => ({ id: found.publicId, changes: body }),
	answer: (call, template) => ok(call, templateForm(template)),
});

export const deleteIncidentTemplate = changeEndpoint({
	operationId: "deleteIncidentTemplate",
	summary: "Delete a template of incidents",
	description: "What was written with it stays.",
	tag,
	resource: theTemplate,
	success: { status: 204, description: "Deleted." },
	service: remove,
	input: ({ found }) => ({ id: found.publicId }),
});
