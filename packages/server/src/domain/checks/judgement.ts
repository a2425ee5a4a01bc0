/**
 * The one definition of a verdict (docs/rules/checks.md#verdict): an observation compared with what the owner expects.
 * The verdict is stored with the result and never computed again from later settings.
 *
 * The order of the tests is the definition: no complete response, wrong status, wrong content, too slow. A missed check
 * has the verdict "missed", which says nothing about the target and counts in no figure.
 */

import { shortfallOf } from "../monitors/types.ts";
import type { CheckOrder } from "./check.ts";
import type { Observation, Phase } from "./observation.ts";
import type { Reason } from "./reason.ts";

export const VERDICTS = ["up", "degraded", "down", "missed"] as const;
export type Verdict = (typeof VERDICTS)[number];

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

/** What an observation is compared with. */
export type Expectation = Pick<CheckOrder, "settings" | "degradedAfterMs">;

export function judge(observation: Observation, { settings, degradedAfterMs }: Expectation): Judgement {
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
			const shortfall = shortfallOf(settings, observation);
			if (shortfall !== null) return { ...UP, verdict: "down", ...shortfall };
			// Rounded as in the API, so that a response shown as 5000 ms is never up with a limit of 5000.
			const elapsedMs = Math.round(observation.responseTimeMs);
			if (elapsedMs >= degradedAfterMs) {
				const message = `The response took ${elapsedMs} ms; ${degradedAfterMs} ms or more is degraded.`;
				return { ...UP, verdict: "degraded", reason: "slow", message };
			}
			return UP;
		}
	}
}
