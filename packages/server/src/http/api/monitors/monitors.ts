/** /monitors: what is watched. How monitors look in requests: ./monitor-bodies.ts; in answers: ./monitor-forms.ts. */

import { z } from "@hono/zod-openapi";
import { validityEndsAt } from "../../../domain/monitors/certificate.ts";
import { MONITOR_SORTS } from "../../../domain/monitors/filter.ts";
import type { Monitor } from "../../../domain/monitors/settings.ts";
import { rowOf } from "../../../domain/monitors/types.ts";
import { lockRow } from "../../../storage/database/lock-row.ts";
import { countMonitors, type MonitorKey, monitorKey, pageOfMonitors } from "../../../storage/monitors/list-monitors.ts";
import {
	createMonitor as create,
	findMonitor,
	deleteMonitor as remove,
	updateMonitor as update,
} from "../../../storage/monitors/monitors.ts";
import { created, noContent, ok } from "../../kernel/answers.ts";
import { type Call, endpoint, type Resource } from "../../kernel/endpoint.ts";
import { listEndpoint } from "../../kernel/list-endpoint.ts";
import { invalid, notFound, type Refusal } from "../../kernel/refusal.ts";
import { single } from "../../kernel/schemas.ts";
import type { Services } from "../../services.ts";
import { refusedAddress, targetsOf } from "../refused-addresses.ts";
import { type LatestResults, withLatest } from "./latest-results.ts";
import {
	bodyWithoutSecrets,
	CREATE_EXAMPLES,
	changesOf,
	createBody,
	filterQuery,
	MAX_MONITOR_BODY_BYTES,
	newBodyWithoutSecrets,
	problemsRefusal,
	refusedSettings,
	settingsOf,
	updateBody,
	updateBodyOf,
} from "./monitor-bodies.ts";
import {
	fullForm,
	fullMonitor,
	listedMonitor,
	listForm,
	monitorId,
	settingsForm,
	singleForm,
	singleMonitor,
} from "./monitor-forms.ts";

/** The monitor that `:id` names. */
export const theMonitor: Resource<Monitor> = {
	params: z.object({ id: monitorId }),
	find: (services, teamId, { id = "" }) => findMonitor(services.database, teamId, id, services.now()),
	lock: (database, _teamId, { id = "" }) => lockRow(database, "monitors", id),
};

const viewQuery = z.object({
	view: z.enum(["full"]).optional().openapi({
		description: "`full` answers every member of both forms, with all instants in ISO 8601.",
		example: "full",
	}),
});

type View = z.output<typeof viewQuery>;

const answersMonitor = { "application/json": { schema: single(z.union([singleMonitor, fullMonitor])) } };

async function formOf(call: Pick<Call<unknown, View>, "services" | "url" | "query">, monitor: Monitor) {
	if (call.query.view !== "full") return singleForm(call, monitor);
	const [full] = await withLatest(call.services.database, [monitor]);
	return full && fullForm(call, full);
}

const listItem = z.union([listedMonitor, fullMonitor]);

/** The query of the list, beside that of every list. */
export const listQuery = z.object({
	...viewQuery.shape,
	...filterQuery.shape,
	sort: z.enum(MONITOR_SORTS).default("created").openapi({
		description: "`created`: newest first; `name`: by code point; `status`: what needs attention first, then by name.",
		example: "created",
	}),
});

/** A position in a list: the sort value, then the monitor's key. */
const listKey = z
	.array(z.union([z.int(), z.string()]))
	.min(2)
	.max(3);

/** A row of the list; `latest` in the full view alone. */
type ListedMonitor = Monitor & { readonly latest?: LatestResults };

export const listMonitors = listEndpoint<ListedMonitor, MonitorKey, typeof listItem, null, typeof listQuery>({
	operationId: "listMonitors",
	summary: "List monitors",
	tag: "Monitors",
	collection: "monitors",
	item: listItem,
	query: listQuery,
	list: ({ services: { database }, principal: { team }, query, now }) => {
		const { view, sort, tag, status, type, enabled, q } = query;
		const filter = { tag, status, type, enabled, q };
		return {
			name: ["monitors", sort, JSON.stringify(filter)],
			keySchema: listKey,
			keyOf: (monitor) => monitorKey(monitor, sort),
			async read(seek) {
				const monitors = await pageOfMonitors(database, { teamId: team.id, filter, sort }, seek, now);
				return view === "full" ? withLatest(database, monitors) : monitors;
			},
			count: () => countMonitors(database, team.id, filter),
		};
	},
	form: ({ latest, ...monitor }, call) => (latest ? fullForm(call, { ...monitor, latest }) : listForm(call, monitor)),
	changesAt: ({ sslExpiresAt, sslExpiryWarningDays }, now) =>
		sslExpiresAt === null ? Number.POSITIVE_INFINITY : validityEndsAt(sslExpiresAt, sslExpiryWarningDays, now),
});

