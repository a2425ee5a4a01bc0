/**
 * The answers of Atlassian Statuspage's public API, version 2, so that widgets, bots and status clients that know it
 * work with our pages: https://metastatuspage.com/api. Sections are its groups; members without a meaning here have
 * the value that it gives them where they are not used.
 */

import type { ComponentState } from "../../../../domain/status-pages/component-state.ts";
import {
	componentsOf,
	type NamedComponent,
	type PublicComponent,
	type PublicIncident,
	type PublicMaintenance,
	type PublicPage,
	stateOf,
} from "../../../../domain/status-pages/public-page.ts";
import { momentsOf } from "../../../../domain/status-pages/words/moments.ts";
import { wordsOf } from "../../../../domain/status-pages/words/words.ts";
import { sentenceOf } from "../render/overview.ts";
import { incidentPath, placeOfSlug } from "../render/place.ts";
import { iso } from "./page-json.ts";

const STATUSES: Readonly<Record<ComponentState, string>> = {
	operational: "operational",
	maintenance: "under_maintenance",
	degraded: "degraded_performance",
	partial_outage: "partial_outage",
	major_outage: "major_outage",
};

const INDICATORS: Readonly<Record<ComponentState, string>> = {
	operational: "none",
	maintenance: "maintenance",
	degraded: "minor",
	partial_outage: "major",
	major_outage: "critical",
};

/** The answers by the path below `api/v2/`. */
export const STATUSPAGE_ANSWERS: Readonly<Record<string, (page: PublicPage) => object>> = {
	"summary.json": (page) => ({
		page: pageOf(page),
		components: components(page),
		incidents: page.open.map((incident) => incidentOf(page, incident)),
		scheduled_maintenances: page.maintenance.map((each) => maintenanceOf(page, each)),
		status: status(page),
	}),
	"status.json": (page) => ({ page: pageOf(page), status: status(page) }),
	"components.json": (page) => ({ page: pageOf(page), components: components(page) }),
	"incidents.json": (page) => ({
		page: pageOf(page),
		incidents: [...page.open, ...page.past].map((incident) => incidentOf(page, incident)),
	}),
	"incidents/unresolved.json": (page) => ({
		page: pageOf(page),
		incidents: page.open.map((incident) => incidentOf(page, incident)),
	}),
	"scheduled-maintenances.json": (page) => maintenances(page, () => true),
	"scheduled-maintenances/upcoming.json": (page) => maintenances(page, ({ startsAt }) => startsAt > page.generatedAt),
	"scheduled-maintenances/active.json": (page) => maintenances(page, ({ startsAt }) => startsAt <= page.generatedAt),
};

function pageOf({ id, name, address, timeZone, generatedAt }: PublicPage) {
	return { id, name, url: address, time_zone: timeZone, updated_at: iso(generatedAt) };
}

function status(page: PublicPage) {
	const description = sentenceOf({ page, words: wordsOf(page.locale), moments: momentsOf(page) });
	return { indicator: INDICATORS[stateOf(page)], description };
}

/** Named sections first, each followed by its components, as Statuspage lists groups. */
function components(page: PublicPage) {
	let position = 0;
	return page.sections.flatMap(({ name, components }, n) => {
		const group = name === "" || components.length === 0 ? null : `${page.id}-${n + 1}`;
		const children = components.map((each) => {
			position += 1;
			return componentOf(page, each, { group, position });
		});
		if (group === null) return children;
		const worst = stateOf({ sections: [{ name, components }], open: [] });
		const shared = { name, description: null, status: STATUSES[worst], group: true, group_id: null };
		const first = children[0];
		const times = { created_at: first?.created_at ?? null, updated_at: first?.updated_at ?? null };
		const ids = { id: group, page_id: page.id, position: n + 1, components: components.map(({ id }) => id) };
		return [
			{ ...shared, ...times, ...ids, showcase: false, start_date: null, only_show_if_degraded: false },
			...children,
		];
	});
}

