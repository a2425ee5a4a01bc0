/**
 * Why a verdict is not up: the fault that a probe reported, or how a complete response differs from the expectation.
 */

import type { Fault, MissedCause } from "./observation.ts";

const SHORTFALL_REASONS = [
	/** Another status than the monitor expects. */
	"status",
	/** A content check fails. */
	"content",
	/** The response of a flow's step has nothing to save, or a saved value can't be sent where it is inserted. */
	"saved_value",
	/** Other records than the monitor expects, or none. */
	"dns_records",
	/** Some packets (ICMP echo) were not answered. */
	"packet_loss",
	/** Complete, but not below the monitor's `degradedAfterMs`. */
	"slow",
	/** The job itself reported that it failed. */
	"job_failed",
	/** The job took longer than its `maxRuntimeSeconds`. */
	"overran",
] as const;

/** "unknown": a newer version of the prober gave a reason that this version does not have. */
export type Reason = Fault | MissedCause | (typeof SHORTFALL_REASONS)[number] | "unknown";

/** A complete response that is not what the monitor expects. */
export interface Shortfall {
	readonly reason: (typeof SHORTFALL_REASONS)[number];
	/** One sentence: what was seen, what was expected. */
	readonly message: string;
	/** The content check that failed; absent for every other reason. */
	readonly contentCheckId?: string;
	/** Default: down. */
	readonly verdict?: "degraded";
}
