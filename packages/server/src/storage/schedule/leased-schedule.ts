/** The schedule that any number of processes share: claims are leases in the rows of `monitor_states`. */

import type { SecretBox } from "../database/secret-box.ts";
import type { Database } from "../database/tx.ts";
import { type Holder, NOBODY } from "../installation/controls.ts";
import { ordersFor } from "./check-orders.ts";
import { claimEverywhere, claimOverdue, oldestDue, releaseClaims } from "./monitor-states.ts";
import { OVERDUE_AT_MOST, type Schedule, splitOverdue } from "./schedule.ts";

/** Slots that nobody had capacity for are looked for this often: a range of the index of what is due. */
const OVERDUE_EVERY_MS = 1_000;

/**
 * @param box opens the secrets of monitors; null: checks of monitors that have some are missed
 * @param holder whose the leases are; nothing is claimed while it is silent, because others take it away again
 */
export function leasedSchedule(database: Database, box: SecretBox | null = null, holder: Holder = NOBODY): Schedule {
	let overdueFrom = Number.NEGATIVE_INFINITY;
	return {
		async claim(now, limit) {
			if (holder.isSilent) return { orders: [], overdue: [], claimed: 0, reachedLimit: false };
			const looksForOverdue = now >= overdueFrom || now < overdueFrom - OVERDUE_EVERY_MS;
			// One transaction: a claim whose orders can't be read would keep its monitors from everybody until leases end.
			const { claims, reachedLimit, orders } = await database.transaction(async (tx) => {
				const atMost = limit.overdue ?? OVERDUE_AT_MOST;
				const old = looksForOverdue ? await claimOverdue(tx, now, atMost, holder.id) : [];
				const { claims, reachedLimit } = await claimEverywhere(tx, now, limit, holder.id);
				claims.push(...old);
				const orders = claims.length === 0 ? [] : await ordersFor(tx, claims, box);
				return { claims, reachedLimit: reachedLimit || (old.length > 0 && old.length === atMost), orders };
			});
			if (looksForOverdue) overdueFrom = reachedLimit ? now : now + OVERDUE_EVERY_MS;
			return { ...splitOverdue(orders, now), claimed: claims.length, reachedLimit };
		},
		// Other processes change when monitors are due.
		hasDue: () => true,
		release: (orders, now) => releaseClaims(database, orders, now, holder.id),
		oldestDue: () => oldestDue(database.requests),
		async reload() {},
	};
}
