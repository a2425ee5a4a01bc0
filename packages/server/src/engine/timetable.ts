/** Every background job on one screen: what runs, how often, and what it needs. */

import type { Logger } from "pino";
import type { Dispatcher } from "../dispatch/interface.ts";
import type { Retention } from "../domain/figures/retention.ts";
import type { Metrics } from "../metrics.ts";
import type { Notifier } from "../notify/interface.ts";
import type { SecretBox } from "../storage/database/sealed-secrets.ts";
import type { Database } from "../storage/database/session.ts";
import { backfill } from "./backfill.ts";
import { createClockRollbackDetector } from "./clock-rollback.ts";
import { countPendingNotices, deliverNotices } from "./deliver-notices.ts";
import { DeliveryShares } from "./delivery-shares.ts";
import type { Job } from "./loop.ts";
import { prune } from "./prune.ts";
import { rollUp } from "./roll-up.ts";
import { scheduleDueChecks } from "./schedule-due-checks.ts";

export interface TimetableDependencies {
	readonly database: Database;
	readonly dispatcher: Dispatcher;
	readonly metrics: Metrics;
	readonly log: Logger;
	readonly signal: AbortSignal;
	readonly retention: Retention;
	now(): number;
	readonly notifier: Notifier;
	readonly secretBox: SecretBox;
	/** Called after each run of the schedule. */
	onScheduled(): void;
}

export function timetable(deps: TimetableDependencies): readonly Job[] {
	const shares = new DeliveryShares();
	return [
		{
			name: "schedule",
			everyMs: 200,
			async run() {
				const answer = await scheduleDueChecks(deps);
				deps.onScheduled();
				return answer;
			},
		},
		{ name: "clock", everyMs: 5_000, run: createClockRollbackDetector(deps).run },
		{ name: "deliver", everyMs: 250, run: () => deliverNotices(deps, shares) },
		{ name: "count-notices", everyMs: 5_000, run: () => countPendingNotices(deps) },
		{ name: "roll-up", everyMs: 5_000, run: () => rollUp(deps) },
		{ name: "backfill", everyMs: 1_000, run: () => backfill(deps) },
		{ name: "prune", everyMs: 60_000, run: () => prune(deps) },
	];
}
