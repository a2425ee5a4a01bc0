/**
 * Claims the monitors that are due and dispatches their orders to the probers. It claims no more than the probers and
 * the recorder have capacity for: other monitors stay due, and their lag shows in the metrics.
 */

import type { Dispatcher } from "../../dispatch/interface.ts";
import type { Metrics } from "../../metrics.ts";
import type { Session } from "../../storage/database/session.ts";
import { ordersFor } from "../../storage/schedule/check-orders.ts";
import { claimDue, releaseClaims } from "../../storage/schedule/monitor-states.ts";
import { BUFFER_LIMIT } from "./record-observations.ts";

/** Claimed in one statement: about 20 ms of SQLite. */
const CLAIM_AT_MOST = 1_000;

export interface ScheduleDependencies {
	readonly database: Session;
	readonly dispatcher: Dispatcher;
	readonly metrics: Metrics;
	now(): number;
}

/** Claims what is due now. "more" when there may be more than was claimed. */
export async function scheduleDueChecks(deps: ScheduleDependencies): Promise<"more" | "idle"> {
	const { database, dispatcher, metrics, now } = deps;
	const { capacity, inFlight } = dispatcher;
	const total = Math.min(CLAIM_AT_MOST, capacity.total, BUFFER_LIMIT - inFlight);
	metrics.checksInFlight.set(inFlight);
	if (total <= 0) return "idle";
	const claims = await claimDue(database, now(), { total, slow: Math.min(total, capacity.slow) });
	if (claims.length === 0) return "idle";
	for (const { skippedSlots } of claims) if (skippedSlots > 0) metrics.slotsSkipped.inc(skippedSlots);
	const refused = await dispatcher.dispatch(await ordersFor(database, claims));
	await releaseClaims(database, refused, now());
	return claims.length === total && refused.length === 0 ? "more" : "idle";
}
