/** Where a monitor is checked from: locations of its team or of the installation. */

import { isFailure, type Result, success } from "@lapwing/result";
import type { TeamActor } from "../../domain/access/actor.ts";
import { locationsOfTeam } from "../../domain/checks/locations/locations.ts";
import type { MonitorSettings } from "../../domain/monitors/settings.ts";
import { invalid, type Problem } from "../../domain/problem.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { knownLocations } from "../../storage/locations/known-locations.ts";
import { lockLocations } from "../../storage/locations/locations.ts";
import { addLocations, replaceLocations } from "../../storage/monitors/monitor-locations.ts";

type Names = Pick<MonitorSettings, "locations" | "fallback">;

interface Placed {
	/** Where its problems are, in the input of all of them: a JSON Pointer. */
	readonly at: string;
	readonly monitor: Names & { readonly id: number };
}

/** Writes the locations of monitors. */
export async function changeLocations(
	tx: Tx,
	actor: TeamActor,
	placed: readonly Placed[],
): Promise<Result<undefined, Problem<"invalid">>> {
	const found = await locationIds(tx, actor, placed);
	if (isFailure(found)) return found;
	if (placed.length > 0) await replaceLocations(tx, rowsOf(placed, found.data));
	return success();
}

/** Writes the locations of new monitors. */
export async function placeNewMonitors(
	tx: Tx,
	actor: TeamActor,
	made: readonly Placed[],
): Promise<Result<undefined, Problem<"invalid">>> {
	const placed = made.filter(({ monitor }) => monitor.locations.length > 0);
	const found = await locationIds(tx, actor, placed);
	if (isFailure(found)) return found;
	await addLocations(tx, rowsOf(placed, found.data));
	return success();
}

function rowsOf(placed: readonly Placed[], ids: readonly (readonly number[])[]) {
	return placed.map(({ monitor: { id, fallback } }, index) => {
		return { monitorId: id, locationIds: ids[index] ?? [], allowsFallback: fallback };
	});
}

/** The ids of the locations that each names, which stay until the transaction ends. */
async function locationIds(
	tx: Tx,
	actor: TeamActor,
	placed: readonly { readonly at: string; readonly monitor: Pick<Names, "locations"> }[],
): Promise<Result<readonly (readonly number[])[], Problem<"invalid">>> {
	if (placed.every(({ monitor }) => monitor.locations.length === 0)) return success(placed.map(() => []));
	const known = locationsOfTeam(await knownLocations(tx, actor.team.id), actor.team.id);
	const named = new Set(placed.flatMap(({ monitor }) => monitor.locations));
	const ids = [...named].flatMap((name) => known.get(name)?.id ?? []);
	const existing = ids.length === 0 ? new Set<number>() : await lockLocations(tx, ids);
	for (const { at, monitor } of placed) {
		for (const [place, name] of monitor.locations.entries()) {
			const location = known.get(name);
			const path = `${at}/locations/${place}`;
			if (location === undefined) return invalid(path, unknownLocation([...known.keys()]));
			if (!existing.has(location.id)) return invalid(path, "This location was deleted just now.");
		}
	}
	return success(placed.map(({ monitor }) => monitor.locations.flatMap((name) => known.get(name)?.id ?? [])));
}

/** Says which locations exist. */
export function unknownLocation(names: readonly string[]): string {
	if (names.length === 0) return "There is no such location; there is none yet: make one with its first prober.";
	return `There is no such location. There are: ${names.toSorted().join(", ")}.`;
}
