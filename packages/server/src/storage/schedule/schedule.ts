/**
 * What a scheduler needs: the orders of the checks that are due, each to one holder at a time. Two ways, by whether
 * other processes use the database too: leases in its rows (./leased-schedule.ts), or the memory of the only process
 * (./schedule-in-memory.ts).
 */

import type { CheckOrder } from "../../domain/checks/check.ts";
import { worthUntil } from "../../domain/schedule/schedule.ts";

interface LocationLimit {
	readonly total: number;
	/** Of these, monitors whose last check was slow, at most. */
	readonly slow: number;
}

/** For monitors that are checked where `control` is; by location for the others, of which no more are claimed. */
export interface ClaimLimit extends LocationLimit {
	readonly elsewhere?: ReadonlyMap<number, LocationLimit>;
	/** Of monitors whose check is not worth making any more, wherever they are checked. Default: OVERDUE_AT_MOST. */
	readonly overdue?: number;
}

/** Claimed at once without taking capacity of probers: a commit of the recorder. */
export const OVERDUE_AT_MOST = 1_000;

export const NOWHERE_ELSE: ReadonlyMap<number, LocationLimit> = new Map();

export interface ClaimedChecks {
	/**
	 * Longest due first, location by location; where not all slow monitors may be claimed, the others come first. One for
	 * each of its locations of a monitor that has several.
	 */
	readonly orders: readonly CheckOrder[];
	/** One for each monitor whose check is not worth making any more (`overdueSlots`): it is to be recorded as missed. */
	readonly overdue: readonly CheckOrder[];
	/** How many monitors were claimed; fewer orders when some were deleted meanwhile. */
	readonly claimed: number;
	/** Whether a limit was reached, so that more may be due. */
	readonly reachedLimit: boolean;
}

export interface Schedule {
	/**
	 * Claims monitors that are due at `now`. None moves to another slot: commits do that. A claim ends when the check is
	 * recorded, with {@link release}, or after the longest time that a check may take; the monitor is then due again, for
	 * the same slot.
	 */
	claim(now: number, limit: ClaimLimit): Promise<ClaimedChecks>;
	/** Whether a monitor may be due, as far as is known without the database: edits since the last claim are not. */
	hasDue(now: number): boolean;
	/** Makes claimed checks due again at once, under their slots: after a stop, or when a prober was lost. */
	release(orders: readonly CheckOrder[], now: number): Promise<void>;
	/** Instant of the longest overdue check, epoch milliseconds; null when nothing is scheduled. Asks the database. */
	oldestDue(): Promise<number | null>;
	/** Reads everything anew: for changes that no edit of a monitor makes, such as a clock that was set back. */
	reload(): Promise<void>;
}

/** Of the orders of claimed checks, those that are to be made and those that are not any more, one for each check. */
export function splitOverdue(claimed: readonly CheckOrder[], now: number): Pick<ClaimedChecks, "orders" | "overdue"> {
	const orders: CheckOrder[] = [];
	const overdue = new Map<number, CheckOrder>();
	for (const order of claimed) {
		if (now < worthUntil(order)) orders.push(order);
		else overdue.set(order.monitorId, order);
	}
	return { orders, overdue: [...overdue.values()] };
}
