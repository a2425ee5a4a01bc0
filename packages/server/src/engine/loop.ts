/** Runs a background task repeatedly until it is stopped. A failure is logged and counted, and the task continues. */

import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import type { Metrics } from "../metrics.ts";

export interface Task {
	/** The name in the log and the metrics. */
	readonly name: string;
	/** From the end of an idle run to the start of the next. */
	readonly everyMs: number;
	/** A bounded slice of work. "more" asks to be run again at once. */
	run(signal: AbortSignal): Promise<"more" | "idle">;
}

/**
 * Pause after the first failure; doubled with each further one in a row. Short enough that checks go on within 15 s
 * after a database is back.
 */
const RETRY_AFTER_MS = { first: 500, most: 5_000 };

/** Runs `task` until `signal` is aborted; resolves when its last run has ended. */
export async function loop(task: Task, deps: { log: Logger; metrics: Metrics }, signal: AbortSignal): Promise<void> {
	let failures = 0;
	while (!signal.aborted) {
		let waitMs = task.everyMs;
		try {
			// A task with more work yields to other tasks and the API.
			if ((await task.run(signal)) === "more") waitMs = 0;
			failures = 0;
		} catch (error) {
			if (signal.aborted) return;
			waitMs = Math.min(RETRY_AFTER_MS.most, RETRY_AFTER_MS.first * 2 ** failures);
			failures += 1;
			deps.metrics.taskFailures.inc({ task: task.name });
			deps.log.error({ err: error, task: task.name, retryInMs: waitMs }, "A background task failed");
		}
		await pause(waitMs, undefined, { signal }).catch(() => {});
	}
}
