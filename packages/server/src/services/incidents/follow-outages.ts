/**
 * Opens, moves and resolves the incidents of one page by the outages of its components. Everything is decided from
 * rows, under a lock of the page, and written with them: an outage has one row a page (incident_outages), so what is
 * repeated after a crash, or done by two processes, finds that it was done.
 *
 * An incident that someone changed is left alone. Its outages still belong to it, so that they open no other.
 */

import { type Result, success } from "@lapwing/result";
import type { TeamActor } from "../../domain/access/actor.ts";
import { derivedImpact, worse } from "../../domain/incidents/impact.ts";
import {
	type Incident,
	incidentFields,
	MAX_INCIDENTS_PER_TEAM,
	MAX_UPDATES_PER_INCIDENT,
	type NamedComponent,
} from "../../domain/incidents/incident.ts";
import { FLAPPING_MS, groupedOutages } from "../../domain/incidents/outage-incidents.ts";
import { outageText, outageTitle } from "../../domain/incidents/outage-words.ts";
import { type Progress, progressed } from "../../domain/incidents/progress.ts";
import { coverageBy } from "../../domain/maintenance/maintenance.ts";
import type { Problem } from "../../domain/problem.ts";
import { type ComponentState, componentState } from "../../domain/status-pages/component-state.ts";
import { countOfTeam } from "../../storage/database/count-of-team.ts";
import { lockTeam } from "../../storage/database/lock-row.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { insertUpdate } from "../../storage/incidents/incident-updates.ts";
import { createIncident, lockIncident, updateIncident } from "../../storage/incidents/incidents.ts";
import {
	type DueOutage,
	dueOutages,
	endedOf,
	incidentsOfOutages,
	insertOutages,
	lastingMonitorsOf,
	lastingOutages,
	type OutageEnd,
	updateOutage,
} from "../../storage/incidents/outages.ts";
import { windowsOfTeam } from "../../storage/maintenance/maintenance-windows.ts";
import { type FollowedPage, lockFollowedPage } from "../../storage/status-pages/followed-page.ts";
import type { Now } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { objectOf } from "./linked.ts";
import { tellSubscribers } from "./tell-subscribers.ts";

/** Of a page in one transaction; the rest follows in the next one. */
const AT_ONCE = 200;

/** What the steps below share. */
interface Following {
	readonly tx: Tx;
	readonly actor: TeamActor;
	readonly page: FollowedPage;
	readonly now: number;
}

export async function followOutages(
	tx: Tx,
	actor: TeamActor,
	{ statusPageId }: { readonly statusPageId: number },
	{ now }: Now,
): Promise<Result<undefined, Problem<never>>> {
	const page = await lockFollowedPage(tx, actor.team.id, statusPageId);
	if (page === null) return success();
	const following = { tx, actor, page, now };

	for (const outage of await lastingOutages(tx, page.id, now)) await updateOutage(tx, page.id, outage);
	const due = await dueOutsideOfMaintenance(following);
	const known = await incidentsOfOutages(tx, page.id, (due[0]?.beganAt ?? now) - FLAPPING_MS);
	for (const { incidentId, isReopened, outages } of groupedOutages(due, known)) {
		if (incidentId === null) await open(following, outages);
		else {
			await insertOutages(tx, page.id, incidentId, outages);
			const { publicId = "" } = known.find(({ id }) => id === incidentId) ?? {};
			await move(following, publicId, isReopened ? "reopened" : "joined");
		}
	}
	for (const { publicId, resolvedAt } of known) {
		if (resolvedAt === null) await move(following, publicId, null);
	}
	return success();
}

/** An outage during maintenance waits for its end. */
async function dueOutsideOfMaintenance({ tx, actor, page, now }: Following): Promise<readonly DueOutage[]> {
	const due = await dueOutages(tx, AT_ONCE, page.id);
	const covers = coverageBy(due.length === 0 ? [] : await windowsOfTeam(tx, actor.team.id));
	return due.filter(({ monitorId }) => covers(monitorId, now) === null);
}

async function open({ tx, actor, page, now }: Following, outages: readonly DueOutage[]): Promise<void> {
	const { team } = actor;
	await lockTeam(tx, team.id);
	// Without capacity the outage counts as seen: it opens none when an old incident is deleted.
	const isFull = (await countOfTeam(tx, "incidents", team.id)) >= MAX_INCIDENTS_PER_TEAM;
	if (isFull) return insertOutages(tx, page.id, null, outages);

	const components = componentsNow(page, new Set(), new Set(outages.map(({ monitorId }) => monitorId)));
	const body = outageText("opened", namesOf(components), page.locale);
	const settings = {
		title: outageTitle(components, page.locale),
		impact: derivedImpact(components),
		isImpactDerived: true,
		status: "investigating",
		startedAt: Math.min(...outages.map(({ beganAt }) => beganAt)),
		resolvedAt: null,
		isBackdated: false,
		isDraft: page.needsApproval,
		isFromOutage: true,
		followsOutages: true,
		components,
		statusPages: [page.id],
	} as const;
	const update = { body, status: "investigating", at: now, notifiesSubscribers: true } as const;
	const made = await createIncident(tx, team.id, { settings, updates: [update] }, now);
	await insertOutages(tx, page.id, made.id, outages);
	await tellSubscribers(tx, team.id, made, { kind: "incident", updateId: made.latestUpdate?.id ?? null }, now);

	const after = incidentFields(made);
	await recordEvent(tx, actor, { action: "create", ...objectOf(made), before: null, after }, now);
}

