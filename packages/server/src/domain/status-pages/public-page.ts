/**
 * What readers of a status page get, before it has a form: HTML, JSON, a feed and the others are made from it. It holds
 * what the team wrote for its readers, and states and figures of components. Nothing of monitors: neither names nor
 * targets nor errors.
 */

import { DAY_MS } from "../durations.ts";
import type { VerdictCounts } from "../figures/uptime.ts";
import type { Impact, IncidentStatus } from "../incidents/incident.ts";
import { type ComponentState, worstState } from "./component-state.ts";
import type { PageLocale, PageSettings } from "./page-settings.ts";

/** Where the state of a component comes from; null while it is operational. */
export type Because = "monitors" | "incident" | "maintenance" | null;

/** Minutes of a component's UTC day, by the worst of its monitors. Missed minutes are in none of them. */
export interface PublicDay extends VerdictCounts {
	/** Whole UTC days since the epoch. */
	readonly day: number;
}

export interface PublicComponent {
	/** `cmp_…` */
	readonly id: string;
	readonly name: string;
	/** Empty: none. */
	readonly description: string;
	readonly state: ComponentState;
	readonly because: Because;
	/** Those that were measured, oldest first. None: it has no bar, because it shows no uptime or has no monitors. */
	readonly days: readonly PublicDay[];
	/** Mean of the last 24 hours; null: it is not shown, or not known. */
	readonly responseTimeMs: number | null;
	/** When the component was added; epoch milliseconds. */
	readonly createdAt: number;
}

export interface PublicSection {
	/** Empty: its components stand without a heading. */
	readonly name: string;
	readonly components: readonly PublicComponent[];
}

interface PublicUpdate {
	/** `upd_…` */
	readonly id: string;
	/** Markdown. */
	readonly body: string;
	readonly status: IncidentStatus;
	readonly at: number;
}

/** A component that an incident or a maintenance names, as it was called then. */
export interface NamedComponent {
	/** `cmp_…`; null: it is deleted. */
	readonly id: string | null;
	readonly name: string;
	/** Its state meanwhile. */
	readonly state: ComponentState;
}

export interface PublicIncident {
	/** `inc_…` */
	readonly id: string;
	readonly title: string;
	readonly impact: Impact;
	readonly status: IncidentStatus;
	readonly startedAt: number;
	readonly resolvedAt: number | null;
	readonly createdAt: number;
	readonly updatedAt: number;
	readonly components: readonly NamedComponent[];
	/** Newest first. */
	readonly updates: readonly PublicUpdate[];
	readonly postmortem: { readonly body: string; readonly publishedAt: number } | null;
}

export interface PublicMaintenance {
	/** `mw_…`, with the start of its occurrence where it recurs. */
	readonly id: string;
	readonly title: string;
	/** Markdown. */
	readonly text: string;
	readonly startsAt: number;
	readonly endsAt: number;
	readonly components: readonly NamedComponent[];
	readonly createdAt: number;
	readonly updatedAt: number;
}

/** As much of an incident as a day of a bar tells. */
export interface IncidentMark {
	/** `inc_…` */
	readonly id: string;
	readonly title: string;
	readonly startedAt: number;
	readonly resolvedAt: number | null;
	/** `cmp_…` of those that it affected. */
	readonly componentIds: readonly string[];
}

/** What a team chose for the look of a page. */
interface PublicTheme {
	readonly scheme: "light" | "dark" | "auto";
	/** A text that changes with the image; null: the page has none of its own. */
	readonly logo: string | null;
	readonly icon: string | null;
	/** Its style sheet, as it is served (./css/theme-css.ts); null: none of its own. */
	readonly css: string | null;
}

/** What decides who may read a page that is not open to everyone. */
export interface PageDoor {
	/** Of the password for readers; null: they sign in. */
	readonly passwordHash: string | null;
	/** Whose members may read it. */
	readonly teamId: number;
}

