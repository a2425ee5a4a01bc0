/** Incidents. Their updates: ./incident-updates.ts. */

import { sql } from "kysely";
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
import { type AgeKey, newestFirst } from "../database/newest-first.ts";
import { newPublicId } from "../database/public-ids.ts";
import type { Session } from "../database/session.ts";
import { complete, completeOne } from "./incident-rows.ts";
import { insertUpdates } from "./incident-updates.ts";
import { replaceComponents, replaceStatusPages } from "./links.ts";
import { type IncidentOfTeam, type LockedIncident, progressColumns } from "./lock-incident.ts";

/** One a day for more than ten years. Bounds what a key can store. */
export const MAX_INCIDENTS_PER_TEAM = 5_000;

const RESOLVED = codeOf(INCIDENT_STATUSES, "resolved");

export interface IncidentFilter {
	/** `open`: any status but resolved. */
	readonly status?: IncidentStatus | "open" | undefined;
	/** `sp_…` of a page that shows them. */
	readonly statusPageId?: string | undefined;
}

export async function findIncident(session: Session, teamId: number, publicId: string): Promise<Incident | null> {
	const row = await session.db
		.selectFrom("incidents")
		.selectAll()
		.where("team_id", "=", teamId)
		.where("public_id", "=", publicId)
		.executeTakeFirst();
	return row ? completeOne(session, row) : null;
}

export async function pageOfIncidents(
	session: Session,
	teamId: number,
	{ status, statusPageId }: IncidentFilter,
	seek: Seek<AgeKey>,
): Promise<Incident[]> {
	let query = session.db.selectFrom("incidents").selectAll().where("team_id", "=", teamId);
	if (status === "open") query = query.where("status", "<>", RESOLVED);
	else if (status !== undefined) query = query.where("status", "=", codeOf(INCIDENT_STATUSES, status));
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
	return complete(session, await newestFirst(query, seek));
}

/**
 * The incidents of a status page that are open, and those that were resolved since `resolvedSince`: open ones first,
 * newest first.
 */
export async function incidentsOnPage(
	session: Session,
	teamId: number,
	{ statusPageId, resolvedSince, limit }: { statusPageId: number; resolvedSince: number; limit: number },
): Promise<Incident[]> {
	const rows = await session.db
		.selectFrom("incidents")
		.selectAll()
		.where("team_id", "=", teamId)
		.where("id", "in", (of) =>
			of.selectFrom("incident_status_pages").select("incident_id").where("status_page_id", "=", statusPageId),
		)
		.where((is) => is.or([is("status", "<>", RESOLVED), is("resolved_at", ">=", resolvedSince)]))
		.orderBy(sql`case when status = ${RESOLVED} then 1 else 0 end`)
		.orderBy("started_at", "desc")
		.orderBy("id", "desc")
		.limit(limit)
		.execute();
	return complete(session, rows);
}

/** Creates an incident with its first updates; "full" when the team has MAX_INCIDENTS_PER_TEAM. */
export async function createIncident(
	session: Session,
	teamId: number,
	{ settings, updates }: { settings: IncidentSettings; updates: readonly NewUpdate[] },
	now: number,
): Promise<Incident | "full"> {
	return session.transaction(async (session) => {
		// The team's row is the lock: of two concurrent calls, one sees the incident of the other.
		await sql`select id from teams where id = ${teamId}${session.dialect.forUpdate}`.execute(session.db);
		const { count } = await session.db
			.selectFrom("incidents")
			.select((of) => of.fn.countAll<number>().as("count"))
			.where("team_id", "=", teamId)
			.executeTakeFirstOrThrow();
		if (count >= MAX_INCIDENTS_PER_TEAM) return "full";
		const row = await session.db
			.insertInto("incidents")
			.values({
				public_id: newPublicId("inc"),
				team_id: teamId,
				title: settings.title,
				impact: codeOf(IMPACTS, settings.impact),
				status: codeOf(INCIDENT_STATUSES, settings.status),
				started_at: settings.startedAt,
				resolved_at: settings.resolvedAt,
				created_at: now,
				updated_at: now,
			})
			.returningAll()
			.executeTakeFirstOrThrow();
		await replaceComponents(session, row.id, settings.components);
		await replaceStatusPages(session, row.id, settings.statusPages);
		await insertUpdates(session, row.id, updates);
		return completeOne(session, row);
	});
}

/** What a change may leave as it is. */
export type IncidentChanges = Progress &
	Partial<Pick<IncidentSettings, "title" | "impact" | "components" | "statusPages">>;

/** Changes an incident that is locked; fields left out keep their values. */
export async function updateIncident(
	session: Session,
	incident: LockedIncident,
	{ title, impact, components, statusPages, ...progress }: IncidentChanges,
	now: number,
): Promise<Incident | null> {
	const { teamId, incidentId } = incident;
	const row = await session.db
		.updateTable("incidents")
		.set({
			...progressColumns(incident, progress, now),
			...(title === undefined ? {} : { title }),
			...(impact === undefined ? {} : { impact: codeOf(IMPACTS, impact) }),
		})
		.where("id", "=", incidentId)
		.where("team_id", "=", teamId)
		.returningAll()
		.executeTakeFirst();
	if (!row) return null;
	if (components) await replaceComponents(session, incidentId, components);
	if (statusPages) await replaceStatusPages(session, incidentId, statusPages);
	return completeOne(session, row);
}

/** Deletes an incident with its updates. False when it was deleted already. */
export async function deleteIncident(session: Session, { teamId, incidentId }: IncidentOfTeam): Promise<boolean> {
	const { numDeletedRows } = await session.db
		.deleteFrom("incidents")
		.where("id", "=", incidentId)
		.where("team_id", "=", teamId)
		.executeTakeFirst();
	return numDeletedRows > 0n;
}
