/** Incidents. Their updates: ./incident-updates.ts. */

import { sql } from "kysely";
import type { Changes } from "../../domain/given.ts";
import {
	IMPACTS,
	INCIDENT_STATUSES,
	type Incident,
	type IncidentSettings,
	type IncidentStatus,
	type NewUpdate,
} from "../../domain/incidents/incident.ts";
import type { Progress } from "../../domain/incidents/progress.ts";
import type { Seek } from "../../domain/seek.ts";
import { codeOf } from "../database/codes.ts";
import { lockRow } from "../database/lock-row.ts";
import { type AgeKey, newestFirst } from "../database/newest-first.ts";
import { newPublicId } from "../database/public-ids.ts";
import type { Flag } from "../database/tables/table.ts";
import { laterUpdatedAt } from "../database/tables/updated-at.ts";
import type { Tx } from "../database/tx.ts";
import { complete, completeOne } from "./incident-rows.ts";
import { insertUpdate } from "./incident-updates.ts";
import { replaceComponents, replaceStatusPages } from "./links.ts";

const RESOLVED = codeOf(INCIDENT_STATUSES, "resolved");

interface IncidentFilter {
	/** `open`: any status but resolved. */
	readonly status?: IncidentStatus | "open" | undefined;
	readonly isDraft?: boolean | undefined;
	/** `sp_…` of a page that shows them. */
	readonly statusPageId?: string | undefined;
}

export async function findIncident(tx: Tx, teamId: number, publicId: string): Promise<Incident | null> {
	const row = await tx.db
		.selectFrom("incidents")
		.selectAll()
		.where("team_id", "=", teamId)
		.where("public_id", "=", publicId)
		.executeTakeFirst();
	return row ? completeOne(tx, row) : null;
}

/** As {@link findIncident}, locked until the transaction ends: for changes of it and of its updates. */
export async function lockIncident(tx: Tx, teamId: number, publicId: string): Promise<Incident | null> {
	await lockRow(tx, "incidents", teamId, publicId);
	return findIncident(tx, teamId, publicId);
}

export async function pageOfIncidents(
	tx: Tx,
	teamId: number,
	{ status, isDraft, statusPageId }: IncidentFilter,
	seek: Seek<AgeKey>,
): Promise<Incident[]> {
	let query = tx.db.selectFrom("incidents").selectAll().where("team_id", "=", teamId);
	if (status === "open") query = query.where("status", "<>", RESOLVED);
	else if (status !== undefined) query = query.where("status", "=", codeOf(INCIDENT_STATUSES, status));
	if (isDraft !== undefined) query = query.where("is_draft", "=", isDraft ? 1 : 0);
	if (statusPageId !== undefined) {
		query = query.where("id", "in", (of) =>
			of
				.selectFrom("incident_status_pages as shown")
				.innerJoin("status_pages as page", "page.id", "shown.status_page_id")
				.select("shown.incident_id")
				.where("page.team_id", "=", teamId)
				.where("page.public_id", "=", statusPageId),
		);
	}
	return complete(tx, await newestFirst(query, seek, "started_at"));
}

/**
 * The incidents of a status page that are open, and those that were resolved since `resolvedSince`: open ones first,
 * newest first. Drafts are left out.
 */
export async function incidentsOnPage(
	tx: Tx,
	teamId: number,
	{ statusPageId, resolvedSince, limit }: { statusPageId: number; resolvedSince: number; limit: number },
): Promise<Incident[]> {
	const rows = await tx.db
		.selectFrom("incidents")
		.selectAll()
		.where("team_id", "=", teamId)
		.where("is_draft", "=", 0)
		.where("id", "in", (of) =>
			of.selectFrom("incident_status_pages").select("incident_id").where("status_page_id", "=", statusPageId),
		)
		.where((is) => is.or([is("status", "<>", RESOLVED), is("resolved_at", ">=", resolvedSince)]))
		.orderBy(sql`case when status = ${RESOLVED} then 1 else 0 end`)
		.orderBy("started_at", "desc")
		.orderBy("id", "desc")
		.limit(limit)
		.execute();
	return complete(tx, rows);
}

/** Creates an incident with its first updates. */
export async function createIncident(
	tx: Tx,
	teamId: number,
	{ settings, updates }: { settings: IncidentSettings; updates: readonly NewUpdate[] },
	now: number,
): Promise<Incident> {
	const row = await tx.db
		.insertInto("incidents")
		.values({
			public_id: newPublicId("inc"),
			team_id: teamId,
			title: settings.title,
			impact: codeOf(IMPACTS, settings.impact),
			is_impact_derived: flagOf(settings.isImpactDerived),
			...progressColumns(settings),
			is_backdated: flagOf(settings.isBackdated),
			is_draft: flagOf(settings.isDraft),
			is_from_outage: flagOf(settings.isFromOutage),
			follows_outages: flagOf(settings.followsOutages),
			created_at: now,
			updated_at: now,
		})
		.returningAll()
		.executeTakeFirstOrThrow();
	await replaceComponents(tx, row.id, settings.components);
	await replaceStatusPages(tx, row.id, settings.statusPages);
	// Their order is that of their keys.
	for (const update of updates) await insertUpdate(tx, row.id, update);
	return completeOne(tx, row);
}

/** What a change may leave as it is. */
type IncidentChanges = Progress & Changes<Omit<IncidentSettings, keyof Progress | "isBackdated" | "isFromOutage">>;

/** Changes an incident; fields left out keep their values. */
export async function updateIncident(
	tx: Tx,
	{ id }: Pick<Incident, "id">,
	{ title, impact, isImpactDerived, isDraft, followsOutages, components, statusPages, ...progress }: IncidentChanges,
	now: number,
): Promise<Incident> {
	const row = await tx.db
		.updateTable("incidents")
		.set({
			...progressColumns(progress),
			title,
			impact: impact && codeOf(IMPACTS, impact),
			is_impact_derived: optionalFlag(isImpactDerived),
			is_draft: optionalFlag(isDraft),
			follows_outages: optionalFlag(followsOutages),
			updated_at: laterUpdatedAt(now),
		})
		.where("id", "=", id)
		.returningAll()
		.executeTakeFirstOrThrow();
	if (components) await replaceComponents(tx, id, components);
	if (statusPages) await replaceStatusPages(tx, id, statusPages);
	return completeOne(tx, row);
}

function flagOf(fact: boolean): Flag {
	return fact ? 1 : 0;
}

function optionalFlag(fact: boolean | undefined): Flag | undefined {
	return fact === undefined ? undefined : flagOf(fact);
}

function progressColumns({ status, startedAt, resolvedAt }: Progress) {
	return { status: codeOf(INCIDENT_STATUSES, status), started_at: startedAt, resolved_at: resolvedAt };
}

export async function deleteIncident({ db }: Tx, id: number): Promise<void> {
	await db.deleteFrom("incidents").where("id", "=", id).execute();
}
