/** /status-pages: what customers see of services, with its incidents; reports filter by them. */

import { z } from "@hono/zod-openapi";
import { DAY_MS } from "../../../domain/durations.ts";
import type { Incident } from "../../../domain/incidents/incident.ts";
import { MAX_STATUS_PAGES_PER_TEAM, type StatusPage } from "../../../domain/status-pages/status-page.ts";
import { checkDomainNow } from "../../../services/status-pages/check-domain-now.ts";
import { createStatusPage as create } from "../../../services/status-pages/create.ts";
import { deleteStatusPage as remove } from "../../../services/status-pages/delete.ts";
import { updateStatusPage as update } from "../../../services/status-pages/update.ts";
import type { AgeKey } from "../../../storage/database/newest-first.ts";
import { incidentsOnPage } from "../../../storage/incidents/incidents.ts";
import { findStatusPage, pageOfStatusPages } from "../../../storage/status-pages/status-pages.ts";
import { beyondLimit } from "../../access/rate-limit.ts";
import { created, json, noContent, ok } from "../../kernel/answers.ts";
import { changeEndpoint } from "../../kernel/change-endpoint.ts";
import { byId, type Call, endpoint } from "../../kernel/endpoint.ts";
import { byAge, listEndpoint } from "../../kernel/list-endpoint.ts";
import { Refusal } from "../../kernel/refusal.ts";
import { answers, creates } from "../../kernel/success.ts";
import { busy } from "../../sign-in/password.ts";
import { listedIncident, listForm } from "../incidents/incident-forms.ts";
import { createBody, form, statusPage, statusPageId, updateBody } from "./status-page-forms.ts";

/** How long a page shows what is resolved. */
const RESOLVED_DAYS = 14;
/** More than a page can show with sense. Bounds the answer to a quarter of a megabyte of ASCII. */
const MAX_INCIDENTS = 50;

export const theStatusPage = byId(statusPageId, findStatusPage);

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

/** What the page tells of an incident: nothing of components and pages beside it. */
function incidentForm(page: StatusPage, incident: Incident): z.infer<typeof listedIncident> {
	const components = incident.components.filter(({ statusPagePublicId }) => statusPagePublicId === page.publicId);
	return listForm({ ...incident, components, statusPagePublicIds: [page.publicId] });
}

/** The body of a change with its password hashed, which takes too long for a transaction. */
async function wanted<Body extends { readonly password?: string | null | undefined }>({
	services,
	body: { password, ...settings },
}: Pick<Call<unknown, unknown, Body>, "services" | "body">) {
	if (password === undefined || password === null) return { ...settings, passwordHash: password };
	if (services.pagePasswords === undefined) return new Refusal("PASSWORDS_OFF", "No password can be set here.");
	const passwordHash = await services.pagePasswords.hash(password);
	return passwordHash === "busy" ? busy() : { ...settings, passwordHash };
}

const tag = "Status pages";

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

export const createStatusPage = changeEndpoint({
	operationId: "createStatusPage",
	summary: "Create a status page",
	description: `At most ${MAX_STATUS_PAGES_PER_TEAM} per team.`,
	tag,
	body: createBody,
	bodyExample: { name: "Public services", slug: "public" },
	success: creates("The new status page.", statusPage, "Path of the new status page."),
	service: create,
	input: wanted,
	async answer(call, page) {
		await call.services.publicPages.changed(null);
		return created(call, form(page), `/api/v1/status-pages/${page.publicId}`);
	},
});

export const getStatusPage = endpoint({
	operationId: "getStatusPage",
	summary: "Get a status page",
	tag,
	resource: theStatusPage,
	success: answers("The status page with its incidents.", statusPageWithIncidents),
	async handle(call) {
		const { found: page, services, principal, now } = call;
		const shown = { statusPageId: page.id, resolvedSince: now - RESOLVED_DAYS * DAY_MS, limit: MAX_INCIDENTS };
		const incidents = await incidentsOnPage(services.database, principal.team.id, shown);
		return ok(call, { ...form(page), incidents: incidents.map((each) => incidentForm(page, each)) });
	},
});

export const updateStatusPage = changeEndpoint({
	operationId: "updateStatusPage",
	summary: "Update a status page",
	description:
		"Fields left out keep their values. `sections` replaces all of them: a component without `id` is new, one that is " +
		"left out is deleted. An earlier slug leads to the page for 90 days.",
	tag,
	resource: theStatusPage,
	body: updateBody,
	bodyExample: { name: "All services" },
	success: answers("The status page as it is now.", statusPage),
	service: update,
	async input(call) {
		const changes = await wanted(call);
		if (changes instanceof Refusal) return changes;
		const { found, services } = call;
		const { isPublished = found.isPublished, access = found.access, slug = found.slug } = changes;
		if (closes(found, { isPublished, access, slug })) await services.publicPages.closing(found.slug);
		return { id: found.publicId, changes };
	},
	async answer(call, page) {
		const { found, body, services } = call;
		const leavesDomain = found.isPublished && page.domain?.name !== found.domain?.name;
		// Another password ends what readers have by the earlier one.
		const endsReaders = found.isPublished && body.password !== undefined;
		const isClosed = leavesDomain || endsReaders || closes(found, page);
		await services.publicPages.changed(isClosed ? found.slug : null);
		return ok(call, form(page));
	},
});

/** Whether somebody who reads a page now would no longer do so under the same slug. */
function closes(before: StatusPage, after: Pick<StatusPage, "isPublished" | "access" | "slug">): boolean {
	return before.isPublished && !(after.isPublished && after.access === before.access && after.slug === before.slug);
}

export const checkStatusPageDomain = changeEndpoint({
	operationId: "checkStatusPageDomain",
	summary: "Look up the record of a page's domain now",
	description:
		"Within seconds, beside the daily look; `domainProof.checkedAt` changes with it. 20 a minute for each team.",
	tag,
	resource: theStatusPage,
	success: answers("The look is queued.", statusPage, 202),
	refuse: async ({ services, principal, now }) => {
		const allowance = services.domainChecks.count(principal.team.id, now);
		if (allowance.allowed) return null;
		return beyondLimit(allowance, `A team may ask for ${allowance.limit} looks at its domains a minute.`);
	},
	service: checkDomainNow,
	input: ({ found }) => ({ id: found.publicId }),
	answer: (call, page) => json(call, 202, { data: form(page) }),
});

export const deleteStatusPage = changeEndpoint({
	operationId: "deleteStatusPage",
	summary: "Delete a status page",
	tag,
	resource: theStatusPage,
	success: { status: 204, description: "Deleted." },
	service: remove,
	async input({ found, services }) {
		if (found.isPublished) await services.publicPages.closing(found.slug);
		return { id: found.publicId };
	},
	async answer(call) {
		await call.services.publicPages.changed(call.found.isPublished ? call.found.slug : null);
		return noContent(call);
	},
});
