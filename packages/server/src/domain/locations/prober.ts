/** A prober in another location, and how it is. */

import { z } from "zod";
import { isoOrNull } from "../time-text.ts";

export const locationName = z
	.string()
	.regex(/^[a-z0-9-]{1,40}$/, "Must have 1–40 of the characters a–z, 0–9 and -.")
	.describe("The location, by its name; it is made with its first prober.");

/** Without a heartbeat for this long, a prober has lost its checks. */
export const AWAY_AFTER_MS = 15_000;
/** A prober whose clock is further off is set aside. */
export const MAX_CLOCK_OFFSET_MS = 30_000;

export const PROBER_STATES = ["connected", "away", "set_aside"] as const;
type ProberState = (typeof PROBER_STATES)[number];

export interface ProberSeen {
	readonly id: number;
	/** `pro_…` */
	readonly publicId: string;
	/** Null: the installation's. */
	readonly teamId: number | null;
	readonly name: string;
	readonly locationId: number;
	readonly location: string;
	readonly version: string | null;
	readonly lastSeenAt: number | null;
	readonly running: number | null;
	readonly capacity: number | null;
	/** Its clock minus the service's. */
	readonly clockOffsetMs: number | null;
	readonly askedElsewhere: number;
	readonly refutedElsewhere: number;
	readonly setAsideUntil: number | null;
	readonly setAsideReason: string | null;
	readonly createdAt: number;
}

export function proberState({ setAsideUntil, lastSeenAt }: ProberSeen, now: number): ProberState {
	if (lastSeenAt === null || now - lastSeenAt > AWAY_AFTER_MS) return "away";
	return setAsideUntil !== null && setAsideUntil > now ? "set_aside" : "connected";
}

/** What is seen of a prober, in the API and on the command line. */
export function proberFields(prober: ProberSeen, now: number) {
	const state = proberState(prober, now);
	const { askedElsewhere: asked, refutedElsewhere: refuted } = prober;
	return {
		id: prober.publicId,
		name: prober.name,
		location: prober.location,
		owner: prober.teamId === null ? ("installation" as const) : ("team" as const),
		state,
		reason: state === "set_aside" ? prober.setAsideReason : null,
		version: prober.version,
		lastSeenAt: isoOrNull(prober.lastSeenAt),
		running: prober.running,
		capacity: prober.capacity,
		clockOffsetMs: prober.clockOffsetMs,
		refutedShare: asked === 0 ? null : refuted / asked,
		createdAt: isoOrNull(prober.createdAt),
	};
}
