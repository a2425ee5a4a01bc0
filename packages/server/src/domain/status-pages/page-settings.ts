/**
 * What a team chooses of a status page and of its components: a row for each setting, with its range, its default and
 * its words in the OpenAPI document. Bodies, answers, audit events and the client's types follow.
 */

import { z } from "zod";
import { timeZoneField } from "../local-time.ts";
import { picked } from "../picked.ts";
import { MAX_NAME_LENGTH, nameText, text } from "../text.ts";
import { MAX_CSS_BYTES } from "./css/page-css.ts";
import { SCHEMES, USUAL_THEME } from "./theme.ts";

const MAX_MARKDOWN_LENGTH = 5_000;
const MAX_DESCRIPTION_LENGTH = 500;
const MAX_AUTO_INCIDENT_MINUTES = 1_440;

/** Who can read a published page. The database stores the position: new words go to the end. */
export const PAGE_ACCESS = ["public", "password", "members"] as const;

export const LOCALES = ["en", "de", "es", "fr", "it", "ja", "nl", "pt", "zh"] as const;
export type PageLocale = (typeof LOCALES)[number];

const BAR_DAYS = [30, 60, 90] as const;

const markdown = text(0, MAX_MARKDOWN_LENGTH);

export const PAGE_SETTINGS = {
	name: nameText(MAX_NAME_LENGTH).meta({ example: "Public services" }),
	slug: z
		.string()
		.regex(/^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/, "Must be 1–63 of a-z, 0-9 and hyphens, not at its ends.")
		.meta({
			description: "Unique in the installation. It is kept for the page 90 days after the page has another.",
			example: "public",
		}),
	isPublished: z.boolean().meta({ description: "Whether anyone but the team can see it." }).default(false),
	access: z.enum(PAGE_ACCESS).meta({ description: "Who can read it once it is published." }).default("public"),
	allowsIndexing: z.boolean().meta({ description: "Whether search engines may list it." }).default(false),
	headline: markdown
		.meta({ description: "Markdown above the components, without HTML and images; empty: none." })
		.default(""),
	footer: markdown.meta({ description: "Markdown at the end, without HTML and images; empty: none." }).default(""),
	theme: z
		.strictObject({
			scheme: z.enum(SCHEMES).meta({ description: "auto: light or dark, as the reader's system is." }),
			accentColor: z
				.string()
				.regex(/^#[0-9a-f]{6}$/i, "Must be a colour such as #1c7c44.")
				.transform((colour) => colour.toLowerCase())
				.nullable()
				.meta({
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
		.default(USUAL_THEME),
	locale: z.enum(LOCALES).meta({ description: "Language of its own words and dates." }).default("en"),
	timeZone: timeZoneField
		.meta({ description: "IANA name. Of its instants; the days of bars are of UTC.", example: "Europe/Berlin" })
		.default("UTC"),
	days: z
		.literal(BAR_DAYS)
		.meta({ enum: [...BAR_DAYS], description: "Days of each component's bar." })
		.default(90),
	showsUptime: z.boolean().meta({ description: "False: no component shows its uptime." }).default(true),
	autoIncidentAfterMinutes: z
		.int()
		.min(1)
		.max(MAX_AUTO_INCIDENT_MINUTES)
		.nullable()
		.meta({ description: "An outage of this length opens an incident; null: none does." })
		.default(null),
	autoIncidentNeedsApproval: z
		.boolean()
		.meta({ description: "Whether such an incident is a draft until someone approves it." })
		.default(false),
};

export const COMPONENT_SETTINGS = {
	name: nameText(MAX_NAME_LENGTH).meta({
		description: "As readers see it. The names and targets of its monitors are never shown.",
		example: "Checkout",
	}),
	description: text(0, MAX_DESCRIPTION_LENGTH)
		.meta({ description: "What it does for readers; empty: none." })
		.default(""),
	showsUptime: z.boolean().meta({ description: "Whether it has a bar of days with its uptime." }).default(true),
	showsResponseTime: z.boolean().meta({ description: "Whether it shows its response time." }).default(false),
};

type Values<Rows extends z.ZodRawShape> = Readonly<z.output<z.ZodObject<Rows>>>;
export type PageSettings = Values<typeof PAGE_SETTINGS>;
export type PageAccess = PageSettings["access"];
export type ComponentSettings = Values<typeof COMPONENT_SETTINGS>;

/** Of a page for which nothing else was chosen. */
export const USUAL_PAGE = z.object(PAGE_SETTINGS).omit({ name: true, slug: true }).parse({});

/** Of a component for which nothing else was chosen. */
export const USUAL_COMPONENT = z.object(COMPONENT_SETTINGS).omit({ name: true }).parse({});

const PAGE_NAMES = Object.keys(PAGE_SETTINGS) as readonly (keyof PageSettings)[];

/** The settings among other members. */
export function pageSettingsOf(members: PageSettings): PageSettings {
	return { ...picked(members, PAGE_NAMES), theme: { ...members.theme } };
}
