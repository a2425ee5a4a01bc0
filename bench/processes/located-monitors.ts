/**
 * Monitors that are checked from other locations, and how their targets fail: never, at times from everywhere, or at
 * times from some of their locations alone.
 */

import type { DownWhen } from "../../packages/server/src/domain/monitors/common-settings.ts";

/** The probers and their locations: one of these outlives the death of a prober. */
export const LOCATION_OF: Readonly<Record<string, string>> = {
	"east-1": "east",
	"east-2": "east",
	west: "west",
	north: "north",
};
export const PROBERS = Object.keys(LOCATION_OF);
/** Where `control` is, which has no name in results. */
export const HERE = "control";

export interface Located {
	/** In the order of the monitor. {@link HERE}: it names none. */
	readonly locations: readonly string[];
	readonly downWhen: DownWhen;
	readonly fallback: boolean;
	/** The locations from which its target fails at times; empty: never. */
	readonly failsFrom: readonly string[];
	/** Whether the target has an address of the internet. A private one is confirmed where it failed, and never fails. */
	readonly isPublic: boolean;
}

const EVERYWHERE = [HERE, "east", "west", "north"];
const TARGET: Located = { locations: [HERE], downWhen: "majority", fallback: false, failsFrom: [], isPublic: true };
const DOWN_WHEN = ["any", "majority", "all"] as const;

/** Equally many monitors are of each kind. */
const KINDS: readonly Located[] = [
	...Array.from({ length: 3 }, () => ({ ...TARGET, isPublic: false })),
	...["east", "west"].map((location) => ({ ...TARGET, locations: [location], isPublic: false })),
	// One location, which a second one confirms or refutes.
	...[HERE, "east", "west"].flatMap((location) =>
		[[], EVERYWHERE, [location]].map((failsFrom) => ({ ...TARGET, locations: [location], failsFrom })),
	),
	{ ...TARGET, locations: ["west"], fallback: true, failsFrom: EVERYWHERE },
	// Several locations.
	...DOWN_WHEN.flatMap((downWhen) =>
		[["west"], EVERYWHERE].map((failsFrom) => ({ ...TARGET, locations: ["east", "west"], downWhen, failsFrom })),
	),
	...DOWN_WHEN.flatMap((downWhen) =>
		[[], ["north"], ["east", "west"], EVERYWHERE].map((failsFrom) => ({
			...{ ...TARGET, locations: ["north", "east", "west"], downWhen, failsFrom },
		})),
	),
];

/** The kind of the monitor at this place among those that are located. */
export function locatedAt(place: number): Located {
	return KINDS[place % KINDS.length] as Located;
}
