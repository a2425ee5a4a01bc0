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

interface RestDependencies {
	readonly database: Pick<Database, "version">;
	now(): number;
}

/**
 * Gives tasks their rests: what it answers makes a `run` that does nothing while its task rests. Tasks that are due
 * together ask once whether the database has changed.
 */
export function restsWhileUnchanged({ database, now }: RestDependencies) {
	const versionOfTurn = oncePerTurn(() => database.version());
	return (task: RestingTask): Required<Pick<Task, "run" | "isResting">> => {
		let rest: { readonly version: string; readonly from: number; readonly until: number } | null = null;
		const isResting = (version: string | null) => {
			if (rest === null || rest.version !== version) return false;
			const at = now();
			return rest.from <= at && at < rest.until && task.hasWork?.() !== true;
		};
		return {
			isResting: () => rest !== null && isResting(versionOfTurn()),
			async run(signal) {
				// Before the run: what is written while it runs is found by the next one.
				const version = database.version();
				if (isResting(version)) return "idle";
				const at = now();
				rest = null;
				const answer = await task.run(signal);
				if (answer === "idle" && version !== null) {
					const until = task.nextAt === undefined ? null : await task.nextAt(at);
					rest = { version, from: at, until: until ?? Number.POSITIVE_INFINITY };
				}
				return answer;
			},
		};
	};
}

/** What `read` answers; what it answered, when it is asked again in the same turn of the event loop. */
function oncePerTurn<Value>(read: () => Value): () => Value {
	let known: { readonly value: Value } | null = null;
	return () => {
		if (known === null) {
			known = { value: read() };
			// Before whatever these callers set off.
			queueMicrotask(() => {
				known = null;
			});
		}
		return known.value;
	};
}
