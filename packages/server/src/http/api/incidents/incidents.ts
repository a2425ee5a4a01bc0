/** /incidents: what a team writes about its faults. Forms: ./incident-forms.ts; updates: ./incident-updates.ts. */

import { z } from "@hono/zod-openapi";
import {
	INCIDENT_STATUSES,
	type Incident,
	MAX_INCIDENTS_PER_TEAM,
	MAX_UPDATES_PER_INCIDENT,
} from "../../../domain/incidents/incident.ts";
import { approveIncident as approve } from "../../../services/incidents/approve.ts";
import { createIncident as create } from "../../../services/incidents/create.ts";
import { deleteIncident as remove } from "../../../services/incidents/delete.ts";
import { updateIncident as update } from "../../../services/incidents/update.ts";
import type { AgeKey } from "../../../storage/database/newest-first.ts";
import { updatesOf } from "../../../storage/incidents/incident-updates.ts";
import { findIncident, pageOfIncidents } from "../../../storage/incidents/incidents.ts";
import { findPostmortem } from "../../../storage/incidents/postmortems.ts";
import { created, ok } from "../../kernel/answers.ts";
import { changeEndpoint } from "../../kernel/change-endpoint.ts";
import { byId, type Call, endpoint } from "../../kernel/endpoint.ts";
import { listEndpoint } from "../../kernel/list-endpoint.ts";
import { creationKey, publicId } from "../../kernel/schemas.ts";
import { answers, creates } from "../../kernel/success.ts";
import {
	approval,
	createBody,
	incidentId,
	listedIncident,
	listForm,
	patchBody,
	singleForm,
	singleIncident,
} from "./incident-forms.ts";

/** The incident that `:id` names. */
export const theIncident = byId(incidentId, findIncident);

const listQuery = z.object({
	status: z
		.enum([...INCIDENT_STATUSES, "open"])
		.optional()
		.openapi({
			description: "Only those with this status; `open`: with any but `resolved`.",
			example: "open",
		}),
	isDraft: z
		.enum(["true", "false"])
		.optional()
		.openapi({ description: "Only those that wait for approval, or only the others.", example: "true" }),
	statusPageId: publicId("sp", "sp_01jgezt6z8e7kb3mq4f2ys0nd5").optional().openapi({
		description: "Only those that this status page shows.",
	}),
});

const tag = "Incidents";

async function formOf({ services }: Pick<Call, "services">, incident: Incident) {
	const { database } = services;
	return singleForm(incident, await updatesOf(database, incident.id), await findPostmortem(database, incident.id));
}

export const listIncidents = listEndpoint<Incident, AgeKey, typeof listedIncident, null, typeof listQuery>({
	operationId: "listIncidents",
	summary: "List incidents, newest first",
	description:
		"By when they began, so that backdated ones stand in their place. Each with its latest update; " +
		"`GET /api/v1/incidents/{id}` answers them all.",
	tag,
	collection: "incidents",
	item: listedIncident,
	query: listQuery,
	list: ({ services: { database }, principal: { team }, query: { status, isDraft, statusPageId } }) => ({
		name: ["incidents", JSON.stringify([status, isDraft, statusPageId])],
		keySchema: creationKey,
		keyOf: ({ startedAt, id }) => [startedAt, id],
		read: (seek) => {
			const filter = { status, isDraft: isDraft && isDraft === "true", statusPageId };
			return pageOfIncidents(database, team.id, filter, seek);
		},
	}),
	form: listForm,
});

export const createIncident = changeEndpoint({
	operationId: "createIncident",
	summary: "Open an incident",
	description:
		`At most ${MAX_INCIDENTS_PER_TEAM} incidents per team, each with at most ${MAX_UPDATES_PER_INCIDENT} updates. ` +
		"An incident that is over can be recorded with `isBackdated`, `startedAt` and `resolvedAt`: nobody is notified.",
	tag,
	body: createBody,
	bodyExample: {
		title: "Orders can't be placed",
		impact: "major",
		updates: [{ body: "We are looking into it.", status: "investigating" }],
	},
	success: creates("The new incident.", singleIncident, "Path of the new incident."),
	service: create,
	input: ({ body }) => body,
	answer: (call, made) => created(call, singleForm(made, made.updates, null), `/api/v1/incidents/${made.publicId}`),
});

export const getIncident = endpoint({
	operationId: "getIncident",
	summary: "Get an incident",
	tag,
	resource: theIncident,
	success: answers("The incident with its updates.", singleIncident),
	async handle(call) {
		return ok(call, await formOf(call, call.found));
	},
});

export const updateIncident = changeEndpoint({
	operationId: "updateIncident",
	summary: "Update an incident",
	description:
		"Fields left out keep their values. A status can be set without an update, of which nobody is notified; " +
		"setting `resolved` sets `resolvedAt`, setting another one clears it. Components that are deleted stay. " +
		"Lapwing no longer moves an incident that was changed.",
	tag,
	resource: theIncident,
	body: patchBody,
	bodyExample: { impact: "critical" },
	success: answers("The incident as it is now.", singleIncident),
	service: update,
	input: ({ found, body }) => ({ id: found.publicId, changes: body }),
	answer: async (call, incident) => ok(call, await formOf(call, incident)),
});

export const deleteIncident = changeEndpoint({
	operationId: "deleteIncident",
	summary: "Delete an incident",
	description: "With its updates. Status pages do not show it any more.",
	tag,
	resource: theIncident,
	success: { status: 204, description: "Deleted." },
	service: remove,
	input: ({ found }) => ({ id: found.publicId }),
});

export const approveIncident = changeEndpoint({
	operationId: "approveIncident",
	summary: "Approve a draft",
	description: "Its pages show it from now on. Of an incident that is no draft nothing changes.",
	tag,
	resource: theIncident,
	body: approval,
	bodyExample: { notifySubscribers: true },
	success: answers("The incident as it is now.", singleIncident),
	service: approve,
	input: ({ found, body }) => ({ id: found.publicId, ...body }),
	answer: async (call, incident) => ok(call, await formOf(call, incident)),
});
