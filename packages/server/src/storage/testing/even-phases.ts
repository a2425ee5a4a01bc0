/** Monitors as those of a service that has run for long: created at many instants, and so of many phases. */

import { sql } from "kysely";
import { gridOf } from "../../domain/schedule/schedule.ts";
import type { Tx } from "../database/tx.ts";

/** Gives every monitor the phase of {@link gridOf}. */
export async function spreadPhases(tx: Tx): Promise<void> {
	const states = await tx.db.selectFrom("monitor_states").select(["monitor_id", "interval_ms"]).execute();
	const rows = tx.dialect.rows(
		{ monitor_id: "integer", phase_ms: "integer" },
		states.map(({ monitor_id, interval_ms }) => ({ monitor_id, phase_ms: gridOf(monitor_id, interval_ms).phaseMs })),
	);
	await sql`update monitor_states set phase_ms = r.phase_ms from ${rows} as r
		where monitor_states.monitor_id = r.monitor_id`.execute(tx.db);
}
