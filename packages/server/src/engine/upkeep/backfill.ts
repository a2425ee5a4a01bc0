/** Runs the queued backfills, a slice at a time, and logs the progress. */

import type { Logger } from "pino";
import type { Metrics } from "../../metrics.ts";
import type { Database } from "../../storage/database/tx.ts";
import { pendingBackfills, stepBackfill } from "../../storage/figures/backfills.ts";
import { heavyTurn } from "../../storage/turns/heavy-turn.ts";

interface BackfillDependencies {
	readonly database: Pick<Database, "repeatable">;
	readonly metrics: Metrics;
	readonly log: Logger;
	/** Epoch milliseconds. */
	now(): number;
}

/** Monitor days between two lines of the log. */
const LOGGED_EVERY_DAYS = 1_000;

export async function backfill({ database, metrics, log, now }: BackfillDependencies): Promise<"more" | "idle"> {
	const { repeatable } = database;
	await heavyTurn();
	const step = await stepBackfill(repeatable, now());
	if (step?.state !== "running") metrics.backfillsPending.set(await pendingBackfills(repeatable));
	if (!step) return "idle";
	const { teamId, state, folded, daysDone, checksDone, startedAt } = step;
	metrics.rollUpDays.inc({ cause: "backfill" }, folded.days);
	const passed = Math.floor(daysDone / LOGGED_EVERY_DAYS) > Math.floor((daysDone - folded.days) / LOGGED_EVERY_DAYS);
	if (state !== "running" || passed) {
		log.info({ teamId, state, daysDone, checksDone, elapsedMs: now() - startedAt }, "backfill");
	}
	return "more";
}
