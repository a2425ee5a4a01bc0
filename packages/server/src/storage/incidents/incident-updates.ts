/**
 * The updates of incidents. A change of them changes the incident's progress in the same transaction
 * (domain/incidents/progress.ts), under its lock.
 */

import {
	INCIDENT_STATUSES,
	type IncidentStatus,
	type IncidentUpdate,
	type NewUpdate,
} from "../../domain/incidents/incident.ts";
import { followUpdates } from "../../domain/incidents/progress.ts";
import { codeOf } from "../database/codes.ts";
import { newPublicId } from "../database/public-ids.ts";
import type { Session } from "../database/session.ts";
import { asUpdate } from "./incident-rows.ts";
import { type IncidentOfTeam, lockIncident, progressColumns } from "./lock-incident.ts";

/** Bounds the answer of one incident: half a megabyte of ASCII with the longest updates. */
export const MAX_UPDATES_PER_INCIDENT = 100;

/** Every update, newest first. */
export async function updatesOf(session: Session, incidentId: number): Promise<IncidentUpdate[]> {
	const rows = await session.db
		.selectFrom("incident_updates")
		.selectAll()
		.where("incident_id", "=", incidentId)
		.orderBy("posted_at", "desc")
		.orderBy("id", "desc")
		.execute();
	return rows.map(asUpdate);
}

export async function findUpdate(
	session: Session,
	incidentId: number,
	publicId: string,
): Promise<IncidentUpdate | null> {
	const row = await session.db
		.selectFrom("incident_updates")
		.selectAll()
		.where("incident_id", "=", incidentId)
		.where("public_id", "=", publicId)
		.executeTakeFirst();
	return row ? asUpdate(row) : null;
}

/** Posts an update; "full" when the incident has MAX_UPDATES_PER_INCIDENT, null when it was deleted. */
export async function postUpdate(
	session: Session,
	owner: IncidentOfTeam,
	update: NewUpdate,
	now: number,
): Promise<IncidentUpdate | "full" | null> {
	return changing(session, owner, now, async (session, before) => {
		if (before.length >= MAX_UPDATES_PER_INCIDENT) return "full";
		return (await insertUpdates(session, owner.incidentId, [update]))[0] ?? null;
	});
}

/** Changes the given fields of an update; null when it was deleted. */
export async function editUpdate(
	session: Session,
	owner: IncidentOfTeam,
	id: number,
	{ body, status }: { readonly body?: string | undefined; readonly status?: IncidentStatus | undefined },
	now: number,
): Promise<IncidentUpdate | null> {
	return changing(session, owner, now, async (session, before) => {
		const old = before.find((each) => each.id === id);
		if (!old) return null;
		const row = await session.db
			.updateTable("incident_updates")
			.set({ body: body ?? old.body, status: codeOf(INCIDENT_STATUSES, status ?? old.status) })
			.where("id", "=", id)
			.where("incident_id", "=", owner.incidentId)
			.returningAll()
			.executeTakeFirst();
		return row ? asUpdate(row) : null;
	});
}

/** False when it was deleted already. */
export async function deleteUpdate(session: Session, owner: IncidentOfTeam, id: number, now: number): Promise<boolean> {
	const deleted = await changing(session, owner, now, async (session) => {
		const { numDeletedRows } = await session.db
			.deleteFrom("incident_updates")
			.where("id", "=", id)
			.where("incident_id", "=", owner.incidentId)
			.executeTakeFirst();
		return numDeletedRows > 0n;
	});
	return deleted ?? false;
}

/** Inserts updates in their order, which is that of their keys. */
export async function insertUpdates(
	session: Session,
	incidentId: number,
	updates: readonly NewUpdate[],
): Promise<IncidentUpdate[]> {
	const made: IncidentUpdate[] = [];
	for (const { body, status, at } of updates) {
		const row = await session.db
			.insertInto("incident_updates")
			.values({
				public_id: newPublicId("upd"),
				incident_id: incidentId,
				body,
				status: codeOf(INCIDENT_STATUSES, status),
				posted_at: at,
			})
			.returningAll()
			.executeTakeFirstOrThrow();
		made.push(asUpdate(row));
	}
	return made;
}

/** Runs a change of an incident's updates, and lets its progress follow. Null when the incident was deleted. */
async function changing<Made>(
	session: Session,
	owner: IncidentOfTeam,
	now: number,
	change: (session: Session, before: readonly IncidentUpdate[]) => Promise<Made>,
): Promise<Made | null> {
	return session.transaction(async (session) => {
		const incident = await lockIncident(session, owner);
		if (!incident) return null;
		const before = await updatesOf(session, owner.incidentId);
		const made = await change(session, before);
		const after = await updatesOf(session, owner.incidentId);
		const progress = followUpdates(incident.progress, before[0] ?? null, after[0] ?? null);
		await session.db
			.updateTable("incidents")
			.set(progressColumns(incident, progress, now))
			.where("id", "=", owner.incidentId)
			.where("team_id", "=", owner.teamId)
			.execute();
		return made;
	});
}
