/** The schedule that any number of processes share: claims are leases in the rows of `monitor_states`. */

import type { SecretBox } from "../database/secret-box.ts";
import type { Database } from "../database/tx.ts";
import { ordersFor } from "./check-orders.ts";
import { claimDue, oldestDue, releaseClaims } from "./monitor-states.ts";
import type { Schedule } from "./schedule.ts";

/** @param box opens the secrets of monitors; null: checks of monitors that have some are missed */
export function leasedSchedule(database: Database, box: SecretBox | null = null): Schedule {
	return {
		async claim(now, limit) {
			// One transaction: a claim whose orders can't be read would keep its monitors from everybody until leases end.
			const { claims, orders } = await database.transaction(async (tx) => {
				const claims = await claimDue(tx, now, limit);
				return { claims, orders: claims.length === 0 ? [] : await ordersFor(tx, claims, box) };
			});
			const skippedSlots = claims.reduce((sum, claim) => sum + claim.skippedSlots, 0);
			return { orders, claimed: claims.length, skippedSlots };
		},
		// Other processes change when monitors are due.
		hasDue: () => true,
		release: (orders, now) => releaseClaims(database, orders, now),
		oldestDue: () => oldestDue(database.requests),
		async reload() {},
		async close() {},
	};
}
