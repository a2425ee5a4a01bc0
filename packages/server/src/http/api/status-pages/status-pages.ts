/** /status-pages: which monitors are shown together, with their incidents; reports filter by them. */

import { z } from "@hono/zod-openapi";
import type { Incident } from "../../../domain/incidents/incident.ts";
import type { StatusPage } from "../../../domain/status-pages/status-page.ts";
import { MAX_NAME_LENGTH, nameText } from "../../../domain/text.ts";
import { lockRow } from "../../../storage/database/lock-row.ts";
import type { AgeKey } from "../../../storage/database/newest-first.ts";
import { incidentsOnPage } from "../../../storage/incidents/incidents.ts";
import {
	createStatusPage as create,
	findStatusPage,
	MAX_STATUS_PAGES_PER_TEAM,
	pageOfStatusPages,
	deleteStatusPage as remove,
	updateStatusPage as update,
} from "../../../storage/status-pages/status-pages.ts";
import { created, noContent, ok } from "../../kernel/answers.ts";
import { endpoint, type Resource } from "../../kernel/endpoint.ts";
import { byAge, listEndpoint } from "../../kernel/list-endpoint.ts";
import { invalid, notFound, Refusal } from "../../kernel/refusal.ts";
import { isoDateTime, isoOf, publicId, single } from "../../kernel/schemas.ts";
import { listedIncident, listForm } from "../incidents/incident-forms.ts";
import { monitorId } from "../monitors/monitor-forms.ts";
import { namedMonitors } from "../monitors/named-monitors.ts";

const statusPageId = publicId("sp", "sp_01jgezt6z8e7kb3mq4f2ys0nd5");
/** As many as a body of 64 KiB holds with ease. */
const MAX_MONITORS = 1_000;
/** How long a page shows what is resolved. */
const RESOLVED_DAYS = 14;
const DAY_MS = 86_400_000;
/** More than a page can show with sense. Bounds the answer to a quarter of a megabyte of ASCII. */
const MAX_INCIDENTS = 50;

const theStatusPage: Resource<StatusPage> = {
	params: z.object({ id: statusPageId }),
	find: (services, teamId, { id = "" }) => findStatusPage(services.database, teamId, id),
	lock: (database, _teamId, { id = "" }) => lockRow(database, "status_pages", id),
};

const settings = {
	name: nameText(MAX_NAME_LENGTH).openapi({ example: "Public services" }),
	slug: z
		.string()
		.regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, "Must be 1–63 of a-z, 0-9 and hyphens, not at its ends.")
		.openapi({ description: "Unique in the team.", example: "public" }),
	monitorIds: z.array(monitorId).max(MAX_MONITORS).openapi({ description: "Monitors shown.", example: [] }),
};
const createBody = z
	.strictObject({ ...settings, monitorIds: settings.monitorIds.default([]) })
	.openapi("StatusPageCreate");
const updateBody = z.strictObject(settings).partial().openapi("StatusPageUpdate");
const statusPage = z
	.object({ id: statusPageId, ...settings, createdAt: isoDateTime, updatedAt: isoDateTime })
	.openapi("StatusPage");
const statusPageWithIncidents = statusPage
	.extend({
		incidents: z
			.array(listedIncident)
			.max(MAX_INCIDENTS)
			.openapi({
				description:
					`Open ones, then those that were resolved in the last ${RESOLVED_DAYS} days. ` +
					"Their components are those of the page.",
			}),
	})
	.openapi("StatusPageWithIncidents");

function form(page: StatusPage): z.infer<typeof statusPage> {
	return {
		id: page.publicId,
		name: page.name,
		slug: page.slug,
		monitorIds: [...page.monitorIds],
		createdAt: isoOf(page.createdAt),
		updatedAt: isoOf(page.updatedAt),
	};
}

