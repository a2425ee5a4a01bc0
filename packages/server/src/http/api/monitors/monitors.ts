/** /monitors: what is watched. How monitors look in requests: ./monitor-bodies.ts; in answers: ./monitor-forms.ts. */

import { z } from "@hono/zod-openapi";
import { validityEndsAt } from "../../../domain/monitors/certificate.ts";
import { MONITOR_SORTS } from "../../../domain/monitors/filter.ts";
import type { Monitor } from "../../../domain/monitors/settings.ts";
import { rowOf } from "../../../domain/monitors/types.ts";
import type { NewMonitor } from "../../../domain/monitors/wanted-monitor.ts";
import { createMonitor as create, type MonitorDeps } from "../../../services/monitors/create.ts";
import { deleteMonitor as remove } from "../../../services/monitors/delete.ts";
import { lackingFor, type MachineRule } from "../../../services/monitors/machine-needs.ts";
import { updateMonitor as update } from "../../../services/monitors/update.ts";
import { countMonitors, type MonitorKey, monitorKey, pageOfMonitors } from "../../../storage/monitors/list-monitors.ts";
import { findMonitor } from "../../../storage/monitors/monitors.ts";
import { created, ok } from "../../kernel/answers.ts";
import { changeEndpoint } from "../../kernel/change-endpoint.ts";
import { type Call, endpoint, type Resource } from "../../kernel/endpoint.ts";
import { listEndpoint } from "../../kernel/list-endpoint.ts";
import { answers, creates } from "../../kernel/success.ts";
import { type LatestResults, withLatest } from "./latest-results.ts";
import {
	CREATE_EXAMPLES,
	createBody,
	filterQuery,
	MAX_MONITOR_BODY_BYTES,
	updateBody,
	updateBodyOf,
} from "./monitor-bodies.ts";
import {
	fullForm,
	fullMonitor,
	listedMonitor,
	listForm,
	monitorId,
	singleForm,
	singleMonitor,
} from "./monitor-forms.ts";

/** The monitor that `:id` names. */
export const theMonitor: Resource<Monitor> = {
	params: z.object({ id: monitorId }),
	find: (services, teamId, { id = "" }) => findMonitor(services.database, teamId, id, services.now()),
};

const viewQuery = z.object({
	view: z
		.enum(["full"])
		.optional()
		.openapi({
			description:
				"`full` answers every member of both forms, with all instants in ISO 8601: the list and a single monitor are " +
				"then alike.",
			example: "full",
		}),
});

type View = z.output<typeof viewQuery>;

const eitherView = z.union([singleMonitor, fullMonitor]);

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
	description:
		"Use `view=full` unless you need the short form. Without it a listed monitor differs from the same one alone " +
		"(`GET /monitors/{id}`): `createdAt` and `updatedAt` are epoch milliseconds here and ISO 8601 there, and `status` " +
		"and `lastCheckedAt` are there alone.",
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

export const createMonitor = changeEndpoint({
	operationId: "createMonitor",
	summary: "Create a monitor",
	description: "Its first check starts at once; a monitor of type cron waits for what its job reports at `pingUrl`.",
	tag: "Monitors",
	query: viewQuery,
	body: createBody,
	maxBodyBytes: MAX_MONITOR_BODY_BYTES,
	bodyExample: rowOf("http").example,
	bodyExamples: CREATE_EXAMPLES,
	success: creates("The new monitor.", eitherView, "Path of the new monitor."),
	service: (tx, actor, { body, lacking }: { body: NewMonitor } & MachineRule, deps: MonitorDeps) =>
		create(tx, actor, body, { ...deps, lacking }),
	input: async ({ services, body }) => ({ body, lacking: await lackingFor([body], services) }),
	answer: async (call, made) => created(call, await formOf(call, made), `/api/v1/monitors/${made.publicId}`),
});

export const getMonitor = endpoint({
	operationId: "getMonitor",
	summary: "Get a monitor",
	description:
		"With `view=full` it has every member, as listed monitors with `view=full` do. Without it `createdAt` and " +
		"`updatedAt` are ISO 8601, where the list has epoch milliseconds, and what the list has beside (`enabledAt`, " +
		"`sslStatus` and others) is left out.",
	tag: "Monitors",
	resource: theMonitor,
	query: viewQuery,
	success: answers("The monitor.", eitherView),
	async handle(call) {
		return ok(call, await formOf(call, call.found));
	},
});

export const updateMonitor = changeEndpoint({
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
	success: answers("The monitor as it is now.", eitherView),
	service: update,
	input: ({ found, body }) => ({ id: found.publicId, changes: body }),
	answer: async (call, monitor) => ok(call, await formOf(call, monitor)),
});

export const deleteMonitor = changeEndpoint({
	operationId: "deleteMonitor",
	summary: "Delete a monitor with all its history",
	tag: "Monitors",
	resource: theMonitor,
	success: { status: 204, description: "Deleted." },
	service: remove,
	input: ({ found }) => ({ id: found.publicId }),
});
