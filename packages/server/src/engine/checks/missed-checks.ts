/** Counts missed checks by cause, and logs each cause once when it begins to cost checks and once when it is over. */

import type { Logger } from "pino";
import type { CheckOutcome } from "../../domain/checks/check.ts";
import { type MissedSummary, MissedTally } from "../../domain/checks/missed-tally.ts";
import type { Metrics } from "../../metrics.ts";

export interface MissedChecks {
	/** Notes a check that was recorded, missed or not. */
	note(outcome: CheckOutcome): void;
	/** Logs the causes that are over. Call it regularly. */
	logEnded(): void;
	/** What was missed in the last minutes. */
	summary(): MissedSummary;
}

export function createMissedChecks(deps: {
	readonly metrics: Metrics;
	readonly log: Logger;
	/** Milliseconds of a monotonic clock. */
	monotonic(): number;
}): MissedChecks {
	const { metrics, log, monotonic } = deps;
	const tally = new MissedTally();
	return {
		note({ order: { monitorId }, observation }) {
			const cause = observation.kind === "missed" ? observation.cause : null;
			if (cause !== null) metrics.missedChecks.inc({ cause });
			const begun = tally.note(monitorId, cause, monotonic());
			if (begun === null || observation.kind !== "missed") return;
			log.warn(
				{ cause, monitorId, example: observation.message },
				"Checks are missed: Lapwing can't make them; the end will be logged",
			);
		},
		logEnded() {
			const at = monotonic();
			for (const { cause, startedAt, missed } of tally.ended(at)) {
				const seconds = Math.round((at - startedAt) / 1_000);
				log.warn({ cause, checks: missed, seconds }, "Checks are made again");
			}
		},
		summary: () => tally.summary(monotonic()),
	};
}
