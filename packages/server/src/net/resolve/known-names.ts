/**
 * Names that our name servers knew lately, one of each zone. A resolver that says "no such name" of names of several
 * zones that it knew before is at fault itself: a captive portal, a filter, a server that has lost its zones.
 */

/** Few questions, and few enough that three owners do not give up their zones at the same time. */
const ASKED_AT_MOST = 3;
/** Twice the longest interval of a monitor. */
const KNOWN_FOR_MS = 7_200_000;
/** The zones that were seen last. */
const MAX_ZONES = 64;

export class KnownNames {
	/** In the order in which they were found last. */
	readonly #byZone = new Map<string, { readonly name: string; readonly foundAt: number }>();

	/** @param at milliseconds of the monotonic clock, as in every call */
	note(name: string, at: number): void {
		const zone = zoneOf(name);
		this.#byZone.delete(zone);
		this.#byZone.set(zone, { name, foundAt: at });
		if (this.#byZone.size > MAX_ZONES) this.#byZone.delete(this.#byZone.keys().next().value ?? "");
	}

	/** Names of other zones than that of `name`, those first that were found last; there may be none. */
	besides(name: string, at: number): readonly string[] {
		const zone = zoneOf(name);
		return [...this.#byZone]
			.filter(([other, { foundAt }]) => other !== zone && at - foundAt < KNOWN_FOR_MS)
			.map(([, known]) => known.name)
			.reverse()
			.slice(0, ASKED_AT_MOST);
	}
}

/**
 * The last two labels. Below a public suffix of two labels, such as co.uk, this takes several zones for one, which asks
 * fewer names than could be asked.
 */
function zoneOf(name: string): string {
	return name.split(".").slice(-2).join(".");
}
