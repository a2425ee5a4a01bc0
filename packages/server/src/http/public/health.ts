/** The health of this process, answered at /healthz. */

export interface Health {
	/** failing: the database does not answer or takes no writes, the scheduler stands still, or no prober runs. */
	readonly status: "ok" | "failing";
	/** Why the status is failing, in one sentence; absent when it is ok. */
	readonly problem?: string;
	readonly database: boolean;
	/** Epoch milliseconds; null when this process does not schedule. */
	readonly schedulerTickedAt: number | null;
	/** How long the longest overdue check has been due, milliseconds; null when unknown or nothing is scheduled. */
	readonly lagMs: number | null;
}
