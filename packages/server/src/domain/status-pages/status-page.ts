/**
 * Status pages: what customers see of a team's services, as components in sections. A page has a slug that is unique in
 * the installation, and keeps it for a while after it changed or the page was deleted.
 */

import { DAY_MS } from "../durations.ts";
import type { DomainState } from "./page-domain.ts";
import type { PageImage } from "./page-image.ts";
import { type ComponentSettings, type PageSettings, pageSettingsOf } from "./page-settings.ts";

export const MAX_STATUS_PAGES_PER_TEAM = 100;
/** More than a reader can take in. Bounds what one page costs to build. */
export const MAX_SECTIONS = 50;
export const MAX_COMPONENTS = 100;
/** As many as a body of 64 KiB holds with ease. */
export const MAX_MONITORS_PER_PAGE = 1_000;

/** How long a slug is kept for its page after the page has another, or for its team after the page is deleted. */
export const SLUG_RESERVED_MS = 90 * DAY_MS;
/** In use or reserved. Bounds what a team can reserve by changing slugs again and again. */
export const MAX_SLUGS_PER_TEAM = 1_000;

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

export function componentsOf({ sections }: Pick<StatusPage, "sections">): readonly Component[] {
	return sections.flatMap(({ components }) => components);
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
