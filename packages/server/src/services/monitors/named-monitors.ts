/** The monitors that a change names in `monitorIds`. */

import { type Result, success } from "@lapwing/result";
import { invalid, type Problem } from "../../domain/problem.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { monitorKeys } from "../../storage/monitors/monitor-keys.ts";

/** The keys of the team's monitors with these public ids, or a problem that points at the first unknown id. */
export async function namedMonitors(
	tx: Tx,
	teamId: number,
	publicIds: readonly string[],
): Promise<Result<readonly number[], Problem<"invalid">>> {
	const keys = await monitorKeys(tx, teamId, publicIds);
	const unknown = publicIds.findIndex((id) => !keys.has(id));
	return unknown < 0 ? success([...keys.values()]) : invalid(`/monitorIds/${unknown}`, "There is no such monitor.");
}
