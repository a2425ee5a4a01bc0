/** Status pages in bodies and answers. */

import { z } from "@hono/zod-openapi";
import { timeZoneField } from "../../../domain/local-time.ts";
import { MAX_CSS_BYTES } from "../../../domain/status-pages/css/page-css.ts";
import {
	DOMAIN_PROBLEMS,
	DOMAIN_STATUSES,
	domainStatus,
	proofName,
	proofText,
	WITHDRAWN_AFTER_MS,
} from "../../../domain/status-pages/page-domain.ts";
import { MAX_PAGE_PASSWORD_LENGTH, MIN_PAGE_PASSWORD_LENGTH } from "../../../domain/status-pages/page-password.ts";
import {
	BAR_DAYS,
	LOCALES,
	MAX_COMPONENTS,
	MAX_DESCRIPTION_LENGTH,
	MAX_MARKDOWN_LENGTH,
	MAX_MONITORS_PER_PAGE,
	MAX_SECTIONS,
	PAGE_ACCESS,
	type PageDomain,
	type StatusPage,
	statusPageFields,
	USUAL_COMPONENT,
	USUAL_PAGE,
} from "../../../domain/status-pages/status-page.ts";
import { SCHEMES } from "../../../domain/status-pages/theme.ts";
import { MAX_NAME_LENGTH, nameText, text } from "../../../domain/text.ts";
import { isoOf } from "../../../domain/time-text.ts";
import { isoDateTime, publicId } from "../../kernel/schemas.ts";
import { monitorId } from "../monitors/monitor-forms.ts";

export const statusPageId = publicId("sp", "sp_01jgezt6z8e7kb3mq4f2ys0nd5");
export const componentId = publicId("cmp", "cmp_01jgezt6z8e7kb3mq4f2ys0nd6");

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
	theme: z
		.strictObject({
			scheme: z.enum(SCHEMES).openapi({ description: "auto: light or dark, as the reader's system is." }),
			accentColor: z
				.string()
				.regex(/^#[0-9a-f]{6}$/i, "Must be a colour such as #1c7c44.")
				.transform((colour) => colour.toLowerCase())
				.nullable()
				.openapi({
					description: "Of links and marks; null: that of every page. It must be readable on the page's ground.",
					type: ["string", "null"],
					pattern: "^#[0-9a-fA-F]{6}$",
					example: "#1c7c44",
				}),
			css: text(0, MAX_CSS_BYTES).meta({
				contentMediaType: "text/css",
				description:
					`A style sheet, at most ${MAX_CSS_BYTES} bytes. What is served is written anew from it: of allowed properties, ` +
					"functions and selectors, below the page's root, without anything that fetches. Empty: none.",
			}),
		})
		.openapi("StatusPageTheme"),
	locale: z.enum(LOCALES).openapi({ description: "Language of its own words and dates." }),
	timeZone: timeZoneField.meta({
		description: "IANA name. Of its instants; the days of bars are of UTC.",
		example: "Europe/Berlin",
	}),
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

const password = text(MIN_PAGE_PASSWORD_LENGTH, MAX_PAGE_PASSWORD_LENGTH).nullable().openapi({
	description: "What readers of a page with `access` password are asked for; it is never shown. Null: none.",
});
const domain = z.string().max(253).nullable().openapi({
	description: "A host name that leads to this service and shows this page once it is proven (`domainProof`).",
	example: null,
});
const image = z
	.object({
		type: z.enum(["image/png", "image/webp"]),
		width: z.int(),
		height: z.int(),
		size: z.int().openapi({ description: "Bytes." }),
		hash: z.string().openapi({ description: "Changes with the image." }),
	})
	.openapi("StatusPageImage");
const domainProof = z
	.object({
		name: z.string().openapi({ description: "Name of the TXT record.", example: "_lapwing.status.example.com" }),
		value: z.string().openapi({ description: "Its text.", example: "lapwing-page=q2mLr1bL5lIYsV8kTvbOfg" }),
		status: z.enum(DOMAIN_STATUSES).openapi({
			description:
				"pending: the domain does not lead to the page. proven: it does. failing: it does, but the record is gone, " +
				"and 7 days after that it does not. allowed: an operator lets it without a record.",
		}),
		problem: z
			.enum(DOMAIN_PROBLEMS)
			.nullable()
			.openapi({
				description:
					"What the last look found. no_record: none; other_record: others; no_answer: the name servers did not answer, " +
					"which changes nothing; taken: the domain leads to another page.",
			}),
		provenAt: isoDateTime.nullable().openapi({ description: "Since when the domain leads to the page." }),
		missingSince: isoDateTime
			.nullable()
			.openapi({ description: "failing: when the record was first seen to be gone." }),
		checkedAt: isoDateTime.nullable().openapi({ description: "When the record was last looked up." }),
		nextCheckAt: isoDateTime.nullable(),
		withdrawnAt: isoDateTime.nullable().openapi({ description: "failing: when the domain stops leading to the page." }),
	})
	.openapi("StatusPageDomainProof");

export const createBody = z
	.strictObject({
		name: settings.name,
		slug: settings.slug,
		isPublished: settings.isPublished.default(USUAL_PAGE.isPublished),
		access: settings.access.default(USUAL_PAGE.access),
		allowsIndexing: settings.allowsIndexing.default(USUAL_PAGE.allowsIndexing),
		headline: settings.headline.default(USUAL_PAGE.headline),
		footer: settings.footer.default(USUAL_PAGE.footer),
		theme: settings.theme.partial().default({}),
		password: password.default(null),
		domain: domain.default(null),
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
	.strictObject({ ...settings, theme: settings.theme.partial(), password, domain, sections })
	.partial()
	.openapi("StatusPageUpdate");

export const statusPage = z
	.object({
		id: statusPageId,
		...settings,
		hasPassword: z.boolean().openapi({ description: "Whether a password for readers was set." }),
		domain,
		domainProof: z
			.union([domainProof, z.null()])
			.openapi({ description: "How the domain is proven; null: the page has none." }),
		logo: z.union([image, z.null()]),
		icon: z.union([image, z.null()]),
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
		domainProof: page.domain && proofForm(page.domain),
		createdAt: isoOf(page.createdAt),
		updatedAt: isoOf(page.updatedAt),
	};
}

function proofForm(domain: PageDomain): z.infer<typeof domainProof> {
	const { name, proof, missingSince, problem } = domain;
	const instant = (at: number | null) => (at === null ? null : isoOf(at));
	return {
		name: proofName(name),
		value: proofText(proof),
		status: domainStatus(domain),
		problem,
		provenAt: instant(domain.provenAt),
		missingSince: instant(missingSince),
		checkedAt: instant(domain.checkedAt),
		nextCheckAt: instant(domain.nextCheckAt),
		withdrawnAt: instant(missingSince === null ? null : missingSince + WITHDRAWN_AFTER_MS),
	};
}
