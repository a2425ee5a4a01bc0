/** Maintenance windows that are announced on status pages, and which of their steps subscribers were notified of. */

import { sql } from "kysely";
import { MAINTENANCE_STEPS, type MaintenanceStep } from "../../domain/incidents/announcement.ts";
import { codeOf, labelOf } from "../database/codes.ts";
import type { Tx } from "../database/tx.ts";

/** Teams with a window that is announced on a page. */
export async function teamsThatAnnounce({ db }: Tx): Promise<number[]> {
	const { rows } = await sql<{ team_id: number }>`
		select distinct team_id from maintenance_windows
		where id in (select window_id from maintenance_window_pages) order by team_id`.execute(db);
	return rows.map(({ team_id }) => team_id);
}

/** The last step of each occurrence that was announced, by its beginning. */
export async function announcedSteps({ db }: Tx, windowId: number): Promise<Map<number, MaintenanceStep>> {
	const rows = await db.selectFrom("maintenance_told").selectAll().where("window_id", "=", windowId).execute();
	return new Map(rows.map(({ starts_at, step }) => [starts_at, labelOf(MAINTENANCE_STEPS, step)]));
}

export async function noteAnnounced(
	{ db }: Tx,
	windowId: number,
	startsAt: number,
	announced: MaintenanceStep,
): Promise<void> {
	const step = codeOf(MAINTENANCE_STEPS, announced);
	await db
		.insertInto("maintenance_told")
		.values({ window_id: windowId, starts_at: startsAt, step })
		.onConflict((conflict) => conflict.columns(["window_id", "starts_at"]).doUpdateSet({ step }))
		.execute();
}

/** The occurrences, by their beginning, whose step subscribers are to be notified of and have not been yet. */
export async function waitingAnnouncements(
	{ db }: Tx,
	windowId: number,
	step: MaintenanceStep,
): Promise<ReadonlySet<number | null>> {
	const rows = await db
		.selectFrom("announcements")
		.select("starts_at")
		.where("window_id", "=", windowId)
		.where("step", "=", codeOf(MAINTENANCE_STEPS, step))
		.execute();
	return new Set(rows.map(({ starts_at }) => starts_at));
}

/** From here on an occurrence was not announced: should it be announced again, subscribers are notified again. */
export async function deleteAnnounced({ db }: Tx, windowId: number, startsAt: number): Promise<void> {
	await db.deleteFrom("maintenance_told").where("window_id", "=", windowId).where("starts_at", "=", startsAt).execute();
}

/** Deletes what was announced of occurrences that began before `instant`. */
export async function deleteAnnouncedBefore({ db }: Tx, windowId: number, instant: number): Promise<void> {
	await db.deleteFrom("maintenance_told").where("window_id", "=", windowId).where("starts_at", "<", instant).execute();
}