function componentOf(
	page: PublicPage,
	{ id, name, description, state, days, createdAt }: PublicComponent,
	{ group, position }: { readonly group: string | null; readonly position: number },
) {
	return {
		id,
		name,
		status: STATUSES[state],
		created_at: iso(createdAt),
		updated_at: iso(page.trueAt),
		position,
		description: description === "" ? null : description,
		showcase: days.length > 0,
		start_date: iso(createdAt).slice(0, 10),
		group_id: group,
		page_id: page.id,
		group: false,
		only_show_if_degraded: false,
	};
}

function incidentOf(page: PublicPage, incident: PublicIncident) {
	const { id, title, impact, status, startedAt, resolvedAt, createdAt, updatedAt, updates, postmortem } = incident;
	const affected = incident.components;
	const monitoring = updates.findLast((update) => update.status === "monitoring")?.at ?? null;
	const written = postmortem === null ? [] : [{ id: `${id}-postmortem`, ...postmortemUpdate(postmortem) }];
	return {
		id,
		name: title,
		status: postmortem === null ? status : "postmortem",
		impact,
		created_at: iso(createdAt),
		updated_at: iso(updatedAt),
		monitoring_at: monitoring === null ? null : iso(monitoring),
		resolved_at: resolvedAt === null ? null : iso(resolvedAt),
		started_at: iso(startedAt),
		page_id: page.id,
		shortlink: linkOf(page, id),
		reminder_intervals: null,
		components: namedComponents(page, affected),
		incident_updates: [...written, ...updates].map(({ id: updateId, status, body, at }) => ({
			id: updateId,
			incident_id: id,
			status,
			body,
			created_at: iso(at),
			updated_at: iso(at),
			display_at: iso(at),
			affected_components: affected.map(({ id: code, name, state }) => ({
				code,
				name,
				old_status: STATUSES[state],
				new_status: STATUSES[state],
			})),
			deliver_notifications: true,
			custom_tweet: null,
			tweet_id: null,
		})),
	};
}

function postmortemUpdate({ body, publishedAt }: NonNullable<PublicIncident["postmortem"]>) {
	return { status: "postmortem", body, at: publishedAt };
}

function maintenances(page: PublicPage, isWanted: (maintenance: PublicMaintenance) => boolean) {
	const found = page.maintenance.filter(isWanted);
	return { page: pageOf(page), scheduled_maintenances: found.map((each) => maintenanceOf(page, each)) };
}

function maintenanceOf(page: PublicPage, maintenance: PublicMaintenance) {
	const { id, title, text, startsAt, endsAt, createdAt, updatedAt } = maintenance;
	const status = startsAt > page.generatedAt ? "scheduled" : "in_progress";
	return {
		id,
		name: title,
		status,
		impact: "maintenance",
		created_at: iso(createdAt),
		updated_at: iso(updatedAt),
		monitoring_at: null,
		resolved_at: null,
		started_at: iso(startsAt),
		scheduled_for: iso(startsAt),
		scheduled_until: iso(endsAt),
		page_id: page.id,
		shortlink: page.address ?? placeOfSlug(page.slug).home,
		reminder_intervals: null,
		components: namedComponents(page, maintenance.components),
		incident_updates: [
			{
				id: `${id}-text`,
				incident_id: id,
				status,
				body: text,
				created_at: iso(createdAt),
				updated_at: iso(updatedAt),
				display_at: iso(createdAt),
				affected_components: [],
				deliver_notifications: true,
				custom_tweet: null,
				tweet_id: null,
			},
		],
	};
}

/** Those that are on the page now: the form has no place for a component that is deleted. */
function namedComponents(page: PublicPage, named: readonly NamedComponent[]) {
	const all = componentsOf(page);
	return named.flatMap(({ id }) => {
		const position = all.findIndex((each) => each.id === id);
		const found = all[position];
		return found === undefined ? [] : [componentOf(page, found, { group: null, position: position + 1 })];
	});
}

function linkOf({ address, slug }: PublicPage, incidentId: string): string {
	return address === null ? incidentPath(placeOfSlug(slug), incidentId) : `${address}/incidents/${incidentId}`;
}
