/** Checks that were judged, and checks that were recorded. */

import type { CheckOutcome } from "./check.ts";
import type { Judgement, Verdict } from "./judgement.ts";
import type { Phase } from "./observation.ts";
import type { Reason } from "./reason.ts";

export interface JudgedOutcome {
	readonly outcome: CheckOutcome;
	readonly judgement: Judgement;
}

/** What one of several locations saw of a recorded check. */
export type LocationRecord = Omit<CheckRecord, "monitorId" | "minute" | "revision" | "location" | "locations"> & {
	/** Null: where `control` is. */
	readonly locationId: number | null;
};

/** A recorded check. */
export interface CheckRecord {
	readonly monitorId: number;
	readonly minute: number;
	readonly revision: number;
	readonly verdict: Verdict;
	readonly reason: Reason | null;
	/** Null where there was no complete response, and for types whose responses have no status. */
	readonly responseStatus: number | null;
	/** Whole milliseconds; null where there was no complete response. */
	readonly responseTimeMs: number | null;
	/**
	 * Whole milliseconds; null for a phase that did not take place. `transfer` is the response time minus the other
	 * phases, and null without a complete response.
	 */
	readonly phases: Readonly<Record<Phase, number | null>>;
	/** Epoch milliseconds. */
	readonly startedAt: number;
	/** Null when missed. */
	readonly completedAt: number | null;
	/** 1, or 2 when a failure was confirmed or refuted by a second attempt. */
	readonly attempts: number;
	/** Where it was made: the key of a location, "several" of them, null: where `control` is. */
	readonly location: number | "several" | null;
	/** What each of several locations saw; null for one. */
	readonly locations: readonly LocationRecord[] | null;
	/** The phase in which a failed attempt ended, the evidence, and the content check that failed. */
	readonly phase: Phase | null;
	readonly message: string | null;
	readonly contentCheckId: string | null;
}
