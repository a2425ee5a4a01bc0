/** Arbitrary places of a monitor in the schedule, for properties of claims. */

import fc from "fast-check";

/** Its grid, how long before the claim its slot was due, and whether that was claimed. */
export const slotStates = fc
	.record({
		intervalMs: fc.integer({ min: 60, max: 3_600 }).map((seconds) => seconds * 1_000),
		phase: fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }),
		slotBefore: fc.oneof(
			fc.integer({ min: 0, max: 1_200_000 }),
			fc.integer({ min: 0, max: 30 * 86_400_000 }),
			fc.constantFrom(0, 59_999, 60_000, 60_001, 120_000),
		),
		isClaimed: fc.boolean(),
	})
	.map(({ phase, ...rest }) => ({ ...rest, phaseMs: Math.floor(phase * rest.intervalMs) }));
