/** What owners choose of a status page. */

import { isFailure, type Result, success } from "@lapwing/result";
import { invalid, type Problem, problem } from "../../domain/problem.ts";
import {
	type ComponentSettings,
	componentsOf,
	MAX_COMPONENTS,
	MAX_MONITORS_PER_PAGE,
	MAX_SLUGS_PER_TEAM,
	type PageSettings,
	type StatusPage,
} from "../../domain/status-pages/status-page.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { monitorKeys } from "../../storage/monitors/monitor-keys.ts";
import type { NewComponent, NewSection } from "../../storage/status-pages/sections.ts";
import { claimSlug } from "../../storage/status-pages/slugs.ts";

interface WantedComponent extends ComponentSettings {
	/** `cmp_…` of the page; left out: a new one. */
	readonly id?: string | undefined;
	/** `mon_…` */
	readonly monitorIds: readonly string[];
}

export interface WantedSection {
	readonly name: string;
	readonly components: readonly WantedComponent[];
}

export interface WantedPage extends PageSettings {
	readonly sections: readonly WantedSection[];
}

export type PageResult = Result<StatusPage, Problem<"missing_scope" | "not_found" | "invalid" | "full" | "taken">>;

/** As audit events name it. */
export function objectOf({ publicId, name }: StatusPage) {
	return { object: "status page", id: publicId, name };
}

/** Gives a page its slug; a problem when another page has it, or had it lately. */
export async function requireSlug(
	tx: Tx,
	wanted: { readonly teamId: number; readonly slug: string; readonly pageId: number | null },
	now: number,
): Promise<Result<undefined, Problem<"taken" | "full">>> {
	const claimed = await claimSlug(tx, wanted, now);
	if (claimed === "full") {
		return problem("full", "/slug", `A team has at most ${MAX_SLUGS_PER_TEAM} slugs, those it had lately included.`);
	}
	return claimed ? success() : problem("taken", "/slug", "Another status page has this slug, or had it lately.");
}

/**
 * The sections with the keys of their components and monitors, or a problem that points at the first unknown id.
 * @param page the page that is to have them; null for a new one
 */
export async function namedSections(
	tx: Tx,
	teamId: number,
	page: StatusPage | null,
	sections: readonly WantedSection[],
): Promise<Result<readonly NewSection[], Problem<"invalid">>> {
	const wanted = sections.flatMap(({ components }) => components);
	if (wanted.length > MAX_COMPONENTS) {
		return invalid("/sections", `A status page has at most ${MAX_COMPONENTS} components.`);
	}
	const monitorIds = wanted.flatMap((component) => component.monitorIds);
	if (monitorIds.length > MAX_MONITORS_PER_PAGE) {
		return invalid("/sections", `The components of a page name at most ${MAX_MONITORS_PER_PAGE} monitors in all.`);
	}
	const monitors = await monitorKeys(tx, teamId, monitorIds);
	const own = new Map((page === null ? [] : componentsOf(page)).map(({ publicId, id }) => [publicId, id]));

	const named: NewSection[] = [];
	for (const [index, { name, components }] of sections.entries()) {
		const placed: NewComponent[] = [];
		for (const [place, component] of components.entries()) {
			const one = namedComponent(component, own, monitors, `/sections/${index}/components/${place}`);
			if (isFailure(one)) return one;
			placed.push(one.data);
		}
		named.push({ name, components: placed });
	}
	return success(named);
}

/** @param own those of the page that are not yet placed; the component's is taken out */
function namedComponent(
	{ id, monitorIds, ...settings }: WantedComponent,
	own: Map<string, number>,
	monitors: ReadonlyMap<string, number>,
	pointer: string,
): Result<NewComponent, Problem<"invalid">> {
	const key = id === undefined ? null : own.get(id);
	if (key === undefined) {
		return invalid(`${pointer}/id`, "The page has no such component, or it is named twice. A new one has no id.");
	}
	if (id !== undefined) own.delete(id);
	const keys = monitorIds.map((monitorId) => monitors.get(monitorId));
	const unknown = keys.indexOf(undefined);
	if (unknown >= 0) return invalid(`${pointer}/monitorIds/${unknown}`, "There is no such monitor.");
	return success({ ...settings, id: key, monitors: new Set(keys.filter((monitor) => monitor !== undefined)) });
}
