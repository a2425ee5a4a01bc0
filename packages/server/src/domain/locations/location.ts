/** A location as its owner sees it: what is said of it, and how the probers in it are. */

import type { TeamActor } from "../access/actor.ts";
import type { LocationHint } from "../monitors/monitor.ts";
import { isoOf } from "../time-text.ts";
import { type ProberSeen, proberState } from "./prober.ts";

/** From best to worst; a location is as well as the best of its probers. */
export const LOCATION_STATES = ["connected", "set_aside", "away", "no_prober"] as const;

export interface LocationSeen {
	readonly id: number;
	/** `loc_…` */
	readonly publicId: string;
	/** Null: the installation's. */
	readonly teamId: number | null;
	readonly name: string;
	readonly label: string;
	/** Null: under none. */
	readonly hint: LocationHint | null;
	/** Whether checks from there may connect to private addresses. */
	readonly allowsPrivateTargets: boolean;
	/** How many monitors name it, of those that the reader sees. */
	readonly monitors: number;
	readonly probers: readonly ProberSeen[];
	readonly createdAt: number;
	readonly updatedAt: number;
}

/** What its owner can change. */
export interface LocationSettings {
	readonly label: string;
	readonly hint: LocationHint | null;
	readonly allowsPrivateTargets: boolean;
}

/** A team changes what is its own; what belongs to the installation, its operator does, on the command line. */
export function isOwnedBy({ teamId }: { readonly teamId: number | null }, { team, who }: TeamActor): boolean {
	return teamId === team.id || (teamId === null && who.kind === "cli");
}

/** What is seen of a location, in the API and on the command line. */
export function locationFields(location: LocationSeen, now: number) {
	const states = location.probers.map((each) => proberState(each, now));
	return {
		id: location.publicId,
		name: location.name,
		label: location.label,
		hint: location.hint,
		allowsPrivateTargets: location.allowsPrivateTargets,
		owner: location.teamId === null ? ("installation" as const) : ("team" as const),
		state: LOCATION_STATES.find((state) => state === "no_prober" || states.includes(state)) ?? "no_prober",
		probers: states.length,
		monitors: location.monitors,
		createdAt: isoOf(location.createdAt),
		updatedAt: isoOf(location.updatedAt),
	};
}
