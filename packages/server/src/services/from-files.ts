/** Objects of files are changed in the files: people change them nowhere else (docs/use/as-code/README.md). */

import { type Result, success } from "@lapwing/result";
import type { TeamActor } from "../domain/access/actor.ts";
import { CONFIG_KINDS } from "../domain/config/config.ts";
import { type Problem, problem } from "../domain/problem.ts";
import { ownedAmong } from "../storage/config/config-objects.ts";
import type { Tx } from "../storage/database/tx.ts";

/** Objects that a message names. */
const MAX_NAMED = 5;

/**
 * A problem when a person would change what files own. Keys may: programs mend what is urgent, and the next plan tells
 * that as drift.
 * @param ids of the objects: `mon_…`
 */
export async function requireNotFromFiles(
	tx: Tx,
	{ who, team }: Pick<TeamActor, "who" | "team">,
	ids: readonly string[],
): Promise<Result<undefined, Problem<"missing_scope">>> {
	if (who.kind !== "user" || ids.length === 0) return success();
	const owned = await ownedAmong(tx, team.id, ids);
	if (owned.length === 0) return success();
	const named = owned
		.slice(0, MAX_NAMED)
		.map(({ kind, key, project }) => `the ${CONFIG_KINDS[kind].noun} ${key} (project ${project})`);
	const more = owned.length > MAX_NAMED ? ` and ${owned.length - MAX_NAMED} more` : "";
	const [verb, them] = owned.length === 1 ? ["comes", "it"] : ["come", "them"];
	const text = `${named.join(", ")}${more} ${verb} from files: change ${them} there.`;
	return problem("missing_scope", "", text.charAt(0).toUpperCase() + text.slice(1));
}
