/** Locations that see a monitor down while others refute it: shown with the monitor until it is over. */

import type { CheckOutcome } from "../check.ts";
import { type Judgement, judge } from "../judgement.ts";

interface RegionalFailure {
	/** Null: where `control` is. */
	readonly locationId: number | null;
	/** The start of the location's attempt. */
	readonly startedAt: number;
	readonly judgement: Judgement;
}

/**
 * What a check says of the locations of its monitor: which fail alone, and which are known not to. Null: nothing, for
 * it was missed. A monitor that is down is down everywhere; a location that missed the check stays what it was.
 */
export function regionalFailures(
	{ order, locations }: CheckOutcome,
	{ verdict }: Judgement,
): { readonly failing: readonly RegionalFailure[]; isOver(locationId: number | null): boolean } | null {
	if (verdict === "missed") return null;
	if (verdict === "down" || locations === undefined) {
		return { failing: [], isOver: () => true };
	}
	const seen = locations.map(({ locationId, observation, startedAt }) => ({
		locationId,
		startedAt,
		judgement: judge(observation, order),
	}));
	const failing = seen.filter(({ judgement }) => judgement.verdict === "down");
	const unknown = new Set(
		seen.flatMap(({ locationId, judgement }) =>
			judgement.verdict === "down" || judgement.verdict === "missed" ? [locationId] : [],
		),
	);
	return { failing, isOver: (locationId) => !unknown.has(locationId) };
}
