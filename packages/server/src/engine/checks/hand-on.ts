/** What stands between the probers and the recorder holds some outcomes of a batch, and hands on the others at once. */

import type { OutcomeBatch, OutcomeReceiver } from "../../dispatch/interface.ts";
import type { CheckOutcome } from "../../domain/checks/check.ts";

/** @param hold answers with what is handed on now; null: it keeps the outcome, and settles it once */
export function handOn(
	batch: OutcomeBatch,
	receiver: OutcomeReceiver,
	hold: (outcome: CheckOutcome, settle: () => void) => CheckOutcome | null,
): void {
	const settle = settling(batch);
	const outcomes = batch.outcomes.map((outcome) => hold(outcome, settle)).filter((outcome) => outcome !== null);
	if (outcomes.length > 0) receiver.receive({ outcomes, acknowledge: () => settle(outcomes.length) });
}

/** To be called for each outcome, or for several at once: the last call acknowledges the batch. */
export function settling({ outcomes, acknowledge }: OutcomeBatch): (count?: number) => void {
	let unsettled = outcomes.length;
	return (count = 1) => {
		unsettled -= count;
		if (unsettled === 0) acknowledge();
	};
}
