/**
 * Where a monitor is checked from, and from where a failure may be confirmed (docs/rules/checks.md#locations). A
 * location is a row of its owner, a team or the installation; `null` is where control itself runs.
 */

import type { LocationHint } from "../../monitors/monitor.ts";

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
export type LocationId = number | null;

/** What the choice of a location depends on. */
export interface KnownLocations {
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
 * The location of a monitor that names none: the first one under its hint that has a prober. Null: where control is.
 */
export function locationUnder(hint: LocationHint, teamId: number, { all, hasProber }: KnownLocations): LocationId {
	return all.find((each) => isUnder(each, hint, teamId) && hasProber(each.id))?.id ?? null;
}

/** Whether a team's monitor that names no location may be checked there because of its hint. */
export function isUnder(location: Location, hint: LocationHint, teamId: number): boolean {
	return location.hint === hint && isFor(location, teamId);
}

function isFor(location: Location, teamId: number): boolean {
	return location.teamId === null || location.teamId === teamId;
}

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

/**
 * The location that takes the place of one without a prober, for a monitor that allows it: the nearest that has one,
 * those without a hint last. Null, where control is, when there is none.
 */
export function standIn(location: Location, teamId: number, { all, hasProber }: KnownLocations): LocationId {
	let [found, least]: [LocationId, number] = [null, Number.POSITIVE_INFINITY];
	for (const each of all) {
		if (!isFor(each, teamId) || !hasProber(each.id)) continue;
		const away = location.hint === null || each.hint === null ? MOST : distance(location.hint, each.hint);
		if (away < least) [found, least] = [each.id, away];
	}
	return found;
}

/** Farther than any two hints. */
const MOST = 5;

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
	const others = all.filter((each) => isFor(each, teamId) && hasProber(each.id));
	return [...others.map(({ id }) => id), null].filter((id) => id !== first);
}

interface Confirmed {
	/** Of the monitor. */
	readonly teamId: number;
	readonly isPrivate: boolean | null;
	/** Whether the checks of control itself may reach private addresses. */
	readonly controlReachesPrivate: boolean;
}
