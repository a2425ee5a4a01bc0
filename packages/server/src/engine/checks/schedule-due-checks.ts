/**
 * Claims the monitors that are due and dispatches their orders to the probers. It claims no more than the probers and
 * the recorder have capacity for: other monitors stay due, and their lag shows in the metrics.
 */

import type { LocatedDispatcher } from "../../dispatch/interface.ts";
import type { Metrics } from "../../metrics.ts";
import type { ClaimLimit, Schedule } from "../../storage/schedule/schedule.ts";
import { BUFFER_LIMIT } from "./record-observations.ts";

/** Claimed in one statement: about 20 ms of SQLite. */
const CLAIM_AT_MOST = 1_000;

/** What the schedule needs of the probers. */
export type Probers = Pick<LocatedDispatcher, "dispatch" | "capacityAt" | "inFlightAt" | "locationsWithProber">;

interface ScheduleDependencies {
	readonly schedule: Schedule;
	readonly dispatcher: Probers;
	readonly metrics: Metrics;
	now(): number;
}

/** For how many monitors the probers and the recorder have capacity, by location; null when for none. */
export function claimable(dispatcher: Probers): ClaimLimit | null {
	const here = limitAt(dispatcher, null);
	const elsewhere = new Map(
		Array.from(dispatcher.locationsWithProber(), (id) => [id, limitAt(dispatcher, id)] as const).filter(
			([, { total }]) => total > 0,
		),
	);
	return here.total === 0 && elsewhere.size === 0 ? null : { ...here, elsewhere };
}

function limitAt(dispatcher: Probers, locationId: number | null) {
	const { total: free, slow } = dispatcher.capacityAt(locationId);
	const total = Math.max(0, Math.min(CLAIM_AT_MOST, free, BUFFER_LIMIT - dispatcher.inFlightAt(locationId)));
	return { total, slow: Math.min(total, slow) };
}

/** Claims what is due now. "more" when there may be more than was claimed. */
export async function scheduleDueChecks(deps: ScheduleDependencies): Promise<"more" | "idle"> {
	const { schedule, dispatcher, metrics, now } = deps;
	const limit = claimable(dispatcher);
	if (limit === null) return "idle";
	const { orders, claimed, reachedLimit, skippedSlots } = await schedule.claim(now(), limit);
	if (claimed === 0) return "idle";
	if (skippedSlots > 0) metrics.slotsSkipped.inc(skippedSlots);
	const refused = await dispatcher.dispatch(orders);
	await schedule.release(refused, now());
	return reachedLimit && refused.length === 0 ? "more" : "idle";
}
