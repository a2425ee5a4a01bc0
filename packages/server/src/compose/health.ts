/** Whether the parts that run in this process do their work. */

import type { Health } from "../http/public/health.ts";
import { oldestDue } from "../storage/schedule/monitor-states.ts";
import type { Parts } from "./parts.ts";
import type { EngineRole } from "./roles/engine.ts";

/** A scheduler that has not run for this long is stuck. */
const SCHEDULER_STALLS_AFTER_MS = 15_000;
/** A database that has not answered within this time counts as away. */
const PING_TIMEOUT_MS = 2_000;

/** @param engine null in a process without one: then only the database is reported on */
export async function healthOf({ database, now }: Parts, engine: EngineRole | null): Promise<Health> {
	const answer = await within(PING_TIMEOUT_MS, oldestDue(database));
	const due = answer?.value ?? null;
	const schedulerTickedAt = engine?.schedulerTickedAt ?? null;
	const isTicking = schedulerTickedAt !== null && now() - schedulerTickedAt < SCHEDULER_STALLS_AFTER_MS;
	return {
		status: answer !== null && (engine === null || isTicking) ? "ok" : "failing",
		database: answer !== null,
		schedulerTickedAt,
		lagMs: due === null ? null : Math.max(0, now() - due),
	};
}

/** The value of `work`; null when it failed or took longer. */
async function within<Value>(ms: number, work: Promise<Value>): Promise<{ value: Value } | null> {
	const { promise: late, resolve } = Promise.withResolvers<null>();
	const timer = setTimeout(() => resolve(null), ms);
	try {
		return await Promise.race([
			work.then(
				(value) => ({ value }),
				() => null,
			),
			late,
		]);
	} finally {
		clearTimeout(timer);
	}
}