/** What the page tells of an incident: nothing of monitors and pages beside it. */
function incidentForm(page: StatusPage, incident: Incident): z.infer<typeof listedIncident> {
	const components = incident.components.filter(({ monitorPublicId }) => page.monitorIds.includes(monitorPublicId));
	return listForm({ ...incident, components, statusPagePublicIds: [page.publicId] });
}

const slugTaken = () => invalid("/slug", "Another status page has this slug.");

const tag = "Status pages";
const answersPage = { "application/json": { schema: single(statusPage) } };

export const listStatusPages = listEndpoint<StatusPage, AgeKey, typeof statusPage>({
	operationId: "listStatusPages",
	summary: "List status pages, newest first",
	tag,
	collection: "statusPages",
	item: statusPage,
	list: ({ services: { database }, principal: { team } }) =>
		byAge(["status-pages"], (seek) => pageOfStatusPages(database, team.id, seek)),
	form,
});

export const createStatusPage = endpoint({
	operationId: "createStatusPage",
	summary: "Create a status page",
	description: `At most ${MAX_STATUS_PAGES_PER_TEAM} per team.`,
	tag,
	body: createBody,
	bodyExample: { name: "Public services", slug: "public" },
	audit: { action: "create", object: "status page" },
	success: {
		status: 201,
		description: "The new status page.",
		content: answersPage,
		headers: { Location: "Path of the new status page." },
	},
	async handle(call) {
		const { name, slug, monitorIds } = call.body;
		const monitors = await namedMonitors(call, monitorIds);
		if (monitors instanceof Refusal) return monitors;
		const made = await create(call.services.database, call.principal.team.id, { name, slug, monitors }, call.now);
		if (made === "full") return invalid("", `A team has at most ${MAX_STATUS_PAGES_PER_TEAM} status pages.`);
		if (made === "taken") return slugTaken();
		return created(call, form(made), `/api/v1/status-pages/${made.publicId}`);
	},
});

export const getStatusPage = endpoint({
	operationId: "getStatusPage",
	summary: "Get a status page",
	tag,
	resource: theStatusPage,
	success: {
		status: 200,
		description: "The status page with its incidents.",
		content: { "application/json": { schema: single(statusPageWithIncidents) } },
	},
	async handle(call) {
		const { found: page, services, principal, now } = call;
		const shown = { statusPageId: page.id, resolvedSince: now - RESOLVED_DAYS * DAY_MS, limit: MAX_INCIDENTS };
		const incidents = await incidentsOnPage(services.database, principal.team.id, shown);
		return ok(call, { ...form(page), incidents: incidents.map((each) => incidentForm(page, each)) });
	},
});

export const updateStatusPage = endpoint({
	operationId: "updateStatusPage",
	summary: "Update a status page",
	description: "Fields left out keep their values.",
	tag,
	resource: theStatusPage,
	body: updateBody,
	bodyExample: { name: "All services" },
	audit: { action: "update", object: "status page", shown: ({ found }) => form(found) },
	success: { status: 200, description: "The status page as it is now.", content: answersPage },
	async handle(call) {
		const { name, slug, monitorIds } = call.body;
		const monitors = monitorIds && (await namedMonitors(call, monitorIds));
		if (monitors instanceof Refusal) return monitors;
		const changes = {
			...(name === undefined ? {} : { name }),
			...(slug === undefined ? {} : { slug }),
			...(monitors === undefined ? {} : { monitors }),
		};
		const changed = await update(call.services.database, call.found.id, changes, call.now);
		if (changed === "taken") return slugTaken();
		return changed ? ok(call, form(changed)) : notFound();
	},
});

export const deleteStatusPage = endpoint({
	operationId: "deleteStatusPage",
	summary: "Delete a status page",
	tag,
	resource: theStatusPage,
	audit: { action: "delete", object: "status page", shown: ({ found }) => form(found) },
	success: { status: 204, description: "Deleted." },
	async handle(call) {
		return (await remove(call.services.database, call.found.id)) ? noContent(call) : notFound();
	},
});
