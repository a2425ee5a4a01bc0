/** The state of the page editor, the bodies made from it, and how components and sections change their places. */

import { defaultsOf, LIMITS } from "../../api/client/limits.ts";
import type { StatusPage, StatusPageDraft, StatusPageSettings } from "../../api/status-pages.ts";
import { type Identified, identified } from "../../ui/forms/items.ts";

export interface ComponentDraft extends Identified {
	/** `cmp_…`; null: a new one. */
	readonly componentId: string | null;
	readonly name: string;
	readonly description: string;
	readonly monitorIds: readonly string[];
	readonly showsUptime: boolean;
	readonly showsResponseTime: boolean;
}

export interface SectionDraft extends Identified {
	readonly name: string;
	readonly components: readonly ComponentDraft[];
}

const {
	isPublished: _,
	theme: __,
	password: ___,
	domain: ____,
	sections: _____,
	...USUAL
} = defaultsOf(LIMITS.StatusPageCreate);

type Settings = Pick<Required<StatusPageSettings>, keyof typeof USUAL | "name" | "slug">;

type Theme = StatusPage["theme"];

export interface PageDraft extends Settings, Pick<Theme, "scheme" | "css"> {
	/** Empty: that of every page. */
	readonly accentColor: string;
	/** Null: the one that the service keeps, if it has one. */
	readonly password: string | null;
	/** Empty: none. */
	readonly domain: string;
	readonly sections: readonly SectionDraft[];
}

export function newPageDraft(timeZone: string): PageDraft {
	return {
		...USUAL,
		name: "",
		slug: "",
		timeZone,
		scheme: "auto",
		accentColor: "",
		css: "",
		password: null,
		domain: "",
		sections: [newSection()],
	};
}

export function pageDraftOf(page: StatusPage): PageDraft {
	return {
		...settingsOf(page),
		scheme: page.theme.scheme,
		accentColor: page.theme.accentColor ?? "",
		css: page.theme.css,
		password: null,
		domain: page.domain ?? "",
		sections: page.sections.map(({ name, components }) =>
			identified({
				name,
				components: components.map(({ id, ...component }) => identified({ ...component, componentId: id })),
			}),
		),
	};
}

/**
 * The draft after a save: as the service keeps it, with the ids that it gave to new components; what was changed
 * meanwhile stays as it was typed, and each item its own, so that the focus stays where it is.
 * @param sent the draft that was saved
 */
export function savedDraft(draft: PageDraft, sent: PageDraft, saved: StatusPage): PageDraft {
	const kept = pageDraftOf(saved);
	const untouched = (Object.keys(kept) as (keyof PageDraft)[]).filter((name) => draft[name] === sent[name]);
	const ids = new Map(
		sent.sections.flatMap(({ components }, section) =>
			components.map(({ id }, place) => [id, saved.sections[section]?.components[place]?.id ?? null] as const),
		),
	);
	return {
		...draft,
		...Object.fromEntries(untouched.map((name) => [name, kept[name]])),
		sections: draft.sections.map((section) => ({
			...section,
			components: section.components.map((component) => ({
				...component,
				componentId: component.componentId ?? ids.get(component.id) ?? null,
			})),
		})),
	};
}

export function newSection(): SectionDraft {
	return identified({ name: "", components: [] });
}

export function newComponent(): ComponentDraft {
	return identified({
		componentId: null,
		name: "",
		description: "",
		monitorIds: [],
		showsUptime: true,
		showsResponseTime: false,
	});
}

/** @param usualSlug of a page whose slug was left empty: the one that it has, so that no link to it breaks */
export function bodyOf(draft: PageDraft, usualSlug = slugOf(draft.name)): Omit<StatusPageSettings, "isPublished"> {
	return {
		...settingsOf(draft),
		name: draft.name.trim(),
		slug: draft.slug.trim() || usualSlug,
		theme: { scheme: draft.scheme, accentColor: draft.accentColor.trim() || null, css: draft.css },
		...(draft.password !== null && draft.access === "password" && { password: draft.password }),
		domain: draft.domain.trim() || null,
		sections: draft.sections.map(({ name, components }) => ({
			name: name.trim(),
			components: components.map(({ componentId, name: called, description, monitorIds, ...shown }) => ({
				...(componentId !== null && { id: componentId }),
				name: called.trim(),
				description: description.trim(),
				monitorIds: [...monitorIds],
				showsUptime: shown.showsUptime,
				showsResponseTime: shown.showsResponseTime,
			})),
		})),
	};
}

