/** What a figure over a window says about a monitor that is younger than the window. */

/**
 * `whole`: the monitor is as old as the window. `part`: the figure is of its whole life. `nothing`: it says no more
 * than the figure over the next shorter window, which is of the whole life already.
 */
type KnownPart = "whole" | "part" | "nothing";

/** @param shorterMs the next shorter window that is shown beside; 0 for the shortest */
export function knownPart(ageMs: number, windowMs: number, shorterMs: number): KnownPart {
	if (ageMs >= windowMs) return "whole";
	// A clock that is behind knows of no age.
	return Math.max(0, ageMs) >= shorterMs ? "part" : "nothing";
}
