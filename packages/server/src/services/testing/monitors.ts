/** Changes of monitors that tests make, by the keys of storage and without an actor. */

import { success, unwrap } from "@lapwing/result";
import type { Monitor, MonitorChanges } from "../../domain/monitors/settings.ts";
import type { SecretBox } from "../../storage/database/secret-box.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { lockMonitor } from "../../storage/monitors/monitors.ts";
import { inTransaction } from "../change.ts";
import { changeMonitors } from "../monitors/change-monitor.ts";

/** Null when there is no such monitor. Throws the problem of settings that are refused. */
export async function updateMonitor(
	database: Tx,
	id: number,
	changes: MonitorChanges,
	now: number,
	secretBox: SecretBox | null = null,
): Promise<Monitor | null> {
	const row = await database.db
		.selectFrom("monitors")
		.select(["public_id", "team_id"])
		.where("id", "=", id)
		.executeTakeFirst();
	const result = await inTransaction(database, async (tx) => {
		const before = row ? await lockMonitor(tx, row.team_id, row.public_id, now) : null;
		return before === null ? success([]) : changeMonitors(tx, [{ at: "", before, changes }], { now, secretBox });
	});
	return unwrap(result)[0] ?? null;
}
