/**
 * What one of several locations saw of a check, as it is stored: a row like that of a check, with the key of the
 * location in the column that says where it was made.
 */

import type { CheckFailureTable, CheckResultTable } from "../../database/tables/checks.ts";

/** In `check_results.location`: there are several. The keys of locations begin with 1. */
export const SEVERAL = 0;
/** In the place of a key, in the part of a location: where `control` is. */
export const CONTROL = 0;

export type LocationRow = Omit<CheckResultTable, "minute" | "monitor_id" | "revision" | "location"> &
	Omit<CheckFailureTable, "minute" | "monitor_id" | "message"> & {
		readonly message: string | null;
		readonly location: number;
	};

/** As text, or unpacked. */
export type StoredLocations = string | readonly LocationRow[];

/** The members of a stored location, in their order; those at the end that are null are left out. */
const MEMBERS = [
	"location",
	"outcome",
	"elapsed_ms",
	"started_ms",
	"attempts",
	"response_status",
	"dns_ms",
	"connect_ms",
	"tls_ms",
	"first_byte_ms",
	"phase",
	"message",
	"content_check_id",
] as const satisfies readonly (keyof LocationRow)[];

/** In the order of their keys; none when the check was made at one. */
export function unpackLocations(locations: StoredLocations | null): readonly LocationRow[] {
	if (locations === null) return [];
	if (typeof locations !== "string") return locations;
	return (JSON.parse(locations) as (number | string | null)[][]).map(
		(values) =>
			Object.fromEntries(MEMBERS.map((member, place) => [member, values[place] ?? null])) as unknown as LocationRow,
	);
}

export function packLocations(locations: StoredLocations): string {
	if (typeof locations === "string") return locations;
	const values = locations.map((row) => {
		const all = MEMBERS.map((member) => row[member]);
		return all.slice(0, all.findLastIndex((value) => value !== null) + 1);
	});
	return JSON.stringify(values);
}
