/**
 * The one definition of a verdict (docs/rules/checks.md#verdict): an observation compared with what the owner expects.
 * The verdict is stored with the result and never computed again from later settings.
 *
 * The order of the tests is the definition: no complete response, wrong status, wrong content, too slow. A missed
 * check gets the verdict "missed", which is no statement about the target and counts in no figure.
 */

import type { Expectation } from "../monitors/monitor.ts";
import type { Fault, MissedCause, Observation, Phase } from "./observation.ts";

export const VERDICTS = ["up", "degraded", "down", "missed"] as const;
export type Verdict = (typeof VERDICTS)[number];

/** Why a verdict is not up. "unknown": a newer version of the prober gave a reason that this version does not have. */
export type Reason = Fault | MissedCause | "status" | "content" | "slow" | "unknown";

export interface Judgement {
	readonly verdict: Verdict;
	/** Null exactly when the verdict is up. */
	readonly reason: Reason | null;
	/** The phase in which the attempt failed; null unless the target gave no complete response. */
	readonly phase: Phase | null;
	/** The evidence in one sentence; null when the verdict is up. */
	readonly message: string | null;
	/** The content check that failed, when the reason is "content". */
	readonly contentCheckId: string | null;
}

const UP: Judgement = { verdict: "up", reason: null, phase: null, message: null, contentCheckId: null };

export function judge(observation: Observation, expectation: Expectation): Judgement {
	switch (observation.kind) {
		case "missed":
			return { ...UP, verdict: "missed", reason: observation.cause, message: observation.message };
		case "failed":
			return {
				...UP,
				verdict: "down",
				reason: observation.fault,
				phase: observation.phase,
				message: observation.message,
			};
		case "answered": {
			if (observation.status !== expectation.expectedStatus) {
				const message = `The response had status ${observation.status}; ${expectation.expectedStatus} was expected.`;
				return { ...UP, verdict: "down", reason: "status", message };
			}
			if (observation.failedContentCheckId !== null) {
				const contentCheckId = observation.failedContentCheckId;
				const message = "The response's content fails a content check.";
				return { ...UP, verdict: "down", reason: "content", message, contentCheckId };
			}
			// Rounded as the API shows it, so that a reader can never see 5000 ms called up with a limit of 5000.
			if (Math.round(observation.responseTimeMs) >= expectation.degradedAfterMs) {
				const message = `The response took ${Math.round(observation.responseTimeMs)} ms; ${expectation.degradedAfterMs} ms or more is degraded.`;
				return { ...UP, verdict: "degraded", reason: "slow", message };
			}
			return UP;
		}
	}
}
