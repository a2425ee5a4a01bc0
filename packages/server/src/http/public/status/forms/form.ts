/**
 * The forms of a page: what is answered at each path below it. Files that every page has alike need no page; most forms
 * follow from what is kept of it; a month of its history and an earlier incident are read for themselves.
 */

import { IMAGE_KINDS, type ImageKind } from "../../../../domain/status-pages/page-image.ts";
import {
	componentsOf,
	type PublicComponent,
	type PublicIncident,
	type PublicMonth,
	type PublicPage,
	stateOf,
} from "../../../../domain/status-pages/public-page.ts";
import { EMBED_SCRIPT } from "../assets/embed-script.ts";
import { PAGE_SCRIPT } from "../assets/page-script.ts";
import { PAGE_STYLE } from "../assets/page-style.ts";
import { type Rendering, renderingOf } from "../render/document.ts";
import { history, incidentPage, monthKey } from "../render/history.ts";
import { icon, stateOfIcon } from "../render/icon.ts";
import { overview } from "../render/overview.ts";
import type { Place } from "../render/place.ts";
import { atomFeed } from "./atom.ts";
import { badge } from "./badge.ts";
import { pageJson } from "./page-json.ts";
import { STATUSPAGE_ANSWERS } from "./statuspage.ts";

/** How an answer may be used: pages are shown, the others are read by programs of any site. */
export type Use = "page" | "data" | "image" | "asset" | "script";

/** What is answered, before it has headers. */
export interface Written {
	readonly use: Use;
	readonly type: string;
	readonly text: string | Uint8Array;
}

/** What must be read beside the page. */
interface MoreOfPage {
	/** A month in the time zone of the page; null: before the page or after `now`. */
	month(page: PublicPage, key: string): Promise<MonthOfPage | null>;
	incident(page: PublicPage, id: string): Promise<PublicIncident | null>;
	image(page: PublicPage, kind: ImageKind): Promise<{ readonly type: string; readonly bytes: Uint8Array } | null>;
}

export interface MonthOfPage extends PublicMonth {
	/** Keys of the months beside it; null: there is none. */
	readonly earlier: string | null;
	readonly later: string | null;
}

const HTML = "text/html; charset=utf-8";
const JSON_TYPE = "application/json";
const SVG = "image/svg+xml";

type OfPage = (rendering: Rendering) => Written | null;

/** What is made of the page alone, by its path. */
export const VIEWS: ReadonlyMap<string, OfPage> = new Map<string, OfPage>([
	["", (rendering) => ({ use: "page", type: HTML, text: overview(rendering) })],
	["status.json", ({ page }) => data(pageJson(page))],
	["feed.atom", ({ page }) => ({ use: "data", type: "application/atom+xml; charset=utf-8", text: atomFeed(page) })],
	["badge.svg", (rendering) => badgeOf(rendering, null)],
	[
		"theme.css",
		({ page: { theme } }) =>
			theme.css === null ? null : { use: "image", type: "text/css; charset=utf-8", text: theme.css },
	],
	...Object.entries(STATUSPAGE_ANSWERS).map(
		([path, answer]) => [`api/v2/${path}`, ({ page }: Rendering) => data(answer(page))] as const,
	),
]);

/** The others name a component, a month or an incident. */
export const NAMING_FORMS = {
	badge: /^badge\/(cmp_[0-9a-z]+)\.svg$/,
	month: /^history(?:\/(\d{4}-(?:0[1-9]|1[0-2])))?(?:\.html)?$/,
	incident: /^incidents\/(inc_[0-9a-z]+)(?:\.html)?$/,
} as const;

const ASSETS: ReadonlyMap<string, Written> = new Map<string, Written>([
	...[PAGE_STYLE, PAGE_SCRIPT].map(({ name, type, text }) => [name, { use: "asset", type, text }] as const),
	["embed.js", { use: "script", type: EMBED_SCRIPT.type, text: EMBED_SCRIPT.text }],
]);

/** A file that every page has alike; null: it is none. */
export function assetAt(path: string): Written | null {
	const state = stateOfIcon(path);
	if (state !== null) return { use: "image", type: SVG, text: icon(state) };
	return ASSETS.get(path) ?? null;
}

/** How many paths one page can have: a name that is none is answered without a read. */
export function isForm(path: string): boolean {
	return VIEWS.has(path) || isImage(path) || Object.values(NAMING_FORMS).some((pattern) => pattern.test(path));
}

function isImage(path: string): path is ImageKind {
	return IMAGE_KINDS.some((kind) => kind === path);
}

interface Wanted {
	readonly page: PublicPage;
	readonly place: Place;
	/** Below the page; empty: the page itself. */
	readonly path: string;
	/** See `renderingOf`. */
	readonly ageMs: number;
}

/** Null: the page has nothing there. */
export async function write({ page, place, path, ageMs }: Wanted, more: MoreOfPage): Promise<Written | null> {
	const rendering = renderingOf(page, place, ageMs);
	const view = VIEWS.get(path);
	if (view !== undefined) return view(rendering);
	if (isImage(path)) {
		const image = page.theme[path] === null ? null : await more.image(page, path);
		return image === null ? null : { use: "image", type: image.type, text: image.bytes };
	}
	const [, componentId] = NAMING_FORMS.badge.exec(path) ?? [];
	if (componentId !== undefined) {
		const component = componentsOf(page).find(({ id }) => id === componentId);
		return component === undefined ? null : badgeOf(rendering, component);
	}
	const [, incidentId] = NAMING_FORMS.incident.exec(path) ?? [];
	if (incidentId !== undefined) {
		const incident = await more.incident(page, incidentId);
		return incident === null ? null : { use: "page", type: HTML, text: incidentPage(rendering, incident) };
	}
	const inHistory = NAMING_FORMS.month.exec(path);
	if (inHistory === null) return null;
	const month = await more.month(page, inHistory[1] ?? presentMonth(page));
	return month === null ? null : { use: "page", type: HTML, text: history(rendering, month, month) };
}

/** @param component null: the whole page */
function badgeOf({ page, words }: Rendering, component: PublicComponent | null): Written {
	const { name, state } = component ?? { name: page.name, state: stateOf(page) };
	return { use: "image", type: SVG, text: badge(name, state, words.states[state]) };
}

function data(value: object): Written {
	return { use: "data", type: JSON_TYPE, text: JSON.stringify(value) };
}

/** The present month in the time zone of a page: "2026-11". */
export function presentMonth({ timeZone, generatedAt }: Pick<PublicPage, "timeZone" | "generatedAt">): string {
	const { year, month } = Temporal.Instant.fromEpochMilliseconds(generatedAt).toZonedDateTimeISO(timeZone);
	return monthKey({ year, month });
}
