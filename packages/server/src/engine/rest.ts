/**
 * Rest of a background task that found nothing to do. What it could find was either written to the database or became
 * due: so until the database changes and until the next instant at which the clock brings work, a run would find
 * nothing again, and is left out. Asking whether the database has changed costs a tenth of a run
 * (docs/adr/schedule/0158-rest-while-nothing-changes.md).
 *
 * The answer of a task is as prompt as without rest, because it is asked as often. On PostgreSQL, where the question is
 * a query as any other, tasks do not rest.
 */

import type { Database } from "../storage/database/tx.ts";
import type { Task } from "./loop.ts";

export interface RestingTask {
	run: Task["run"];
	/** Whether work came that is not in the database; asked at each call, so it has to be cheap. Default: none comes. */
	hasWork?(): boolean;
	/**
	 * Asked after a run that was idle: when the clock alone brings work that a run at `startedAt` did not find, epoch
	 * milliseconds; an instant that has passed when it may have done so already; null: never. Default: never.
	 */
	nextAt?(startedAt: number): Promise<number | null> | number | null;
}

/** Runs `task` as often as it is called, except while it rests. */
export function restWhileUnchanged(
	{ database, now }: { readonly database: Pick<Database, "version">; now(): number },
	task: RestingTask,
): Task["run"] {
	let rest: { readonly version: string; readonly from: number; readonly until: number } | null = null;
	return async (signal) => {
		// Before the run: what is written while it runs is found by the next one.
		const version = database.version();
		if (version === null) return task.run(signal);
		const at = now();
		const isUnchanged = rest !== null && rest.version === version && rest.from <= at && at < rest.until;
		if (isUnchanged && task.hasWork?.() !== true) return "idle";
		rest = null;
		const answer = await task.run(signal);
		if (answer === "idle") {
			const until = task.nextAt === undefined ? null : await task.nextAt(at);
			rest = { version, from: at, until: until ?? Number.POSITIVE_INFINITY };
		}
		return answer;
	};
}
