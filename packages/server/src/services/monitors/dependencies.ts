/** What a monitor depends on: monitors of its team, without circles. */

import { type Result, success } from "@lapwing/result";
import type { TeamActor } from "../../domain/access/actor.ts";
import { circlesIn } from "../../domain/monitors/circles.ts";
import type { Monitor } from "../../domain/monitors/settings.ts";
import { invalid, type Problem } from "../../domain/problem.ts";
import { lockCauses } from "../../storage/causes/cause-locks.ts";
import { linkAnew } from "../../storage/causes/dependencies.ts";
import type { Tx } from "../../storage/database/tx.ts";
import {
	addDependencies,
	dependenciesAbove,
	replaceAllDependencies,
} from "../../storage/monitors/monitor-dependencies.ts";
import { monitorKeys } from "../../storage/monitors/monitor-keys.ts";

/**
 * Writes what new monitors depend on: others, or one another. Nothing that was there depends on them, so a circle has
 * new monitors alone.
 */
export async function linkNewMonitors(
	tx: Tx,
	actor: TeamActor,
	made: readonly { readonly at: string; readonly monitor: Monitor }[],
): Promise<Result<undefined, Problem<"invalid">>> {
	const linked = made.filter(({ monitor }) => monitor.dependsOn.length > 0);
	if (linked.length === 0) return success();
	const own = new Map(linked.map(({ monitor }) => [monitor.publicId, monitor.dependsOn]));
	const keys = await monitorKeys(tx, actor.team.id, [...new Set([...own.values()].flat())]);
	const circular = circlesIn(own);
	for (const { at, monitor } of linked) {
		for (const [place, id] of monitor.dependsOn.entries()) {
			if (!keys.has(id)) return invalid(`${at}/dependsOn/${place}`, "There is no such monitor.");
			if (circular.has(monitor.publicId) && (id === monitor.publicId || circular.has(id))) {
				return invalid(`${at}/dependsOn/${place}`, "It depends on this monitor itself.");
			}
		}
	}
	const rows = linked.flatMap(({ monitor }) =>
		monitor.dependsOn.map((id) => ({ monitor_id: monitor.id, depends_on_id: keys.get(id) ?? 0 })),
	);
	await addDependencies(tx, rows);
	return success();
}

interface GivenDependencies {
	/** Where its problems are, in the input of all of them: a JSON Pointer. */
	readonly at: string;
	readonly monitor: Pick<Monitor, "id" | "publicId" | "dependsOn">;
	readonly dependsOn: readonly string[] | undefined;
}

/** Writes what monitors depend on, where that is given. Their schedules are locked. */
export async function changeDependencies(
	tx: Tx,
	actor: TeamActor,
	given: readonly GivenDependencies[],
	now: number,
): Promise<Result<undefined, Problem<"invalid">>> {
	const changing = given.flatMap(({ at, monitor, dependsOn }) =>
		dependsOn === undefined || dependsOn.join() === monitor.dependsOn.join() ? [] : [{ at, monitor, dependsOn }],
	);
	if (changing.length === 0) return success();
	const keys = await monitorKeys(tx, actor.team.id, [...new Set(changing.flatMap(({ dependsOn }) => dependsOn))]);
	for (const { at, dependsOn } of changing) {
		const unknown = dependsOn.findIndex((id) => !keys.has(id));
		if (unknown >= 0) return invalid(`${at}/dependsOn/${unknown}`, "There is no such monitor.");
	}
	const ids = changing.map(({ monitor }) => monitor.id);
	// An outage that begins meanwhile is linked before it is read here, or by what is written here.
	await lockCauses(tx, new Set([actor.team.id]));
	await linkAnew(tx, ids, now);
	await replaceAllDependencies(
		tx,
		changing.map(({ monitor, dependsOn }) => ({
			monitorId: monitor.id,
			dependsOn: dependsOn.flatMap((id) => keys.get(id) ?? []),
		})),
	);
	// There were none before, so each one leads through a monitor that changes.
	const circular = circlesIn(await dependenciesAbove(tx, ids));
	for (const { at, monitor, dependsOn } of changing) {
		if (!circular.has(monitor.id)) continue;
		const circle = dependsOn.findIndex((id) => circular.has(keys.get(id) ?? 0));
		return invalid(`${at}/dependsOn/${circle}`, "It depends on this monitor itself.");
	}
	return success();
}
