/** What a day's colour says, and how high it stands: red where a check was down, amber where it was slow alone. */

import type { Checks } from "../format/uptime.ts";

type DayState = "up" | "degraded" | "down" | "nothing";

export interface Day extends Checks {
	/** Its first instant. */
	readonly at: string;
}

/** Which shares of a day's checks are too small to be shown; 0: none. */
export interface Threshold {
	readonly leastShare: number;
}

/** Of one monitor every check counts. */
export const OF_ONE: Threshold = { leastShare: 0 };
/** Of many monitors something fails on every day: what counts is how much. */
export const OF_ALL: Threshold = { leastShare: 0.001 };

interface Trouble {
	readonly state: DayState;
	/** Heights from 0 to 1: of the part that was down, and of all that was not up. */
	readonly down: number;
	readonly failed: number;
}

export function troubleOf({ checks, degradedChecks, downChecks }: Checks, { leastShare }: Threshold): Trouble {
	if (checks === 0) return { state: "nothing", down: 0, failed: 0 };
	const shown = (count: number) => (count > 0 && count / checks > leastShare ? count / checks : 0);
	const [down, slow] = [shown(downChecks), shown(degradedChecks)];
	const state = down > 0 ? "down" : slow > 0 ? "degraded" : "up";
	return { state, down: heightOf(down), failed: slow > 0 ? heightOf(down + slow) : heightOf(down) };
}

/** A minute is seen at all, 40 minutes are more than a minute, six hours are not yet nearly everything. */
function heightOf(share: number): number {
	return share === 0 ? 0 : 0.25 + 0.75 * Math.sqrt(share);
}

export const STATE_FILLS: Readonly<Record<DayState, string>> = {
	up: "fill-up-calm",
	degraded: "fill-degraded-shape",
	down: "fill-down",
	nothing: "fill-nothing-calm",
};
