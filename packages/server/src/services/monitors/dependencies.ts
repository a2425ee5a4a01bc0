/** What a monitor depends on: monitors of its team, without circles. */

import { type Result, success } from "@lapwing/result";
import type { TeamActor } from "../../domain/access/actor.ts";
import { invalid, type Problem } from "../../domain/problem.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { dependentsAmong, lockDependencies, replaceDependencies } from "../../storage/monitors/monitor-dependencies.ts";
import { monitorKeys } from "../../storage/monitors/monitor-keys.ts";

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
	monitor: { readonly id: number; readonly publicId: string },
	dependsOn: readonly string[] | undefined,
): Promise<Result<undefined, Problem<"invalid">>> {
	if (dependsOn === undefined) return success();
	const keys = await monitorKeys(tx, actor.team.id, dependsOn);
	const unknown = dependsOn.findIndex((id) => !keys.has(id));
	if (unknown >= 0) return invalid(`/dependsOn/${unknown}`, "There is no such monitor.");
	const circular = await dependentsAmong(tx, [...keys.values()], monitor.id);
	const circle = dependsOn.findIndex((id) => id === monitor.publicId || circular.has(keys.get(id) ?? 0));
	if (circle >= 0) return invalid(`/dependsOn/${circle}`, "It depends on this monitor itself.");
	await replaceDependencies(tx, monitor.id, [...keys.values()]);
	return success();
}
