/**
 * Where a monitor is checked from, and from where a failure may be confirmed (docs/rules/checks.md#locations). A
 * location is a row of its owner, a team or the installation; `null` is where control itself runs.
 */

import type { CommonSettings } from "../monitors/common-settings.ts";
import type { LocationHint } from "../monitors/monitor.ts";

export interface Location {
	readonly id: number;
	readonly name: string;
	/** Its owner; null: the installation. */
	readonly teamId: number | null;
	/** The group of names under which it is; null: none. */
	readonly hint: LocationHint | null;
	/** Whether it may reach private addresses. */
	readonly allowsPrivateTargets: boolean;
}

/** The key of a location; null: where control is. */
type LocationId = number | null;

/** In the place of a name that no location has any more. It has no prober, so its checks are missed. */
export const UNKNOWN_LOCATION = 0;

/** What the choice of a location depends on. */
interface KnownLocations {
	/** Of the installation and of all teams. */
	readonly all: readonly Location[];
	/** Whether a prober there takes orders now. */
	hasProber(locationId: number): boolean;
}

/** The locations that a team can name, by name: its own before those of the installation. */
export function locationsOfTeam(all: readonly Location[], teamId: number): ReadonlyMap<string, Location> {
	const byName = new Map<string, Location>();
	for (const location of all) {
		if (location.teamId === teamId || (location.teamId === null && !byName.has(location.name))) {
			byName.set(location.name, location);
		}
	}
	return byName;
}

/**
 * The locations that a check is made from, in the order of the monitor, at least one, each once. A monitor bound to a
 * location without prober stays there, and its check is missed, unless `fallback` allows the nearest one.
 */
export function checkedFrom(
	{ locations, fallback, locationHint }: Pick<CommonSettings, "locations" | "fallback" | "locationHint">,
	teamId: number,
	{ all, hasProber }: KnownLocations,
): readonly LocationId[] {
	if (all.length === 0 && locations.length === 0) return CONTROL;
	const byName = locationsOfTeam(all, teamId);
	const reachable = [...byName.values()].filter(({ id }) => hasProber(id));
	if (locations.length === 0) {
		return [reachable.find(({ hint }) => hint === locationHint)?.id ?? null];
	}
	const chosen = new Set<LocationId>();
	for (const name of locations) {
		const location = byName.get(name);
		if (location && hasProber(location.id)) chosen.add(location.id);
		else if (fallback) chosen.add(nearest(location?.hint ?? locationHint, reachable));
		else chosen.add(location?.id ?? UNKNOWN_LOCATION);
	}
	return [...chosen];
}

const CONTROL: readonly LocationId[] = [null];

/** Roughly where the hints are: latitude and longitude, degrees. */
const CENTRES: Readonly<Record<LocationHint, readonly [latitude: number, longitude: number]>> = {
	wnam: [40, -120],
	enam: [40, -77],
	sam: [-15, -55],
	weur: [48, 3],
	eeur: [52, 25],
	apac: [20, 110],
	oc: [-30, 145],
	afr: [0, 20],
	me: [27, 48],
};

/** Of `reachable` the one nearest to `hint`, one without a hint last; null, where control is, when there is none. */
function nearest(hint: LocationHint, reachable: readonly Location[]): LocationId {
	let [found, least]: [LocationId, number] = [null, Number.POSITIVE_INFINITY];
	for (const location of reachable) {
		const away = location.hint === null ? Number.MAX_VALUE : distance(hint, location.hint);
		if (away < least) [found, least] = [location.id, away];
	}
	return found;
}

/** The square of the chord between two places on a globe of radius 1: it orders as the way around does. */
function distance(one: LocationHint, other: LocationHint): number {
	const [a, b] = [one, other].map((hint) => {
		const [latitude, longitude] = CENTRES[hint].map((degrees) => (degrees * Math.PI) / 180) as [number, number];
		return [Math.cos(latitude) * Math.cos(longitude), Math.cos(latitude) * Math.sin(longitude), Math.sin(latitude)];
	}) as [number[], number[]];
	return a.reduce((sum, value, axis) => sum + (value - (b[axis] ?? 0)) ** 2, 0);
}

/**
 * The locations that may confirm a failure that `first` saw. None where the target is private or the location is a
 * team's own: elsewhere an unreachable network would "confirm" every lost packet.
 *
 * @param isPrivate whether the target has a private address; null when no address is known
 */
export function mayConfirm(
	first: LocationId,
	{ teamId, isPrivate, controlReachesPrivate }: Confirmed,
	{ all, hasProber }: KnownLocations,
): readonly LocationId[] {
	const own = first === null ? null : all.find(({ id }) => id === first);
	if (own === undefined || (own !== null && own.teamId !== null)) return [];
	// A name that only this network resolves: what others see of it says nothing.
	const reachesPrivate = own === null ? controlReachesPrivate : own.allowsPrivateTargets;
	if (isPrivate ?? reachesPrivate) return [];
	const others = all.filter((each) => each.teamId === null || each.teamId === teamId);
	const ids: LocationId[] = others.filter(({ id }) => hasProber(id)).map(({ id }) => id);
	return [...ids, null].filter((id) => id !== first);
}

interface Confirmed {
	/** Of the monitor. */
	readonly teamId: number;
	readonly isPrivate: boolean | null;
	/** Whether the checks of control itself may reach private addresses. */
	readonly controlReachesPrivate: boolean;
}
