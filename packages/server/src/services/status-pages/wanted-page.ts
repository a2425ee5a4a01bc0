/** What owners choose of a status page. */

import { failure, isFailure, type Result, success } from "@lapwing/result";
import { type Changes, given } from "../../domain/given.ts";
import { invalid, Problem, problem } from "../../domain/problem.ts";
import { pageCss } from "../../domain/status-pages/css/page-css.ts";
import { isOwnHost, pageDomain } from "../../domain/status-pages/page-domain.ts";
import type { ComponentSettings, PageAccess, PageSettings } from "../../domain/status-pages/page-settings.ts";
import {
	componentsOf,
	MAX_COMPONENTS,
	MAX_MONITORS_PER_PAGE,
	MAX_SLUGS_PER_TEAM,
	type StatusPage,
} from "../../domain/status-pages/status-page.ts";
import { accentProblem, type PageTheme } from "../../domain/status-pages/theme.ts";
import { countOfTeam } from "../../storage/database/count-of-team.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { monitorKeys } from "../../storage/monitors/monitor-keys.ts";
import { deleteDomain, pageOfDomain, replaceDomain } from "../../storage/status-pages/domains.ts";
import type { NewComponent, NewSection } from "../../storage/status-pages/sections.ts";
import { claimSlug } from "../../storage/status-pages/slugs.ts";
import type { Now } from "../change.ts";

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

export interface WantedPage extends Omit<PageSettings, "theme"> {
	readonly sections: readonly WantedSection[];
	/** Members left out keep their values. */
	readonly theme: Changes<PageTheme>;
	/** Of the password for readers, as it is stored; null: none. Left out: as it is. */
	readonly passwordHash?: string | null | undefined;
	/** As it was typed; null: none. */
	readonly domain?: string | null | undefined;
}

/** What changes of a page need beside the database. */
export type PageDeps = Now & {
	/** Hosts under which this service itself is reached. Default: none is known. */
	readonly ownHosts?: readonly string[];
};

/** As audit events name it. */
export function objectOf({ publicId, name }: StatusPage) {
	return { object: "status page", id: publicId, name };
}

/** The theme as it is to be; a problem when links could not be read, or the style sheet has what is not allowed. */
export async function requireTheme(
	before: PageTheme,
	wanted: Changes<PageTheme>,
): Promise<Result<PageTheme, Problem<"invalid">>> {
	const theme = { ...before, ...given(wanted) };
	const colour = accentProblem(theme);
	if (colour !== null) return invalid("/theme/accentColor", colour);
	if (wanted.css === undefined) return success(theme);
	const { problems } = await pageCss(wanted.css);
	if (problems.length === 0) return success(theme);
	return failure(
		new Problem(
			"invalid",
			problems.map((message) => ({ path: "/theme/css", message })),
		),
	);
}

/** A problem when readers would be asked for a password that nobody set. */
export function requirePassword(access: PageAccess, hasPassword: boolean): Result<undefined, Problem<"invalid">> {
	if (access !== "password" || hasPassword) return success();
	return invalid("/password", "A page with a password needs one.");
}

/** Gives a page its domain, not yet proven, or takes it away. */
export async function assignDomain(
	tx: Tx,
	page: Pick<StatusPage, "id" | "domain">,
	wanted: string | null,
	{ ownHosts = [], now }: PageDeps,
): Promise<Result<undefined, Problem<"invalid" | "taken">>> {
	if (wanted === null) {
		await deleteDomain(tx, page.id);
		return success();
	}
	const read = pageDomain(wanted);
	if (typeof read === "string") return invalid("/domain", read);
	const { domain } = read;
	if (domain === page.domain?.name) return success();
	if (isOwnHost(domain, ownHosts)) return invalid("/domain", "This service itself is reached under this name.");
	if ((await pageOfDomain(tx, domain)) !== null) {
		return problem("taken", "/domain", "This domain leads to another status page.");
	}
	await replaceDomain(tx, page.id, domain, now);
	return success();
}

/** Gives a page its slug; a problem when another page has it, or had it lately. */
export async function requireSlug(
	tx: Tx,
	wanted: { readonly teamId: number; readonly slug: string; readonly pageId: number | null },
	now: number,
): Promise<Result<undefined, Problem<"taken" | "full">>> {
	if (!(await claimSlug(tx, wanted, now))) {
		return problem("taken", "/slug", "Another status page has this slug, or had it lately.");
	}
	if ((await countOfTeam(tx, "status_page_slugs", wanted.teamId)) <= MAX_SLUGS_PER_TEAM) return success();
	return problem("full", "/slug", `A team has at most ${MAX_SLUGS_PER_TEAM} slugs, those it had lately included.`);
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
