/** The updates of incidents. Who changes them locks their incident. */

import type { Changes } from "../../domain/given.ts";
import { INCIDENT_STATUSES, type IncidentUpdate, type NewUpdate } from "../../domain/incidents/incident.ts";
import { codeOf } from "../database/codes.ts";
import { newPublicId } from "../database/public-ids.ts";
import type { Tx } from "../database/tx.ts";
import { asUpdate } from "./incident-rows.ts";

/** Every update, newest first. */
export async function updatesOf(tx: Tx, incidentId: number): Promise<IncidentUpdate[]> {
	const rows = await tx.db
		.selectFrom("incident_updates")
		.selectAll()
		.where("incident_id", "=", incidentId)
		.orderBy("posted_at", "desc")
		.orderBy("id", "desc")
		.execute();
	return rows.map(asUpdate);
}

export async function findUpdate(tx: Tx, incidentId: number, publicId: string): Promise<IncidentUpdate | null> {
	const row = await tx.db
		.selectFrom("incident_updates")
		.selectAll()
		.where("incident_id", "=", incidentId)
		.where("public_id", "=", publicId)
		.executeTakeFirst();
	return row ? asUpdate(row) : null;
}

export async function editUpdate(
	{ db }: Tx,
	{ id, ...old }: IncidentUpdate,
	{ body = old.body, status = old.status }: Changes<Pick<IncidentUpdate, "body" | "status">>,
): Promise<IncidentUpdate> {
	const columns = { body, status: codeOf(INCIDENT_STATUSES, status) };
	await db.updateTable("incident_updates").set(columns).where("id", "=", id).execute();
	return { ...old, id, body, status };
}

export async function deleteUpdate({ db }: Tx, id: number): Promise<void> {
	await db.deleteFrom("incident_updates").where("id", "=", id).execute();
}

export async function insertUpdate(
	{ db }: Tx,
	incidentId: number,
	{ body, status, at, notifiesSubscribers }: NewUpdate,
): Promise<IncidentUpdate> {
	const row = await db
		.insertInto("incident_updates")
		.values({
			public_id: newPublicId("upd"),
			incident_id: incidentId,
			body,
			status: codeOf(INCIDENT_STATUSES, status),
			posted_at: at,
			notifies_subscribers: notifiesSubscribers ? 1 : 0,
		})
		.returningAll()
		.executeTakeFirstOrThrow();
	return asUpdate(row);
}
