/**
 * Status pages: what customers see of a team's services, as components in sections. A page has a slug that is unique in
 * the installation, and keeps it for a while after it changed or the page was deleted.
 */

import { DAY_MS } from "../durations.ts";
import type { DomainState } from "./page-domain.ts";
import type { PageImage } from "./page-image.ts";
import { type PageTheme, USUAL_THEME } from "./theme.ts";

export const MAX_STATUS_PAGES_PER_TEAM = 100;
/** More than a reader can take in. Bounds what one page costs to build. */
export const MAX_SECTIONS = 50;
export const MAX_COMPONENTS = 100;
/** As many as a body of 64 KiB holds with ease. */
export const MAX_MONITORS_PER_PAGE = 1_000;
/** Characters of a headline or footer. */
export const MAX_MARKDOWN_LENGTH = 5_000;
export const MAX_DESCRIPTION_LENGTH = 500;

/** How long a slug is kept for its page after the page has another, or for its team after the page is deleted. */
export const SLUG_RESERVED_MS = 90 * DAY_MS;
/** In use or reserved. Bounds what a team can reserve by changing slugs again and again. */
export const MAX_SLUGS_PER_TEAM = 1_000;

/** Who can read a published page. The database stores the position: new words go to the end. */
export const PAGE_ACCESS = ["public", "password", "members"] as const;
export type PageAccess = (typeof PAGE_ACCESS)[number];

export const LOCALES = ["en", "de", "es", "fr", "it", "ja", "nl", "pt", "zh"] as const;
export type PageLocale = (typeof LOCALES)[number];

/** Days of a component's bar. */
export const BAR_DAYS = [30, 60, 90] as const;
type BarDays = (typeof BAR_DAYS)[number];

/** What a team chooses for a page beside its sections. */
export interface PageSettings {
	readonly name: string;
	readonly slug: string;
	readonly isPublished: boolean;
	readonly access: PageAccess;
	/** Whether search engines may list it. */
	readonly allowsIndexing: boolean;
	/** Markdown above the components; empty: none. */
	readonly headline: string;
	/** Markdown at the end; empty: none. */
	readonly footer: string;
	readonly theme: PageTheme;
	/** Of its words and dates. */
	readonly locale: PageLocale;
	/** Of its instants, as the IANA names it. Bars are UTC days. */
	readonly timeZone: string;
	readonly days: BarDays;
	/** False: no component shows its uptime. */
	readonly showsUptime: boolean;
	/** An outage that lasts so long opens an incident; null: none does. */
	readonly autoIncidentAfterMinutes: number | null;
	/** Such an incident is a draft until someone approves it. */
	readonly autoIncidentNeedsApproval: boolean;
}

/** Of a page for which nothing else was chosen. */
export const USUAL_PAGE = {
	isPublished: false,
	access: "public",
	allowsIndexing: false,
	headline: "",
	footer: "",
	theme: USUAL_THEME,
	locale: "en",
	timeZone: "UTC",
	days: 90,
	showsUptime: true,
	autoIncidentAfterMinutes: null,
	autoIncidentNeedsApproval: false,
} as const satisfies Omit<PageSettings, "name" | "slug">;

/** What a team chooses of a component. */
export interface ComponentSettings {
	readonly name: string;
	/** Empty: none. */
	readonly description: string;
	readonly showsUptime: boolean;
	readonly showsResponseTime: boolean;
}

/** Of a component for which nothing else was chosen. */
export const USUAL_COMPONENT = {
	description: "",
	showsUptime: true,
	showsResponseTime: false,
} as const satisfies Omit<ComponentSettings, "name">;

export interface Component extends ComponentSettings {
	readonly id: number;
	/** `cmp_…` */
	readonly publicId: string;
	/** `mon_…` of those that exist. */
	readonly monitorIds: readonly string[];
}

export interface Section {
	/** Empty: its components stand without a heading. */
	readonly name: string;
	readonly components: readonly Component[];
}

/** The domain of a page. */
export interface PageDomain extends DomainState {
	/** Lower case, punycode. */
	readonly name: string;
	/** The random part of its proof. */
	readonly proof: string;
}

export interface StatusPage extends PageSettings {
	readonly id: number;
	/** `sp_…` */
	readonly publicId: string;
	readonly teamId: number;
	/** Whether a password for its readers was set. */
	readonly hasPassword: boolean;
	/** Null: it has none. */
	readonly domain: PageDomain | null;
	readonly logo: PageImage | null;
	readonly icon: PageImage | null;
	readonly sections: readonly Section[];
	/** `mon_…` of those that exist: the union of its components'. */
	readonly monitorIds: readonly string[];
	readonly createdAt: number;
	readonly updatedAt: number;
}

/** All components of a page, in its order. */
export function componentsOf({ sections }: Pick<StatusPage, "sections">): readonly Component[] {
	return sections.flatMap(({ components }) => components);
}

/** The settings of any object that has them and more. */
function pageSettingsOf(page: PageSettings): PageSettings {
	return {
		name: page.name,
		slug: page.slug,
		isPublished: page.isPublished,
		access: page.access,
		allowsIndexing: page.allowsIndexing,
		headline: page.headline,
		footer: page.footer,
		theme: { ...page.theme },
		locale: page.locale,
		timeZone: page.timeZone,
		days: page.days,
		showsUptime: page.showsUptime,
		autoIncidentAfterMinutes: page.autoIncidentAfterMinutes,
		autoIncidentNeedsApproval: page.autoIncidentNeedsApproval,
	};
}

/** What is seen of a status page, in the API and in audit events. */
export function statusPageFields(page: StatusPage) {
	return {
		...pageSettingsOf(page),
		hasPassword: page.hasPassword,
		domain: page.domain?.name ?? null,
		logo: page.logo && { ...page.logo },
		icon: page.icon && { ...page.icon },
		sections: page.sections.map(({ name, components }) => ({ name, components: components.map(componentFields) })),
		monitorIds: [...page.monitorIds],
	};
}

function componentFields({ publicId, name, description, monitorIds, showsUptime, showsResponseTime }: Component) {
	return { id: publicId, name, description, monitorIds: [...monitorIds], showsUptime, showsResponseTime };
}
