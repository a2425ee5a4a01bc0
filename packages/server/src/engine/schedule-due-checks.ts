/**
 * Claims the monitors that are due and hands their orders to the probers. Claims no more than the probers and the
 * recorder have room for: what does not fit stays due, and its lag shows.
 */

import type { Dispatcher } from "../dispatch/interface.ts";
import type { Metrics } from "../metrics.ts";
import type { Session } from "../storage/database/session.ts";
import { ordersFor } from "../storage/schedule/check-orders.ts";
import { claimDue } from "../storage/schedule/monitor-states.ts";
import type { Recorder } from "./record-observations.ts";

/** Claimed in one statement: about 20 ms of SQLite. */
const CLAIM_AT_MOST = 1_000;

export interface ScheduleDependencies {
	readonly database: Session;
	readonly dispatcher: Dispatcher;
	readonly recorder: Recorder;
	readonly metrics: Metrics;
	now(): number;
}

/** One look at what is due. "more" when there may be more than was claimed. */
export async function scheduleDueChecks(deps: ScheduleDependencies): Promise<"more" | "idle"> {
	const { database, dispatcher, recorder, metrics } = deps;
	const room = Math.min(CLAIM_AT_MOST, dispatcher.capacity, recorder.room - dispatcher.inFlight);
	metrics.checksInFlight.set(dispatcher.inFlight);
	if (room <= 0) return "idle";
	const claims = await claimDue(database, deps.now(), room);
	if (claims.length === 0) return "idle";
	for (const { skippedSlots } of claims) if (skippedSlots > 0) metrics.slotsSkipped.inc(skippedSlots);
	dispatcher.dispatch(await ordersFor(database, claims));
	return claims.length === room ? "more" : "idle";
}
