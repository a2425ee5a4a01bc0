/** Which statuses of a response are accepted: a list of `200`, `2xx` and `200-204`. */

import { z } from "zod";

/** Entries of one list, at the most. */
const MAX_ENTRIES = 20;
const ENTRY = /^(?:([1-9])xx|([1-9]\d\d)(?:-([1-9]\d\d))?)$/i;
const FORM = "Give a status such as 200, a class such as 2xx, or a range such as 200-204.";

export const acceptedStatusesField = z
	.array(
		z
			.string(FORM)
			.refine((entry) => rangeOf(entry) !== null, FORM)
			.meta({ pattern: "^([1-9]xx|[1-9][0-9]{2}(-[1-9][0-9]{2})?)$" }),
	)
	.min(1)
	.max(MAX_ENTRIES);

/** Whether one of `entries` holds `status`. */
export function accepts(entries: readonly string[], status: number): boolean {
	return entries.some((entry) => {
		const range = rangeOf(entry);
		return range !== null && range.from <= status && status <= range.to;
	});
}

/** Whether a redirect is among what is accepted: it is then judged, not followed. */
export function acceptsRedirects(entries: readonly string[]): boolean {
	return entries.some((entry) => {
		const range = rangeOf(entry);
		return range !== null && range.from <= 399 && range.to >= 300;
	});
}

/** The entries as a sentence names them: "2xx or 304". */
export function inWords(entries: readonly string[]): string {
	if (entries.length < 2) return entries.join("");
	return `${entries.slice(0, -1).join(", ")} or ${entries.at(-1)}`;
}

/**
 * Advice for who gave several statuses where one is meant: a class, a range, or a list of them. Undefined for all else.
 */
export function severalStatuses(given: unknown): string | undefined {
	const list = typeof given === "string" ? given.split(",") : Array.isArray(given) ? given : [];
	if (list.length > MAX_ENTRIES) return undefined;
	const entries = list.map((entry) => String(entry).trim());
	const [first = ""] = entries;
	const isOne = entries.length === 1 && /^\d+$/.test(first);
	if (isOne || !acceptedStatusesField.safeParse(entries).success) return undefined;
	return `Is one status, a whole number such as 200. For several, set acceptedStatuses: ${JSON.stringify(entries)}.`;
}

function rangeOf(entry: string): { from: number; to: number } | null {
	const [, hundreds, first, last] = ENTRY.exec(entry) ?? [];
	if (hundreds !== undefined) return { from: Number(hundreds) * 100, to: Number(hundreds) * 100 + 99 };
	if (first === undefined) return null;
	const range = { from: Number(first), to: Number(last ?? first) };
	return range.from <= range.to ? range : null;
}
