/**
 * Holds the pruning while much history has become too old at once: mostly a clock is wrong that is far ahead, and what
 * is deleted by it is lost. When it is right after all, as after months in which the service was off, pruning goes on
 * once the clock has not been set back for half a day, measured without it.
 */

import type { Logger } from "pino";
import type { Retention } from "../../domain/figures/retention.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { daysToPrune } from "../../storage/upkeep/prune.ts";

interface HeldPruningDependencies {
	readonly database: Tx;
	readonly retention: Retention;
	readonly log: Logger;
	/** Epoch milliseconds. */
	now(): number;
	/** Milliseconds of a clock that nobody sets. */
	elapsedMs(): number;
}

/** Mostly it is one day a day; a service that was off for a long weekend has three. */
const DAYS_AT_ONCE = 3;
/** Time to correct the clock; and a service that is started again every night prunes all the same. */
const HELD_FOR_MS = 12 * 3_600_000;

/** @param prune one slice; "more" asks for the next one */
export function holdPruning(
	{ database, retention, log, now, elapsedMs }: HeldPruningDependencies,
	prune: () => Promise<"more" | "idle">,
): () => Promise<"more" | "idle"> {
	let heldSince: number | null = null;
	return async () => {
		const days = await daysToPrune(database, retention, now());
		if (days <= DAYS_AT_ONCE) {
			heldSince = null;
			return prune();
		}
		if (heldSince === null) {
			heldSince = elapsedMs();
			log.warn(
				{ days, hours: HELD_FOR_MS / 3_600_000 },
				"The history of many days has become too old at once. It is kept for some hours, in case the clock is wrong",
			);
		}
		return elapsedMs() - heldSince < HELD_FOR_MS ? "idle" : prune();
	};
}
