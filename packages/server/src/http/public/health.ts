/** The health of this process, answered at /healthz. */

import type { MissedSummary } from "../../domain/checks/missed-tally.ts";

export interface Health {
	/**
	 * failing: the database does not answer or takes no writes, the scheduler stands still, or no prober runs.
	 * degraded: these work, but checks can't be made (the resolver or the network is away), or the disk is full.
	 */
	readonly status: "ok" | "degraded" | "failing";
	/** Why the status is not ok, in one sentence; absent when it is. */
	readonly problem?: string;
	readonly database: boolean;
	/** Epoch milliseconds; null when this process does not schedule. */
	readonly schedulerTickedAt: number | null;
	/** How long the longest overdue check has been due, milliseconds; null when unknown or nothing is scheduled. */
	readonly lagMs: number | null;
	/** What could not be checked in the last minutes; null when this process makes no checks. */
	readonly missedChecks: MissedSummary | null;
}
