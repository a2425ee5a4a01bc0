/** How incidents look in requests and answers. */

import { z } from "@hono/zod-openapi";
import {
	COMPONENT_STATES,
	IMPACTS,
	INCIDENT_STATUSES,
	type Incident,
	type IncidentUpdate,
	incidentFields,
	MAX_UPDATES_PER_INCIDENT,
	updateFields,
} from "../../../domain/incidents/incident.ts";
import { MAX_STATUS_PAGES_PER_TEAM } from "../../../domain/status-pages/status-page.ts";
import { MAX_NAME_LENGTH, nameText, readableText } from "../../../domain/text.ts";
import { isoOf } from "../../../domain/time-text.ts";
import { instant, isoDateTime, publicId } from "../../kernel/schemas.ts";
import { monitorId } from "../monitors/monitor-forms.ts";

export const incidentId = publicId("inc", "inc_01jgezt6z8e7kb3mq4f2ys0nd5");
export const updateId = publicId("upd", "upd_01jgezt6z8e7kb3mq4f2ys0nd5");
const statusPageId = publicId("sp", "sp_01jgezt6z8e7kb3mq4f2ys0nd5");

/** More would not be read on a page. */
const MAX_COMPONENTS = 100;
/** Two printed pages. Bounds the work of rendering it wherever it is shown. */
const MAX_BODY_LENGTH = 5_000;

const incidentStatus = z.enum(INCIDENT_STATUSES);

const body = readableText(MAX_BODY_LENGTH).openapi({
	description:
		"Markdown (CommonMark). It is stored as written; shown without HTML, images, and links of other schemes.",
	example: "The database is **read-only**. We are moving to the replica.",
});
const updateStatus = incidentStatus.openapi({
	description: "The status of the latest update becomes the incident's.",
	example: "identified",
});

export const newUpdate = z
	.strictObject({
		body,
		status: updateStatus,
		at: instant
			.optional()
			.openapi({ description: "When it was posted. Default: now.", example: "2025-07-01T22:10:00Z" }),
	})
	.openapi("IncidentUpdateCreate");
export const changedUpdate = z
	.strictObject({ body, status: updateStatus })
	.partial()
	.openapi("IncidentUpdatePatch", { description: "When it was posted stays." });

const component = z.strictObject({
	monitorId,
	state: z.enum(COMPONENT_STATES).openapi({ description: "Its state during the incident.", example: "down" }),
});

const settings = {
	title: nameText(MAX_NAME_LENGTH).openapi({ example: "Orders can't be placed" }),
	impact: z.enum(IMPACTS).openapi({ description: "How much is affected.", example: "major" }),
	status: incidentStatus.openapi({ example: "investigating" }),
	components: z
		.array(component)
		.max(MAX_COMPONENTS)
		.openapi({ description: "The monitors that are affected, each once.", example: [] }),
	statusPageIds: z
		.array(statusPageId)
		.max(MAX_STATUS_PAGES_PER_TEAM)
		.openapi({ description: "The status pages that show it.", example: [] }),
	startedAt: instant.openapi({ example: "2025-07-01T22:00:00Z" }),
	resolvedAt: instant.nullable().openapi({
		description: "Null unless the status is `resolved`. Set when it becomes that, cleared when it is reopened.",
		example: null,
	}),
};

export const createBody = z
	.strictObject({
		title: settings.title,
		impact: settings.impact.default("minor"),
		status: settings.status.optional().openapi({
			description: "Default: that of the latest of `updates`, or `investigating`.",
		}),
		components: settings.components.default([]),
		statusPageIds: settings.statusPageIds.default([]),
		startedAt: settings.startedAt
			.optional()
			.openapi({ description: "Default: when the first of `updates` was posted, or now." }),
		resolvedAt: settings.resolvedAt.optional(),
		updates: z
			.array(newUpdate)
			.max(MAX_UPDATES_PER_INCIDENT)
			.default([])
			.openapi({
				description: "Its first updates.",
				example: [{ body: "We are looking into it.", status: "investigating" }],
			}),
	})
	.openapi("IncidentCreate");
export const patchBody = z.strictObject(settings).partial().openapi("IncidentPatch");

export const incidentUpdate = z
	.object({ id: updateId, incidentId, body, status: updateStatus, at: isoDateTime })
	.openapi("IncidentUpdate");

const answered = {
	id: incidentId,
	...settings,
	startedAt: isoDateTime,
	resolvedAt: isoDateTime.nullable(),
	createdAt: isoDateTime,
	updatedAt: isoDateTime,
};

/** In lists: with its latest update, because a page with every update could have a hundred megabytes. */
export const listedIncident = z
	.object({
		...answered,
		latestUpdate: z.union([incidentUpdate, z.null()]),
		updateCount: z.int().min(0).openapi({ example: 2 }),
	})
	.openapi("ListedIncident");
export const singleIncident = z
	.object({ ...answered, updates: z.array(incidentUpdate).openapi({ description: "Newest first." }) })
	.openapi("Incident");

function settingsForm(incident: Incident) {
	return {
		id: incident.publicId,
		...incidentFields(incident),
		createdAt: isoOf(incident.createdAt),
		updatedAt: isoOf(incident.updatedAt),
	};
}

export function listForm(incident: Incident): z.infer<typeof listedIncident> {
	const { latestUpdate, updateCount } = incident;
	return { ...settingsForm(incident), latestUpdate: latestUpdate && updateFields(incident, latestUpdate), updateCount };
}

export function singleForm(incident: Incident, updates: readonly IncidentUpdate[]): z.infer<typeof singleIncident> {
	return { ...settingsForm(incident), updates: updates.map((each) => updateFields(incident, each)) };
}