/**
 * Brings an incident up to date with its outages.
 * @param why outages were added to it, or it was over; null: neither
 */
async function move(following: Following, publicId: string, why: "joined" | "reopened" | null): Promise<void> {
	const { tx, actor, page } = following;
	const incident = await lockIncident(tx, actor.team.id, publicId);
	if (incident === null || !incident.followsOutages) return;
	const lasting = await lastingMonitorsOf(tx, page.id, incident.id);
	if (lasting.size === 0) return resolve(following, incident, await endedOf(tx, page.id, incident.id));

	const isNamed = new Map(incident.components.map((each) => [each.componentPublicId, each.state !== "operational"]));
	const components = componentsNow(page, new Set(isNamed.keys()), lasting);
	const affected = components.filter(({ state }) => state !== "operational");
	const added = why === "joined" ? affected.filter(({ publicId }) => !isNamed.get(publicId)) : affected;
	const status = why === "reopened" ? "investigating" : incident.status;
	await write(following, incident, {
		title: affected.length === 0 ? incident.title : outageTitle(affected, page.locale),
		components,
		progress: { status, startedAt: incident.startedAt, resolvedAt: null },
		body: why === null || added.length === 0 ? null : outageText(why, namesOf(added), page.locale),
	});
}

/** Where a monitor was deleted or taken off the page, nothing is known of a recovery, and its readers are told so. */
async function resolve(following: Following, incident: Incident, { at, isRecovered }: OutageEnd): Promise<void> {
	const { page } = following;
	const named = new Set(incident.components.map(({ componentPublicId }) => componentPublicId));
	const components = componentsNow(page, named, new Set());
	await write(following, incident, {
		title: incident.title,
		components,
		progress: progressed(incident, "resolved", at),
		// A component that is deleted keeps its name in the incident.
		body: outageText(
			isRecovered ? "resolved" : "closed",
			namesOf(components.length > 0 ? components : incident.components),
			page.locale,
		),
	});
}

type ShownComponent = NamedComponent & { readonly publicId: string };

interface Written {
	readonly title: string;
	readonly components: readonly ShownComponent[];
	readonly progress: Progress;
	/** Of an update that is posted; null: none is. */
	readonly body: string | null;
}

async function write(
	{ tx, actor, now }: Following,
	incident: Incident,
	{ title, components, progress, body }: Written,
): Promise<void> {
	const isNews = body !== null || title !== incident.title || progress.status !== incident.status;
	if (!isNews && statesOf(components) === statesOf(namedIn(incident))) return;
	const impact = incident.isImpactDerived ? worse(incident.impact, derivedImpact(components)) : undefined;
	const changed = await updateIncident(tx, incident, { title, impact, components, ...progress }, now);
	const isSaid = body !== null && incident.updateCount < MAX_UPDATES_PER_INCIDENT;
	if (isSaid) {
		const update = { body, status: progress.status, at: now, notifiesSubscribers: true };
		const { id: updateId } = await insertUpdate(tx, incident.id, update);
		await tellSubscribers(tx, actor.team.id, changed, { kind: "update", updateId }, now);
	}
	const [before, after] = [incidentFields(incident), incidentFields(changed)];
	await recordEvent(tx, actor, { action: "update", ...objectOf(incident), before, after, asked: after }, now);
}

/** Those that exist. */
function namedIn({ components }: Incident) {
	return components.flatMap(({ componentPublicId, state }) =>
		componentPublicId === null ? [] : { publicId: componentPublicId, state },
	);
}

function statesOf(components: readonly { readonly publicId: string; readonly state: ComponentState }[]): string {
	return components
		.map(({ publicId, state }) => `${publicId} ${state}`)
		.sort()
		.join();
}

/** The components that an incident names, and those with a monitor whose outage belongs to it. */
function componentsNow(
	{ components }: FollowedPage,
	named: ReadonlySet<string | null>,
	lasting: ReadonlySet<number>,
): ShownComponent[] {
	return components.flatMap(({ monitors, ...component }) => {
		const isAffected = monitors.some(({ id }) => lasting.has(id));
		if (!isAffected && !named.has(component.publicId)) return [];
		const seen = monitors.map(({ status }) => ({ status, isInAnnouncedMaintenance: false }));
		return { ...component, state: isAffected ? componentState(seen, []).state : "operational" };
	});
}

function namesOf(components: readonly { readonly name: string }[]): string[] {
	return components.map(({ name }) => name);
}
