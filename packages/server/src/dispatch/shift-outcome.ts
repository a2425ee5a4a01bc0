/** Moves all instants of an outcome by the same time, for example because its prober's clock is ahead. */

import type { AttemptOutcome, CheckOutcome } from "../domain/checks/check.ts";

type Timed = AttemptOutcome & Pick<CheckOutcome, "firstAttemptAt" | "firstAttempt">;

/** The same outcome, `ms` later. */
export function shiftOutcome<Outcome extends Timed>(outcome: Outcome, ms: number): Outcome {
	if (ms === 0) return outcome;
	const { firstAttempt } = outcome;
	return {
		...shiftAttempt(outcome, ms),
		firstAttemptAt: outcome.firstAttemptAt + ms,
		...(firstAttempt && { firstAttempt: shiftAttempt(firstAttempt, ms) }),
	};
}

function shiftAttempt<Outcome extends AttemptOutcome>(attempt: Outcome, ms: number): Outcome {
	return { ...attempt, startedAt: attempt.startedAt + ms, completedAt: attempt.completedAt + ms };
}
