/** The schedule that any number of processes share: claims are leases in the rows of `monitor_states`. */

import type { SecretBox } from "../database/secret-box.ts";
import type { Database } from "../database/tx.ts";
import { ordersFor } from "./check-orders.ts";
import { claimEverywhere, oldestDue, releaseClaims } from "./monitor-states.ts";
import type { Schedule } from "./schedule.ts";

/** @param box opens the secrets of monitors; null: checks of monitors that have some are missed */
export function leasedSchedule(database: Database, box: SecretBox | null = null): Schedule {
	return {
		async claim(now, limit) {
			// One transaction: a claim whose orders can't be read would keep its monitors from everybody until leases end.
			const { claims, reachedLimit, orders } = await database.transaction(async (tx) => {
				const { claims, reachedLimit } = await claimEverywhere(tx, now, limit);
				return { claims, reachedLimit, orders: claims.length === 0 ? [] : await ordersFor(tx, claims, box) };
			});
			const skippedSlots = claims.reduce((sum, claim) => sum + claim.skippedSlots, 0);
			return { orders, claimed: claims.length, reachedLimit, skippedSlots };
		},
		// Other processes change when monitors are due.
		hasDue: () => true,
		release: (orders, now) => releaseClaims(database, orders, now),
		oldestDue: () => oldestDue(database.requests),
		async reload() {},
		async close() {},
	};
}
