/**
 * What subscribers are to be notified of, handed on in the transaction of what it is about: a row is written with the
 * update that it names, or not at all.
 */

import { ANNOUNCEMENT_KINDS, type Announcement, MAINTENANCE_STEPS } from "../../domain/incidents/announcement.ts";
import { codeOf, labelOf } from "../database/codes.ts";
import type { Row } from "../database/schema.ts";
import type { Tx } from "../database/tx.ts";

interface StoredAnnouncement {
	readonly id: number;
	readonly teamId: number;
	readonly what: Announcement;
	readonly createdAt: number;
}

export async function insertAnnouncement({ db }: Tx, teamId: number, what: Announcement, now: number): Promise<void> {
	const ofWindow = what.kind === "maintenance" ? what : null;
	await db
		.insertInto("announcements")
		.values({
			kind: codeOf(ANNOUNCEMENT_KINDS, what.kind),
			team_id: teamId,
			incident_id: what.kind === "maintenance" ? null : what.incidentId,
			update_id: "updateId" in what ? what.updateId : null,
			window_id: ofWindow?.windowId ?? null,
			starts_at: ofWindow?.startsAt ?? null,
			step: ofWindow && codeOf(MAINTENANCE_STEPS, ofWindow.step),
			created_at: now,
		})
		.execute();
}

/** The oldest ones. Who tells them deletes them in the transaction that writes their messages. */
export async function oldestAnnouncements({ db }: Tx, limit: number): Promise<StoredAnnouncement[]> {
	const rows = await db.selectFrom("announcements").selectAll().orderBy("id").limit(limit).execute();
	return rows.map((row) => ({ id: row.id, teamId: row.team_id, what: announcementOf(row), createdAt: row.created_at }));
}

/** Who tells them deletes them. Returns those that nobody else deleted before. */
export async function deleteAnnouncements({ db }: Tx, ids: readonly number[]): Promise<number[]> {
	const rows = await db
		.deleteFrom("announcements")
		.where("id", "in", [...ids])
		.returning("id")
		.execute();
	return rows.map(({ id }) => id);
}

function announcementOf({
	kind,
	incident_id,
	update_id,
	window_id,
	starts_at,
	step,
}: Row<"announcements">): Announcement {
	const label = labelOf(ANNOUNCEMENT_KINDS, kind);
	if (label === "maintenance") {
		return {
			kind: label,
			windowId: window_id ?? 0,
			startsAt: starts_at ?? 0,
			step: labelOf(MAINTENANCE_STEPS, step ?? 0),
		};
	}
	const incidentId = incident_id ?? 0;
	return label === "postmortem" ? { kind: label, incidentId } : { kind: label, incidentId, updateId: update_id };
}
