/** Where a monitor is checked from: locations of its team or of the installation. */

import { type Result, success } from "@lapwing/result";
import type { TeamActor } from "../../domain/access/actor.ts";
import { type Location, locationsOfTeam } from "../../domain/checks/locations.ts";
import type { MonitorSettings } from "../../domain/monitors/settings.ts";
import { invalid, type Problem } from "../../domain/problem.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { knownLocations } from "../../storage/locations/known-locations.ts";
import { lockLocations } from "../../storage/locations/locations.ts";
import { replaceLocations } from "../../storage/monitors/monitor-locations.ts";

/** Writes the locations of a monitor. */
export async function changeLocations(
	tx: Tx,
	actor: TeamActor,
	monitor: { readonly id: number },
	{ locations: names, fallback }: Pick<MonitorSettings, "locations" | "fallback">,
): Promise<Result<undefined, Problem<"invalid">>> {
	const known = names.length === 0 ? NONE : locationsOfTeam(await knownLocations(tx, actor.team.id), actor.team.id);
	const unknown = names.findIndex((name) => !known.has(name));
	if (unknown >= 0) return invalid(`/locations/${unknown}`, unknownLocation([...known.keys()]));
	const ids = names.flatMap((name) => known.get(name)?.id ?? []);
	if (ids.length > 0) {
		const existing = await lockLocations(tx, ids);
		const deleted = ids.findIndex((id) => !existing.has(id));
		if (deleted >= 0) return invalid(`/locations/${deleted}`, "This location was deleted just now.");
	}
	await replaceLocations(tx, monitor.id, ids, fallback);
	return success();
}

const NONE: ReadonlyMap<string, Location> = new Map();

/** Says which locations exist. */
export function unknownLocation(names: readonly string[]): string {
	if (names.length === 0) return "There is no such location; there is none yet: make one with its first prober.";
	return `There is no such location. There are: ${names.toSorted().join(", ")}.`;
}