/** Refuses a type of monitor that this machine can't check; null when it can. */
async function refusedNeed({ lacks }: Services, body: Readonly<Record<string, unknown>>): Promise<Refusal | null> {
	const { needs } = rowOf(settingsOf(body).settings.type);
	const lacking = needs === undefined ? null : await lacks?.(needs);
	return lacking ? invalid("/type", lacking) : null;
}

export const createMonitor = endpoint({
	operationId: "createMonitor",
	summary: "Create a monitor",
	description: "Its first check starts at once; a monitor of type cron waits for what its job reports at `pingUrl`.",
	tag: "Monitors",
	query: viewQuery,
	body: createBody,
	maxBodyBytes: MAX_MONITOR_BODY_BYTES,
	bodyExample: rowOf("http").example,
	bodyExamples: CREATE_EXAMPLES,
	audit: {
		action: "create",
		object: "monitor",
		bodyShown: ({ body }) => newBodyWithoutSecrets(body),
	},
	success: {
		status: 201,
		description: "The new monitor.",
		content: answersMonitor,
		headers: { Location: "Path of the new monitor." },
	},
	refuse: async ({ services, body }) =>
		refusedSettings(body) ?? refusedAddress(services, targetsOf(body)) ?? refusedNeed(services, body),
	async handle(call) {
		const { services, principal, now, body } = call;
		const { database, secretBox } = services;
		const made = await create(database, { ...settingsOf(body), teamId: principal.team.id }, now, secretBox);
		return created(call, await formOf(call, made), `/api/v1/monitors/${made.publicId}`);
	},
});

export const getMonitor = endpoint({
	operationId: "getMonitor",
	summary: "Get a monitor",
	tag: "Monitors",
	resource: theMonitor,
	query: viewQuery,
	success: { status: 200, description: "The monitor.", content: answersMonitor },
	async handle(call) {
		return ok(call, await formOf(call, call.found));
	},
});

export const updateMonitor = endpoint({
	operationId: "updateMonitor",
	summary: "Update a monitor",
	description:
		"Members left out keep their values. A secret that is sent as null is kept, as long as the monitor's server stays " +
		"the same. A change of the type's own settings (url, method, expectedStatus, …), timeoutSeconds, degradedAfterMs or intervalSeconds makes a check due at once. Of type cron, a change of schedule, timeZone or every begins anew with the next due run.",
	tag: "Monitors",
	resource: theMonitor,
	query: viewQuery,
	body: updateBody,
	bodyOf: updateBodyOf,
	maxBodyBytes: MAX_MONITOR_BODY_BYTES,
	bodyExample: { intervalSeconds: 120 },
	audit: {
		action: "update",
		object: "monitor",
		shown: (call) => settingsForm(call, call.found),
		bodyShown: ({ found, body }) => bodyWithoutSecrets(found.settings.type, body),
	},
	success: { status: 200, description: "The monitor as it is now.", content: answersMonitor },
	async handle(call) {
		const { services, found, now, body } = call;
		const refused = refusedSettings(body, found.settings) ?? refusedAddress(services, targetsOf(body));
		if (refused !== null) return refused;
		const { database, secretBox } = services;
		const changed = await update(database, found.id, changesOf(found.settings.type, body), now, secretBox);
		if (changed === null) return notFound();
		if ("problems" in changed) return problemsRefusal(changed.problems) ?? notFound();
		return ok(call, await formOf(call, changed));
	},
});

export const deleteMonitor = endpoint({
	operationId: "deleteMonitor",
	summary: "Delete a monitor with all its history",
	tag: "Monitors",
	resource: theMonitor,
	audit: { action: "delete", object: "monitor", shown: (call) => settingsForm(call, call.found) },
	success: { status: 204, description: "Deleted." },
	async handle(call) {
		return (await remove(call.services.database, call.found.id, call.now)) ? noContent(call) : notFound();
	},
});
