/**
 * Detects that the wall clock was set back. Schedules and records then lie in the future, so the schedule would stop
 * until the clock gets there. The job also runs at the start, because the clock may have been corrected while the
 * service was stopped.
 */

import type { Logger } from "pino";
import type { Tx } from "../../storage/database/tx.ts";
import type { Schedule } from "../../storage/schedule/schedule.ts";
import { applyClockRollback } from "../../storage/upkeep/clock-rollback.ts";

interface ClockDependencies {
	readonly database: Tx;
	readonly schedule: Pick<Schedule, "reload">;
	readonly log: Logger;
	now(): number;
}

export function createClockRollbackDetector({
	database,
	schedule,
	log,
	now,
}: ClockDependencies): () => Promise<"idle"> {
	let latest = Number.POSITIVE_INFINITY;
	return async () => {
		const at = now();
		if (at < latest) {
			const rescheduled = await applyClockRollback(database, database.dialect.clock ?? at);
			await schedule.reload();
			if (rescheduled > 0) log.warn({ monitors: rescheduled }, "The clock was set back; their checks begin anew");
		}
		latest = at;
		return "idle";
	};
}
