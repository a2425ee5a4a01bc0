import { isFailure, type Result, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import type { Team } from "../../domain/access/team.ts";
import type { Changes } from "../../domain/given.ts";
import { notFound, type Problem } from "../../domain/problem.ts";
import { teamById, updateTeam as update } from "../../storage/access/teams.ts";
import { lockTeam } from "../../storage/database/lock-row.ts";
import type { Tx } from "../../storage/database/tx.ts";
import type { Deps } from "../change.ts";
import { recordEvent } from "../record-event.ts";

type TeamSettings = Pick<Team, "name" | "allowsPasswords">;

/** Changes the settings of the actor's team; its slug stays. */
export async function updateTeam(
	tx: Tx,
	actor: TeamActor,
	{ name, allowsPasswords }: Changes<TeamSettings>,
	{ now }: Pick<Deps, "now">,
): Promise<Result<Team, Problem<"missing_scope" | "not_found">>> {
	const may = requireScope(actor, "team:write");
	if (isFailure(may)) return may;
	await lockTeam(tx, actor.team.id);
	const team = await teamById(tx, actor.team.id);
	if (team === null) return notFound();

	const after = { name: name ?? team.name, allowsPasswords: allowsPasswords ?? team.allowsPasswords };
	await update(tx, team.id, after);

	const before = { name: team.name, allowsPasswords: team.allowsPasswords };
	const event = { action: "update", object: "team", id: null, name: team.name, asked: { name, allowsPasswords } };
	await recordEvent(tx, actor, { ...event, before, after }, now);
	return success({ ...team, ...after });
}
