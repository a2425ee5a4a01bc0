/** Changes that tests and benchmarks make, as `lapwing` would. */

import { unwrap } from "@lapwing/result";
import { commandLine, type TeamActor } from "../../domain/access/actor.ts";
import { teamById } from "../../storage/access/teams.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { type Change, inTransaction } from "../change.ts";

/** What a service makes for a team; throws the problem when it refuses. */
export async function onTheCommandLine<Input, Made, Needs>(
	database: Tx,
	teamId: number,
	service: Change<TeamActor, Input, Made, Needs>,
	input: Input,
	deps: Needs,
): Promise<Made> {
	const team = await teamById(database, teamId);
	if (team === null) throw new Error(`There is no team ${teamId}`);
	return unwrap(await inTransaction(database, (tx) => service(tx, commandLine(team), input, deps)));
}
