/** /incidents: what a team writes about its faults. Forms: ./incident-forms.ts; updates: ./incident-updates.ts. */

import { z } from "@hono/zod-openapi";
import { INCIDENT_STATUSES, type Incident } from "../../../domain/incidents/incident.ts";
import { lockRow } from "../../../storage/database/lock-row.ts";
import type { AgeKey } from "../../../storage/database/newest-first.ts";
import { MAX_UPDATES_PER_INCIDENT, updatesOf } from "../../../storage/incidents/incident-updates.ts";
import {
	createIncident as create,
	findIncident,
	MAX_INCIDENTS_PER_TEAM,
	pageOfIncidents,
	deleteIncident as remove,
	updateIncident as update,
} from "../../../storage/incidents/incidents.ts";
import { type IncidentOfTeam, lockIncident } from "../../../storage/incidents/lock-incident.ts";
import { created, noContent, ok } from "../../kernel/answers.ts";
import { type Call, endpoint, type Resource } from "../../kernel/endpoint.ts";
import { byAge, listEndpoint } from "../../kernel/list-endpoint.ts";
import { invalid, notFound, Refusal } from "../../kernel/refusal.ts";
import { publicId, single } from "../../kernel/schemas.ts";
import {
	createBody,
	incidentId,
	listedIncident,
	listForm,
	patchBody,
	settingsForm,
	singleForm,
	singleIncident,
} from "./incident-forms.ts";
import { incidentChanges, newIncident } from "./wanted-incident.ts";

/** The incident that `:id` names. */
export const theIncident: Resource<Incident> = {
	params: z.object({ id: incidentId }),
	find: (services, teamId, { id = "" }) => findIncident(services.database, teamId, id),
	lock: (database, _teamId, { id = "" }) => lockRow(database, "incidents", id),
};

const listQuery = z.object({
	status: z
		.enum([...INCIDENT_STATUSES, "open"])
		.optional()
		.openapi({
			description: "Only those with this status; `open`: with any but `resolved`.",
			example: "open",
		}),
	statusPageId: publicId("sp", "sp_01jgezt6z8e7kb3mq4f2ys0nd5").optional().openapi({
		description: "Only those that this status page shows.",
	}),
});

const tag = "Incidents";
const answersIncident = { "application/json": { schema: single(singleIncident) } };

async function formOf({ services }: Pick<Call, "services">, incident: Incident) {
	return singleForm(incident, await updatesOf(services.database, incident.id));
}

/** The keys of an incident, and of the team that asks. */
export function keysOf({ principal }: Pick<Call, "principal">, { id }: Incident): IncidentOfTeam {
	return { teamId: principal.team.id, incidentId: id };
}

export const listIncidents = listEndpoint<Incident, AgeKey, typeof listedIncident, null, typeof listQuery>({
	operationId: "listIncidents",
	summary: "List incidents, newest first",
	description: "Each with its latest update; `GET /api/v1/incidents/{id}` answers them all.",
	tag,
	collection: "incidents",
	item: listedIncident,
	query: listQuery,
	list: ({ services: { database }, principal: { team }, query: { status, statusPageId } }) =>
		byAge(["incidents", JSON.stringify([status, statusPageId])], (seek) =>
			pageOfIncidents(database, team.id, { status, statusPageId }, seek),
		),
	form: listForm,
});

export const createIncident = endpoint({
	operationId: "createIncident",
	summary: "Open an incident",
	description:
		`At most ${MAX_INCIDENTS_PER_TEAM} incidents per team, each with at most ${MAX_UPDATES_PER_INCIDENT} updates. ` +
		"An incident that is over can be recorded with status `resolved`, `startedAt` and `resolvedAt`.",
	tag,
	body: createBody,
	bodyExample: {
		title: "Orders can't be placed",
		impact: "major",
		updates: [{ body: "We are looking into it.", status: "investigating" }],
	},
	audit: { action: "create", object: "incident" },
	success: {
		status: 201,
		description: "The new incident.",
		content: answersIncident,
		headers: { Location: "Path of the new incident." },
	},
	async handle(call) {
		const wanted = await newIncident(call);
		if (wanted instanceof Refusal) return wanted;
		const made = await create(call.services.database, call.principal.team.id, wanted, call.now);
		if (made === "full") {
			return invalid("", `A team has at most ${MAX_INCIDENTS_PER_TEAM} incidents. Delete some of the old ones.`);
		}
		return created(call, await formOf(call, made), `/api/v1/incidents/${made.publicId}`);
	},
});

export const getIncident = endpoint({
	operationId: "getIncident",
	summary: "Get an incident",
	tag,
	resource: theIncident,
	success: { status: 200, description: "The incident with its updates.", content: answersIncident },
	async handle(call) {
		return ok(call, await formOf(call, call.found));
	},
});

export const updateIncident = endpoint({
	operationId: "updateIncident",
	summary: "Update an incident",
	description:
		"Fields left out keep their values. A status can be set without an update; " +
		"setting `resolved` sets `resolvedAt`, setting another one clears it.",
	tag,
	resource: theIncident,
	body: patchBody,
	bodyExample: { impact: "critical" },
	audit: { action: "update", object: "incident", shown: ({ found }) => settingsForm(found) },
	success: { status: 200, description: "The incident as it is now.", content: answersIncident },
	async handle(call) {
		const { database } = call.services;
		const incident = await lockIncident(database, keysOf(call, call.found));
		if (!incident) return notFound();
		const changes = await incidentChanges(call, incident.progress);
		if (changes instanceof Refusal) return changes;
		const changed = await update(database, incident, changes, call.now);
		return changed ? ok(call, await formOf(call, changed)) : notFound();
	},
});

export const deleteIncident = endpoint({
	operationId: "deleteIncident",
	summary: "Delete an incident",
	description: "With its updates. Status pages do not show it any more.",
	tag,
	resource: theIncident,
	audit: { action: "delete", object: "incident", shown: ({ found }) => settingsForm(found) },
	success: { status: 204, description: "Deleted." },
	async handle(call) {
		const gone = await remove(call.services.database, keysOf(call, call.found));
		return gone ? noContent(call) : notFound();
	},
});
