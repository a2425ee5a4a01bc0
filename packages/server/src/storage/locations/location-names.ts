/** The names of locations, by their keys. */

import type { Tx } from "../database/tx.ts";

export type LocationNames = ReadonlyMap<number, string>;

/** Of all owners: keys are not shown, so a name is seen only beside a result of one's own. */
export async function locationNames(tx: Tx): Promise<LocationNames> {
	const rows = await tx.db.selectFrom("locations").select(["id", "name"]).execute();
	return new Map(rows.map(({ id, name }) => [id, name]));
}

export const NO_NAMES: LocationNames = new Map();

/** The name of a location; null for several, for where `control` is, and for one that is gone. */
export function nameOf(location: number | "several" | null, names: LocationNames): string | null {
	return typeof location === "number" ? (names.get(location) ?? null) : null;
}

/** One location, as messages name it. @param machine where `control` is; null when that is not known */
export function inWords(location: number | null, names: LocationNames, machine: string | null = null): string {
	if (location === null) return machine ?? "Lapwing itself";
	return names.get(location) ?? "a location that was deleted";
}
