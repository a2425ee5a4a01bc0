/** The schedule that any number of processes share: claims are leases in the rows of `monitor_states`. */

import type { SecretBox } from "../database/sealed-secrets.ts";
import type { Database } from "../database/session.ts";
import { ordersFor } from "./check-orders.ts";
import { claimDue, oldestDue, releaseClaims } from "./monitor-states.ts";
import type { Schedule } from "./schedule.ts";

/** @param box opens the secrets of monitors; null: checks of monitors that have some are missed */
export function leasedSchedule(database: Database, box: SecretBox | null = null): Schedule {
	return {
		async claim(now, limit) {
			const claims = await claimDue(database, now, limit);
			const orders = claims.length === 0 ? [] : await ordersFor(database, claims, box);
			const skippedSlots = claims.reduce((sum, claim) => sum + claim.skippedSlots, 0);
			return { orders, claimed: claims.length, skippedSlots };
		},
		release: (orders, now) => releaseClaims(database, orders, now),
		oldestDue: () => oldestDue(database.requests),
		async reload() {},
		async close() {},
	};
}
