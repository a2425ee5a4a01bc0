/** Maintenance windows that are announced on status pages, and which of their steps were told. */

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

/** The last step that was told of each occurrence, by its beginning. */
export async function toldSteps({ db }: Tx, windowId: number): Promise<Map<number, MaintenanceStep>> {
	const rows = await db.selectFrom("maintenance_told").selectAll().where("window_id", "=", windowId).execute();
	return new Map(rows.map(({ starts_at, step }) => [starts_at, labelOf(MAINTENANCE_STEPS, step)]));
}

export async function noteTold({ db }: Tx, windowId: number, startsAt: number, told: MaintenanceStep): Promise<void> {
	const step = codeOf(MAINTENANCE_STEPS, told);
	await db
		.insertInto("maintenance_told")
		.values({ window_id: windowId, starts_at: startsAt, step })
		.onConflict((conflict) => conflict.columns(["window_id", "starts_at"]).doUpdateSet({ step }))
		.execute();
}

/** The occurrences, by their beginning, whose step subscribers are to be told and have not been yet. */
export async function waitingToBeTold(
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

/** From here on nobody was told of an occurrence: should it be announced again, it is told again. */
export async function deleteTold({ db }: Tx, windowId: number, startsAt: number): Promise<void> {
	await db.deleteFrom("maintenance_told").where("window_id", "=", windowId).where("starts_at", "=", startsAt).execute();
}

/** Deletes what was told of occurrences that began before `instant`. */
export async function deleteToldBefore({ db }: Tx, windowId: number, instant: number): Promise<void> {
	await db.deleteFrom("maintenance_told").where("window_id", "=", windowId).where("starts_at", "<", instant).execute();
}
