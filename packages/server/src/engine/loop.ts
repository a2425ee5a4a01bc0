/** Runs a background task repeatedly until it is stopped. A failure is logged and counted, and the task continues. */

import type { Logger } from "pino";
import type { Metrics } from "../metrics.ts";
import { atNextMultiple } from "../shared-wakes.ts";

export interface Task {
	/** The name in the log and the metrics. */
	readonly name: string;
	/** From the end of an idle run to the start of the next, at most. */
	readonly everyMs: number;
	/** A bounded slice of work. "more" asks to be run again at once. */
	run(signal: AbortSignal): Promise<"more" | "idle">;
	/** Whether a run would find nothing; asked before each but the first, so it has to be cheap. Default: it never is. */
	isResting?(): boolean;
}

/**
 * Pause after the first failure; doubled with each further one in a row. Short enough that checks go on within 15 s
 * after a database is back.
 */
const RETRY_AFTER_MS = { first: 500, most: 5_000 };

/** Runs `task` until `signal` is aborted; resolves when its last run has ended. */
export async function loop(task: Task, deps: { log: Logger; metrics: Metrics }, signal: AbortSignal): Promise<void> {
	let failures = 0;
	// From the start on, for an alert on its increase sees none from nothing to one.
	deps.metrics.taskFailures.inc({ task: task.name }, 0);
	let wake = () => {};
	// One for all pauses: dozens of tasks share the signal, and each listener that comes or goes costs a look at all.
	signal.addEventListener("abort", () => wake(), { once: true });
	while (!signal.aborted) {
		let rest: Rest;
		const startedAt = performance.now();
		try {
			// A task with more work yields to other tasks and the API.
			rest = (await task.run(signal)) === "more" ? restFor(0) : untilNextStart(task, startedAt);
			failures = 0;
		} catch (error) {
			if (signal.aborted) return;
			const waitMs = Math.min(RETRY_AFTER_MS.most, RETRY_AFTER_MS.first * 2 ** failures);
			rest = restFor(waitMs);
			failures += 1;
			deps.metrics.taskFailures.inc({ task: task.name });
			deps.log.error({ err: error, task: task.name, retryInMs: waitMs }, "A background task failed");
		}
		if (signal.aborted) return;
		await new Promise<void>((resolve) => {
			const callOff = rest(resolve);
			wake = () => {
				callOff();
				resolve();
			};
		});
	}
}

/** Calls back at its end; returns how to call it off. */
type Rest = (onEnd: () => void) => () => void;

function restFor(ms: number): Rest {
	return (onEnd) => {
		const timer = setTimeout(onEnd, ms);
		return () => clearTimeout(timer);
	};
}

/** Starts lie on multiples of the interval; but after a run that took long the task rests for its whole interval. */
function untilNextStart(task: Task, startedAt: number): Rest {
	const { everyMs } = task;
	if (performance.now() - startedAt > everyMs / 2) return restFor(everyMs);
	return (onEnd) => {
		const look = () => {
			if (isResting(task)) callOff = atNextMultiple(everyMs, look);
			else onEnd();
		};
		let callOff = atNextMultiple(everyMs, look);
		return () => callOff();
	};
}

function isResting(task: Task): boolean {
	try {
		return task.isResting?.() ?? false;
	} catch {
		// The run meets the same, and counts as failed.
		return false;
	}
}
