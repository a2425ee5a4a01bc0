/** Runs a background task repeatedly until it is stopped. A failure is logged and counted, and the task continues. */

import type { Logger } from "pino";
import type { Metrics } from "../metrics.ts";

export interface Task {
	/** The name in the log and the metrics. */
	readonly name: string;
	/** From the end of an idle run to the start of the next, at most, but for {@link EARLY_MS}. */
	readonly everyMs: number;
	/** A bounded slice of work. "more" asks to be run again at once. */
	run(signal: AbortSignal): Promise<"more" | "idle">;
}

/**
 * Pause after the first failure; doubled with each further one in a row. Short enough that checks go on within 15 s
 * after a database is back.
 */
const RETRY_AFTER_MS = { first: 500, most: 5_000 };
/** By so much a timer may end too early. */
const EARLY_MS = 2;

/** Runs `task` until `signal` is aborted; resolves when its last run has ended. */
export async function loop(task: Task, deps: { log: Logger; metrics: Metrics }, signal: AbortSignal): Promise<void> {
	let failures = 0;
	let wake = () => {};
	// One for all pauses: dozens of tasks share the signal, and each listener that comes or goes costs a look at all.
	signal.addEventListener("abort", () => wake(), { once: true });
	while (!signal.aborted) {
		let waitMs: number;
		const startedAt = performance.now();
		try {
			// A task with more work yields to other tasks and the API.
			waitMs = (await task.run(signal)) === "more" ? 0 : untilNextStart(task.everyMs, startedAt);
			failures = 0;
		} catch (error) {
			if (signal.aborted) return;
			waitMs = Math.min(RETRY_AFTER_MS.most, RETRY_AFTER_MS.first * 2 ** failures);
			failures += 1;
			deps.metrics.taskFailures.inc({ task: task.name });
			deps.log.error({ err: error, task: task.name, retryInMs: waitMs }, "A background task failed");
		}
		if (signal.aborted) return;
		await new Promise<void>((resolve) => {
			const timer = setTimeout(resolve, waitMs);
			wake = () => {
				clearTimeout(timer);
				resolve();
			};
		});
	}
}

/**
 * Starts lie on multiples of the interval: a process at rest wakes once for all tasks that are due, not once for each.
 * After a run that took long the task rests for its whole interval.
 */
function untilNextStart(everyMs: number, startedAt: number): number {
	const now = performance.now();
	if (now - startedAt > everyMs / 2) return everyMs;
	const leftMs = everyMs - (now % everyMs);
	return leftMs > EARLY_MS ? leftMs : leftMs + everyMs;
}
