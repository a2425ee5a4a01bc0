/** What monitors and alerts take (domain/monitors, domain/alerts), for all converters; `within` holds numbers to it. */

import type { Fields } from "./fields.ts";

export const INTERVAL = { least: 60, most: 3_600, unit: "seconds" };
export const TIMEOUT = { least: 1, most: 60, unit: "seconds" };
export const EVERY = { least: 60, most: 31_536_000, unit: "seconds" };
export const GRACE = { least: 60, most: 86_400, unit: "seconds" };
export const THRESHOLD = { least: 1, most: 10, unit: "failing checks" };
export const REMINDER = { least: 5, most: 1_440, unit: "minutes" };

/** An answer that takes longer is degraded; tools without such a state come as late as can be. */
export const LATEST_DEGRADED_MS = 30_000;

/** Monitors that one alert can name (domain/alerts/alert.ts). */
const MAX_MONITORS = 1_000;

/** Monitors in parts that one alert can name each. */
export function perAlert<Monitor>(all: readonly Monitor[]): readonly (readonly Monitor[])[] {
	const starts = Array.from({ length: Math.ceil(all.length / MAX_MONITORS) }, (_, index) => index * MAX_MONITORS);
	return starts.map((from) => all.slice(from, from + MAX_MONITORS));
}

/** A status that is accepted is not followed here: redirects leave the list where they are followed. Of none, 2xx. */
export function statusesWithoutRedirects(
	fields: Fields,
	field: string,
	wanted: readonly string[],
	follows: boolean,
): readonly string[] {
	const kept = wanted.filter((status) => !(follows && status.startsWith("3")));
	if (kept.length < wanted.length) {
		const why = "A redirect that is accepted is not followed here: 3xx is left out.";
		fields.note(field, why, "Set followRedirects to false to accept redirects.");
	}
	return kept.length === 0 ? ["2xx"] : kept;
}