/** What is previewed. What has no name yet is called by what it is, so that typing does not end the preview. */
export function previewOf(draft: PageDraft, pageId: string | null): StatusPageDraft {
	const { slug: _, access: __, password: ___, domain: ____, sections = [], ...body } = bodyOf(draft);
	return {
		...body,
		pageId,
		name: body.name || "Status page",
		sections: sections.map(({ components = [], ...section }) => ({
			...section,
			components: components.map((component) => ({ ...component, name: component.name || "Component" })),
		})),
	};
}

/** Without what is a draft's own or an answer's alone. */
function settingsOf(page: Settings): Settings {
	const chosen = Object.keys(USUAL).map((name) => [name, page[name as keyof typeof USUAL]]);
	return { ...(Object.fromEntries(chosen) as Settings), name: page.name, slug: page.slug };
}

export function slugOf(name: string): string {
	const slug = name
		.toLowerCase()
		.normalize("NFKD")
		.replace(/\p{M}/gu, "")
		.replace(/[^a-z0-9]+/g, "-")
		.slice(0, 63)
		.replace(/^-+|-+$/g, "");
	return slug || "status";
}

/** A place among the sections (`list` is null) or among the components of one: before the item that is there. */
export interface Place {
	readonly list: string | null;
	readonly index: number;
}

/** Puts a component or a section in a place; the places are counted while it is in its old one. */
export function placed(sections: readonly SectionDraft[], id: string, { list, index }: Place): readonly SectionDraft[] {
	if (list === null) return movedTo(sections, id, index);
	const own = sections.find(({ components }) => components.some((each) => each.id === id));
	const component = own?.components.find((each) => each.id === id);
	if (own === undefined || component === undefined) return sections;
	return sections.map((section) => {
		if (section.id === list && section.id === own.id) {
			return { ...section, components: movedTo(section.components, id, index) };
		}
		if (section.id === list) return { ...section, components: section.components.toSpliced(index, 0, component) };
		if (section.id === own.id) return { ...section, components: section.components.filter((each) => each.id !== id) };
		return section;
	});
}

function movedTo<Item extends Identified>(items: readonly Item[], id: string, index: number): readonly Item[] {
	const from = items.findIndex((each) => each.id === id);
	const item = items[from];
	if (item === undefined) return items;
	return items.toSpliced(index, 0, item).toSpliced(index <= from ? from + 1 : from, 1);
}

/**
 * The next place up (-1) or down (1): of a component also in the section before or after its own. Null at the end.
 */
export function nextPlace(sections: readonly SectionDraft[], id: string, by: 1 | -1): Place | null {
	const at = sections.findIndex((each) => each.id === id);
	if (at >= 0) {
		const to = at + by;
		return sections[to] === undefined ? null : { list: null, index: by > 0 ? to + 1 : to };
	}
	const own = sections.findIndex(({ components }) => components.some((each) => each.id === id));
	const section = sections[own];
	if (section === undefined) return null;
	const to = section.components.findIndex((each) => each.id === id) + by;
	if (to >= 0 && to < section.components.length) return { list: section.id, index: by > 0 ? to + 1 : to };
	const neighbour = sections[own + by];
	return neighbour ? { list: neighbour.id, index: by > 0 ? 0 : neighbour.components.length } : null;
}

/** Where it stands, for those who do not see it: `2 of 3 in Shop`. */
export function placeText(sections: readonly SectionDraft[], id: string): string {
	const at = sections.findIndex((each) => each.id === id);
	if (at >= 0) return `section ${at + 1} of ${sections.length}`;
	const own = sections.findIndex(({ components }) => components.some((each) => each.id === id));
	const { components = [], name = "" } = sections[own] ?? {};
	const place = components.findIndex((each) => each.id === id) + 1;
	return `${place} of ${components.length} in ${name.trim() || `section ${own + 1}`}`;
}
