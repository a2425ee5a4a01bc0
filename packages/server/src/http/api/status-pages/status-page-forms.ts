/** Status pages in bodies and answers. */

import { z } from "@hono/zod-openapi";
import { isTimeZone } from "../../../domain/jobs/run-schedule.ts";
import {
	BAR_DAYS,
	LOCALES,
	MAX_COMPONENTS,
	MAX_DESCRIPTION_LENGTH,
	MAX_MARKDOWN_LENGTH,
	MAX_MONITORS_PER_PAGE,
	MAX_SECTIONS,
	PAGE_ACCESS,
	type StatusPage,
	statusPageFields,
	USUAL_COMPONENT,
	USUAL_PAGE,
} from "../../../domain/status-pages/status-page.ts";
import { MAX_NAME_LENGTH, nameText, text } from "../../../domain/text.ts";
import { isoOf } from "../../../domain/time-text.ts";
import { isoDateTime, publicId } from "../../kernel/schemas.ts";
import { monitorId } from "../monitors/monitor-forms.ts";

export const statusPageId = publicId("sp", "sp_01jgezt6z8e7kb3mq4f2ys0nd5");
const componentId = publicId("cmp", "cmp_01jgezt6z8e7kb3mq4f2ys0nd6");

const MAX_AUTO_INCIDENT_MINUTES = 1_440;

const component = {
	name: nameText(MAX_NAME_LENGTH).openapi({
		description: "As readers see it. The names and targets of its monitors are never shown.",
		example: "Checkout",
	}),
	description: text(0, MAX_DESCRIPTION_LENGTH)
		.default(USUAL_COMPONENT.description)
		.openapi({ description: "What it does for readers; empty: none." }),
	monitorIds: z
		.array(monitorId)
		.max(MAX_MONITORS_PER_PAGE)
		.default([])
		.openapi({ description: "What its state follows; none: incidents alone.", example: [] }),
	showsUptime: z
		.boolean()
		.default(USUAL_COMPONENT.showsUptime)
		.openapi({ description: "Whether it has a bar of days with its uptime." }),
	showsResponseTime: z
		.boolean()
		.default(USUAL_COMPONENT.showsResponseTime)
		.openapi({ description: "Whether it shows its response time." }),
};
const wantedComponent = z
	.strictObject({
		id: componentId.optional().openapi({ description: "A component of this page; left out: a new one." }),
		...component,
	})
	.openapi("StatusPageComponentWanted");
const shownComponent = z
	.object({
		id: componentId,
		name: component.name,
		description: component.description.unwrap(),
		monitorIds: component.monitorIds.unwrap(),
		showsUptime: component.showsUptime.unwrap(),
		showsResponseTime: component.showsResponseTime.unwrap(),
	})
	.openapi("StatusPageComponent");

const sectionName = text(0, MAX_NAME_LENGTH)
	.default("")
	.openapi({ description: "Its heading; empty: none.", example: "Shop" });
const wantedSection = z
	.strictObject({ name: sectionName, components: z.array(wantedComponent).max(MAX_COMPONENTS).default([]) })
	.openapi("StatusPageSectionWanted");
const shownSection = z
	.object({ name: sectionName.unwrap(), components: z.array(shownComponent) })
	.openapi("StatusPageSection");

const markdown = text(0, MAX_MARKDOWN_LENGTH);
const settings = {
	name: nameText(MAX_NAME_LENGTH).openapi({ example: "Public services" }),
	slug: z
		.string()
		.regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, "Must be 1–63 of a-z, 0-9 and hyphens, not at its ends.")
		.openapi({
			description: "Unique in the installation. It is kept for the page 90 days after the page has another.",
			example: "public",
		}),
	isPublished: z.boolean().openapi({ description: "Whether anyone but the team can see it." }),
	access: z.enum(PAGE_ACCESS).openapi({ description: "Who can read it once it is published." }),
	allowsIndexing: z.boolean().openapi({ description: "Whether search engines may list it." }),
	headline: markdown.openapi({ description: "Markdown above the components, without HTML and images; empty: none." }),
	footer: markdown.openapi({ description: "Markdown at the end, without HTML and images; empty: none." }),
	locale: z.enum(LOCALES).openapi({ description: "Language of its own words and dates." }),
	timeZone: z
		.string()
		.max(64)
		.refine(isTimeZone, "This is not a time zone of the IANA database, such as Europe/Berlin.")
		.openapi({ description: "IANA name. Of its instants; the days of bars are of UTC.", example: "Europe/Berlin" }),
	days: z.literal(BAR_DAYS).openapi({ enum: [...BAR_DAYS], description: "Days of each component's bar." }),
	showsUptime: z.boolean().openapi({ description: "False: no component shows its uptime." }),
	autoIncidentAfterMinutes: z
		.int()
		.min(1)
		.max(MAX_AUTO_INCIDENT_MINUTES)
		.nullable()
		.openapi({ description: "An outage of this length opens an incident; null: none does." }),
	autoIncidentNeedsApproval: z
		.boolean()
		.openapi({ description: "Whether such an incident is a draft until someone approves it." }),
};
const sections = z
	.array(wantedSection)
	.max(MAX_SECTIONS)
	.openapi({
		description: `In the order of the page; at most ${MAX_COMPONENTS} components in all.`,
		example: [{ name: "Shop", components: [{ name: "Checkout" }] }],
	});

export const createBody = z
	.strictObject({
		name: settings.name,
		slug: settings.slug,
		isPublished: settings.isPublished.default(USUAL_PAGE.isPublished),
		access: settings.access.default(USUAL_PAGE.access),
		allowsIndexing: settings.allowsIndexing.default(USUAL_PAGE.allowsIndexing),
		headline: settings.headline.default(USUAL_PAGE.headline),
		footer: settings.footer.default(USUAL_PAGE.footer),
		locale: settings.locale.default(USUAL_PAGE.locale),
		timeZone: settings.timeZone.default(USUAL_PAGE.timeZone),
		days: settings.days.default(USUAL_PAGE.days),
		showsUptime: settings.showsUptime.default(USUAL_PAGE.showsUptime),
		autoIncidentAfterMinutes: settings.autoIncidentAfterMinutes.default(USUAL_PAGE.autoIncidentAfterMinutes),
		autoIncidentNeedsApproval: settings.autoIncidentNeedsApproval.default(USUAL_PAGE.autoIncidentNeedsApproval),
		sections: sections.default([]),
	})
	.openapi("StatusPageCreate");
export const updateBody = z
	.strictObject({ ...settings, sections })
	.partial()
	.openapi("StatusPageUpdate");

export const statusPage = z
	.object({
		id: statusPageId,
		...settings,
		sections: z.array(shownSection),
		monitorIds: z
			.array(monitorId)
			.openapi({ description: "The monitors of its components. Read-only: change `sections`.", example: [] }),
		createdAt: isoDateTime,
		updatedAt: isoDateTime,
	})
	.openapi("StatusPage");

export function form(page: StatusPage): z.infer<typeof statusPage> {
	return {
		id: page.publicId,
		...statusPageFields(page),
		createdAt: isoOf(page.createdAt),
		updatedAt: isoOf(page.updatedAt),
	};
}
