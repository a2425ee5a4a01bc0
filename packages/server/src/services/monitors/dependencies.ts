/** What a monitor depends on: monitors of its team, without circles. */

import { type Result, success } from "@lapwing/result";
import type { TeamActor } from "../../domain/access/actor.ts";
import { circlesIn } from "../../domain/monitors/circles.ts";
import type { Monitor } from "../../domain/monitors/settings.ts";
import { invalid, type Problem } from "../../domain/problem.ts";
import { linkAnew } from "../../storage/causes/dependencies.ts";
import type { Tx } from "../../storage/database/tx.ts";
import {
	addDependencies,
	dependentsAmong,
	lockDependencies,
	replaceDependencies,
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

/** Before a monitor is locked whose dependencies are given. */
export async function lockGivenDependencies(
	tx: Tx,
	actor: TeamActor,
	{ dependsOn }: { readonly dependsOn?: readonly string[] | undefined },
): Promise<void> {
	if (dependsOn !== undefined) await lockDependencies(tx, actor.team.id);
}

/** Writes what a monitor depends on, where that is given. */
export async function changeDependencies(
	tx: Tx,
	actor: TeamActor,
	monitor: Pick<Monitor, "id" | "publicId" | "dependsOn">,
	dependsOn: readonly string[] | undefined,
	now: number,
): Promise<Result<undefined, Problem<"invalid">>> {
	if (dependsOn === undefined || dependsOn.join() === monitor.dependsOn.join()) return success();
	const keys = await monitorKeys(tx, actor.team.id, dependsOn);
	const unknown = dependsOn.findIndex((id) => !keys.has(id));
	if (unknown >= 0) return invalid(`/dependsOn/${unknown}`, "There is no such monitor.");
	const circular = await dependentsAmong(tx, [...keys.values()], monitor.id);
	const circle = dependsOn.findIndex((id) => id === monitor.publicId || circular.has(keys.get(id) ?? 0));
	if (circle >= 0) return invalid(`/dependsOn/${circle}`, "It depends on this monitor itself.");
	await linkAnew(tx, [monitor.id], now);
	await replaceDependencies(tx, monitor.id, [...keys.values()]);
	return success();
}
