/** How incidents look in requests and answers. */

import { z } from "@hono/zod-openapi";
import {
	IMPACTS,
	INCIDENT_STATUSES,
	type Incident,
	type IncidentUpdate,
	incidentFields,
	MAX_UPDATES_PER_INCIDENT,
	type Postmortem,
	postmortemFields,
	updateFields,
} from "../../../domain/incidents/incident.ts";
import { COMPONENT_STATES } from "../../../domain/status-pages/component-state.ts";
import { MAX_STATUS_PAGES_PER_TEAM } from "../../../domain/status-pages/status-page.ts";
import { MAX_NAME_LENGTH, nameText, readableText } from "../../../domain/text.ts";
import { isoOf } from "../../../domain/time-text.ts";
import { instant, isoDateTime, publicId } from "../../kernel/schemas.ts";

export const incidentId = publicId("inc", "inc_01jgezt6z8e7kb3mq4f2ys0nd5");
export const updateId = publicId("upd", "upd_01jgezt6z8e7kb3mq4f2ys0nd5");
export const templateId = publicId("itp", "itp_01jgezt6z8e7kb3mq4f2ys0nd5");
const statusPageId = publicId("sp", "sp_01jgezt6z8e7kb3mq4f2ys0nd5");
const componentId = publicId("cmp", "cmp_01jgezt6z8e7kb3mq4f2ys0nd5");

/** More would not be read on a page. */
const MAX_COMPONENTS = 100;
/** Two printed pages. Bounds the work of rendering it wherever it is shown. */
const MAX_BODY_LENGTH = 5_000;
/** Eight printed pages; with the longest characters still less than a body of 64 KiB. */
const MAX_POSTMORTEM_LENGTH = 15_000;

const incidentStatus = z.enum(INCIDENT_STATUSES);

export const body = readableText(MAX_BODY_LENGTH).openapi({
	description:
		"Markdown (CommonMark). It is stored as written; shown without HTML, images, and links of other schemes.",
	example: "The database is **read-only**. We are moving to the replica.",
});
const updateStatus = incidentStatus.openapi({
	description: "The status of the latest update becomes the incident's.",
	example: "identified",
});

const postedAt = instant
	.optional()
	.openapi({ description: "When it was posted. Default: now.", example: "2025-07-01T22:10:00Z" });
const notifySubscribers = z
	.boolean()
	.openapi({ description: "Whether subscribers are notified of it.", example: true });
const wantedTemplate = templateId.optional().openapi({ description: "A template for what is left out." });

export const newUpdate = z
	.strictObject({
		body: body.optional().openapi({ description: "Markdown. Default: that of the template." }),
		status: updateStatus.optional().openapi({ description: "Default: that of the template." }),
		at: postedAt,
		notifySubscribers: notifySubscribers.default(true),
		templateId: wantedTemplate,
	})
	.openapi("IncidentUpdateCreate");
const firstUpdate = z.strictObject({ body, status: updateStatus, at: postedAt }).openapi("FirstIncidentUpdate");
export const changedUpdate = z
	.strictObject({ body, status: updateStatus })
	.partial()
	.openapi("IncidentUpdatePatch", { description: "When it was posted stays. Nobody is notified of the change." });

const componentState = z.enum(COMPONENT_STATES).openapi({
	description: "Its state during the incident.",
	example: "partial_outage",
});
const component = z.strictObject({ componentId, state: componentState });
const namedComponent = z
	.object({
		componentId: componentId.nullable().openapi({ description: "Null: the component is deleted." }),
		name: z.string().openapi({ description: "Of a deleted one the last that it had.", example: "Checkout" }),
		state: componentState,
	})
	.openapi("IncidentComponent");

