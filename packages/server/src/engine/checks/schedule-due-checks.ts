/**
 * Claims the monitors that are due and dispatches their orders to the probers. It claims no more than the probers and
 * the recorder have capacity for: other monitors stay due, and their lag shows in the metrics.
 */

import type { Dispatcher } from "../../dispatch/interface.ts";
import type { Metrics } from "../../metrics.ts";
import type { Schedule } from "../../storage/schedule/schedule.ts";
import { BUFFER_LIMIT } from "./record-observations.ts";

/** Claimed in one statement: about 20 ms of SQLite. */
const CLAIM_AT_MOST = 1_000;

interface ScheduleDependencies {
	readonly schedule: Schedule;
	readonly dispatcher: Dispatcher;
	readonly metrics: Metrics;
	now(): number;
}

/** For how many monitors the probers and the recorder have capacity; none when 0 or less. */
export function claimable({ capacity, inFlight }: Dispatcher): number {
	return Math.min(CLAIM_AT_MOST, capacity.total, BUFFER_LIMIT - inFlight);
}

/** Claims what is due now. "more" when there may be more than was claimed. */
export async function scheduleDueChecks(deps: ScheduleDependencies): Promise<"more" | "idle"> {
	const { schedule, dispatcher, metrics, now } = deps;
	const total = claimable(dispatcher);
	if (total <= 0) return "idle";
	const { orders, claimed, skippedSlots } = await schedule.claim(now(), {
		total,
		slow: Math.min(total, dispatcher.capacity.slow),
	});
	if (claimed === 0) return "idle";
	if (skippedSlots > 0) metrics.slotsSkipped.inc(skippedSlots);
	const refused = await dispatcher.dispatch(orders);
	await schedule.release(refused, now());
	return claimed === total && refused.length === 0 ? "more" : "idle";
}