export interface PublicPage {
	/** `sp_…` */
	readonly id: string;
	readonly slug: string;
	readonly name: string;
	readonly access: PageSettings["access"];
	/** Null: everyone may read it. It is in no form of the page, and on no disk. */
	readonly door: PageDoor | null;
	readonly locale: PageLocale;
	readonly timeZone: string;
	readonly barDays: PageSettings["days"];
	readonly allowsIndexing: boolean;
	/** Markdown; empty: none. */
	readonly headline: string;
	readonly footer: string;
	readonly theme: PublicTheme;
	/** Origin and path of the page without a slash at the end, for feeds and previews of links; null: not known. */
	readonly address: string | null;
	readonly takesSubscribers: boolean;
	readonly createdAt: number;
	readonly updatedAt: number;
	readonly sections: readonly PublicSection[];
	/** Not resolved; newest first. */
	readonly open: readonly PublicIncident[];
	/** Under way and planned, soonest first. */
	readonly maintenance: readonly PublicMaintenance[];
	/** Resolved in the last {@link PAST_DAYS}, newest first. */
	readonly past: readonly PublicIncident[];
	/** Every incident of the bars' days, newest first; at most {@link MAX_MARKS}. */
	readonly marks: readonly IncidentMark[];
	readonly generatedAt: number;
	/** The latest instant at which the states were known: earlier than `generatedAt` while checks are missed. */
	readonly trueAt: number;
}

/** A month of a page's history. */
export interface PublicMonth {
	readonly year: number;
	/** 1–12. */
	readonly month: number;
	/** Those that began in it, in the time zone of the page; newest first. */
	readonly incidents: readonly PublicIncident[];
}

/** Days of past incidents on the page itself; earlier ones are in its history. */
export const PAST_DAYS = 14;
/** Two a day for a bar of 90 days. */
export const MAX_MARKS = 200;

export function componentsOf({ sections }: Pick<PublicPage, "sections">): readonly PublicComponent[] {
	return sections.flatMap(({ components }) => components);
}

/** The state of the whole: what its components say, and an incident that names none of them. */
export function stateOf(page: Pick<PublicPage, "sections" | "open">): ComponentState {
	const unnamed = page.open.filter(({ components }) => components.length === 0).map(({ impact }) => OF_IMPACT[impact]);
	return worstState([...componentsOf(page).map(({ state }) => state), ...unnamed]);
}

const OF_IMPACT: Readonly<Record<Impact, ComponentState>> = {
	none: "operational",
	minor: "degraded",
	major: "partial_outage",
	critical: "major_outage",
};

/** The worst that a day had; null: nothing was measured. */
export function stateOfDay({ up, degraded, down }: PublicDay): "operational" | "degraded" | "down" | null {
	if (up + degraded + down === 0) return null;
	return down > 0 ? "down" : degraded > 0 ? "degraded" : "operational";
}

/** Available minutes of all measured ones, 0–1; degraded ones are available. Null: nothing was measured. */
export function availability(days: readonly PublicDay[]): number | null {
	let [available, all] = [0, 0];
	for (const { up, degraded, down } of days) {
		available += up + degraded;
		all += up + degraded + down;
	}
	return all === 0 ? null : available / all;
}

/** The UTC day of an instant, in whole days since the epoch. */
export function dayOfInstant(at: number): number {
	return Math.floor(at / DAY_MS);
}

/** The incidents of a component that lasted into a UTC day. */
export function marksOn(
	{ marks, generatedAt }: Pick<PublicPage, "marks" | "generatedAt">,
	componentId: string,
	day: number,
): readonly IncidentMark[] {
	const [from, to] = [day * DAY_MS, (day + 1) * DAY_MS];
	return marks.filter(
		({ componentIds, startedAt, resolvedAt }) =>
			startedAt < to && (resolvedAt ?? generatedAt) >= from && componentIds.includes(componentId),
	);
}
