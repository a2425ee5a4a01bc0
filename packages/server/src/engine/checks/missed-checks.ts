/** Counts missed checks by cause, and logs each cause at most once a minute, with how many checks it cost. */

import type { Logger } from "pino";
import type { CheckOutcome } from "../../domain/checks/check.ts";
import type { MissedCause } from "../../domain/checks/observation.ts";
import type { Metrics } from "../../metrics.ts";

const LOGGED_EVERY_MS = 60_000;

interface UnloggedMisses {
	checks: number;
	/** One of them, for an example. */
	readonly monitorId: number;
	readonly message: string;
}

export interface MissedChecks {
	note(outcome: CheckOutcome): void;
	/** Logs the causes that are due. Call it regularly. */
	log(): void;
}

export function createMissedChecks(deps: {
	readonly metrics: Metrics;
	readonly log: Logger;
	/** Milliseconds of a monotonic clock. */
	monotonic(): number;
}): MissedChecks {
	const loggedAt = new Map<MissedCause, number>();
	const unloggedMisses = new Map<MissedCause, UnloggedMisses>();
	return {
		note({ order, observation }) {
			if (observation.kind !== "missed") return;
			const { cause, message } = observation;
			deps.metrics.missedChecks.inc({ cause });
			const known = unloggedMisses.get(cause);
			if (known) known.checks += 1;
			else unloggedMisses.set(cause, { checks: 1, monitorId: order.monitorId, message });
		},
		log() {
			const at = deps.monotonic();
			for (const [cause, { checks, monitorId, message }] of unloggedMisses) {
				if (at - (loggedAt.get(cause) ?? Number.NEGATIVE_INFINITY) < LOGGED_EVERY_MS) continue;
				unloggedMisses.delete(cause);
				loggedAt.set(cause, at);
				deps.log.warn({ cause, checks, monitorId, example: message }, "Checks were missed");
			}
		},
	};
}
