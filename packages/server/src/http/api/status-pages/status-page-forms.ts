/** Status pages in bodies and answers. */

import { z } from "@hono/zod-openapi";
import { withoutDefaults } from "../../../domain/defaults.ts";
import {
	DOMAIN_PROBLEMS,
	DOMAIN_STATUSES,
	domainStatus,
	proofName,
	proofText,
	WITHDRAWN_AFTER_MS,
} from "../../../domain/status-pages/page-domain.ts";
import { MAX_PAGE_PASSWORD_LENGTH, MIN_PAGE_PASSWORD_LENGTH } from "../../../domain/status-pages/page-password.ts";
import { COMPONENT_SETTINGS, PAGE_SETTINGS } from "../../../domain/status-pages/page-settings.ts";
import {
	MAX_COMPONENTS,
	MAX_MONITORS_PER_PAGE,
	MAX_SECTIONS,
	type PageDomain,
	type StatusPage,
	statusPageFields,
} from "../../../domain/status-pages/status-page.ts";
import { MAX_NAME_LENGTH, text } from "../../../domain/text.ts";
import { isoOf } from "../../../domain/time-text.ts";
import { isoDateTime, publicId } from "../../kernel/schemas.ts";
import { monitorId } from "../monitors/monitor-forms.ts";

export const statusPageId = publicId("sp", "sp_01jgezt6z8e7kb3mq4f2ys0nd5");
export const componentId = publicId("cmp", "cmp_01jgezt6z8e7kb3mq4f2ys0nd6");

const component = {
	...COMPONENT_SETTINGS,
	monitorIds: z
		.array(monitorId)
		.max(MAX_MONITORS_PER_PAGE)
		.openapi({ description: "What its state follows; none: incidents alone.", example: [] })
		.default([]),
};
const wantedComponent = z
	.strictObject({
		id: componentId.optional().openapi({ description: "A component of this page; left out: a new one." }),
		...component,
	})
	.openapi("StatusPageComponentWanted");
const shownComponent = z.object({ id: componentId, ...withoutDefaults(component) }).openapi("StatusPageComponent");

const sectionName = text(0, MAX_NAME_LENGTH)
	.default("")
	.openapi({ description: "Its heading; empty: none.", example: "Shop" });
const wantedSection = z
	.strictObject({ name: sectionName, components: z.array(wantedComponent).max(MAX_COMPONENTS).default([]) })
	.openapi("StatusPageSectionWanted");
const shownSection = z
	.object({ name: sectionName.unwrap(), components: z.array(shownComponent) })
	.openapi("StatusPageSection");

// A schema of its own: what was made before the package for OpenAPI was loaded can be given no name.
const theme = z.strictObject(PAGE_SETTINGS.theme.unwrap().shape).openapi("StatusPageTheme");
const settings = { ...withoutDefaults(PAGE_SETTINGS), theme };
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
	pattern: "^[^\\s/:?#@\\\\%[\\].]+(\\.[^\\s/:?#@\\\\%[\\].]+)+\\.?$",
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
		...PAGE_SETTINGS,
		theme: theme.partial().default({}),
		password: password.default(null),
		domain: domain.default(null),
		sections: sections.default([]),
	})
	.openapi("StatusPageCreate");
export const updateBody = z
	.strictObject({ ...settings, theme: theme.partial(), password, domain, sections })
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