const settings = {
	title: nameText(MAX_NAME_LENGTH).openapi({ example: "Orders can't be placed" }),
	impact: z.enum(IMPACTS).openapi({ description: "How much is affected.", example: "major" }),
	status: incidentStatus.openapi({ example: "investigating" }),
	components: z
		.array(component)
		.max(MAX_COMPONENTS)
		.openapi({ description: "The components of status pages that are affected, each once.", example: [] }),
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

const chosenImpact = settings.impact.nullable().openapi({
	description:
		"How much is affected. Null: derived from the worst state of its components (`degraded` minor, `partial_outage` " +
		"major, `major_outage` critical; without components minor).",
	example: null,
});

export const createBody = z
	.strictObject({
		title: settings.title.optional().openapi({ description: "Default: that of the template." }),
		impact: chosenImpact.default(null),
		status: settings.status.optional().openapi({
			description: "Default: that of the latest of `updates`, or `investigating`; of a backdated one `resolved`.",
		}),
		components: settings.components.default([]),
		statusPageIds: settings.statusPageIds
			.optional()
			.openapi({ description: "The status pages that show it. Default: those of its components." }),
		startedAt: settings.startedAt
			.optional()
			.openapi({ description: "Default: when the first of `updates` was posted, or now." }),
		resolvedAt: settings.resolvedAt.optional(),
		isBackdated: z.boolean().default(false).openapi({
			description:
				"Records what is over: it is resolved, `startedAt` and the instants of its updates are given, and nobody is notified.",
		}),
		isDraft: z.boolean().default(false).openapi({
			description: "No page shows it and nobody is notified until it is approved.",
		}),
		notifySubscribers: notifySubscribers.default(true),
		templateId: wantedTemplate,
		updates: z
			.array(firstUpdate)
			.max(MAX_UPDATES_PER_INCIDENT)
			.default([])
			.openapi({
				description: "Its first updates. Subscribers are notified of them with the incident.",
				example: [{ body: "We are looking into it.", status: "investigating" }],
			}),
	})
	.openapi("IncidentCreate");
export const patchBody = z
	.strictObject({ ...settings, impact: chosenImpact })
	.partial()
	.openapi("IncidentPatch");
export const approval = z
	.strictObject({ notifySubscribers: notifySubscribers.default(true) })
	.openapi("IncidentApproval");

const postmortemBody = readableText(MAX_POSTMORTEM_LENGTH).openapi({
	description: "Markdown, shown as updates are.",
	example: "A disk of the primary was full. From now on we are warned at 80 %.",
});
export const newPostmortem = z
	.strictObject({
		body: postmortemBody,
		isPublished: z.boolean().default(false).openapi({
			description: "Whether status pages show it while the incident is resolved. Only then can it be published.",
		}),
		notifySubscribers: notifySubscribers
			.default(true)
			.openapi({ description: "Whether subscribers are notified when it is published." }),
	})
	.openapi("PostmortemWrite");
export const postmortem = z
	.object({
		body: postmortemBody,
		publishedAt: isoDateTime.nullable().openapi({ description: "Null: not published." }),
		updatedAt: isoDateTime,
	})
	.openapi("Postmortem");

export const incidentUpdate = z
	.object({
		id: updateId,
		incidentId,
		body,
		status: updateStatus,
		at: isoDateTime,
		notifySubscribers: z.boolean().openapi({ description: "Whether subscribers are notified of it." }),
	})
	.openapi("IncidentUpdate");

const answered = {
	id: incidentId,
	...settings,
	isImpactDerived: z.boolean().openapi({ description: "Whether the impact follows the components." }),
	components: z.array(namedComponent),
	startedAt: isoDateTime,
	resolvedAt: isoDateTime.nullable(),
	isBackdated: z.boolean(),
	isDraft: z.boolean().openapi({ description: "Whether it waits for approval: no page shows it." }),
	isFromOutage: z.boolean().openapi({ description: "Whether Lapwing opened it because of an outage." }),
	followsOutages: z
		.boolean()
		.openapi({ description: "Whether Lapwing resolves it with the outage. A change by anyone ends that." }),
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
	.object({
		...answered,
		updates: z.array(incidentUpdate).openapi({ description: "Newest first." }),
		postmortem: z.union([postmortem, z.null()]),
	})
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

export function singleForm(
	incident: Incident,
	updates: readonly IncidentUpdate[],
	postmortem: Postmortem | null,
): z.infer<typeof singleIncident> {
	return {
		...settingsForm(incident),
		updates: updates.map((each) => updateFields(incident, each)),
		postmortem: postmortem && postmortemFields(postmortem),
	};
}
