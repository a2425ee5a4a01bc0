/**
 * What a scheduler needs: the orders of the checks that are due, each to one holder at a time. Two ways, by whether
 * other processes use the database too: leases in its rows (./leased-schedule.ts), or the memory of the only process
 * (./schedule-in-memory.ts).
 */

import type { CheckOrder } from "../../domain/checks/check.ts";

interface LocationLimit {
	/** Monitors to claim, at most. */
	readonly total: number;
	/** Of these, monitors whose last check was slow, at most. */
	readonly slow: number;
}

/** For monitors that are checked where `control` is; by location for the others, of which no more are claimed. */
export interface ClaimLimit extends LocationLimit {
	readonly elsewhere?: ReadonlyMap<number, LocationLimit>;
}

export const NOWHERE_ELSE: ReadonlyMap<number, LocationLimit> = new Map();

export interface ClaimedChecks {
	/**
	 * Longest due first, location by location; where not all slow monitors may be claimed, the others come first. One for
	 * each of its locations of a monitor that has several.
	 */
	readonly orders: readonly CheckOrder[];
	/** How many monitors were claimed; fewer orders when some were deleted meanwhile. */
	readonly claimed: number;
	/** Whether a limit was reached, so that more may be due. */
	readonly reachedLimit: boolean;
	/** Slots of the claimed monitors that passed without a check. */
	readonly skippedSlots: number;
}

export interface Schedule {
	/**
	 * Claims monitors that are due at `now`. A claim ends when the check is recorded, with {@link release}, or after the
	 * longest time that a check may take; the monitor is then due again, for the same slot.
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
	/** To be called when the last outcome is recorded and nothing is claimed any more. */
	close(now: number): Promise<void>;
}
