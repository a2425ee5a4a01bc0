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

const REDIRECTS = { from: 300, to: 399 };

/**
 * A redirect whose status is accepted is judged here and not followed, so where a tool follows redirects, 3xx leaves
 * the list: what they lead to is judged in both. Null when nothing is left, which is listed, and is to pause the
 * monitor.
 * @param wanted `200`, `2xx` and `200-399`
 */
export function statusesWithoutRedirects(
	fields: Fields,
	field: string,
	wanted: readonly string[],
	follows: boolean,
): readonly string[] | null {
	if (!follows) return wanted;
	const kept = wanted.flatMap(withoutRedirects);
	const instead = "Set followRedirects to false to accept redirects.";
	if (kept.length === 0) {
		const why = "Only redirects are accepted, and they are followed: such an answer can't be met here.";
		fields.note(field, `${why} The monitor is paused.`, instead);
		return null;
	}
	if (kept.join() !== wanted.join()) {
		const why = "Redirects are followed, so 3xx is left out: here what is accepted would not be followed.";
		fields.note(field, why, instead);
	}
	return kept;
}

function withoutRedirects(entry: string): readonly string[] {
	if (/^3xx$/i.test(entry)) return [];
	const [, first, last = first] = /^(\d{3})(?:-(\d{3}))?$/.exec(entry) ?? [];
	const [from, to] = [Number(first), Number(last)];
	// Another form has no redirects among it, such as 2xx.
	if (first === undefined || to < REDIRECTS.from || from > REDIRECTS.to) return [entry];
	const range = (low: number, high: number) => (low > high ? [] : [low === high ? String(low) : `${low}-${high}`]);
	return [...range(from, REDIRECTS.from - 1), ...range(REDIRECTS.to + 1, to)];
}
