import { type Result, success } from "@lapwing/result";
import type { TeamActor } from "../../domain/access/actor.ts";
import { isSlug, type Team } from "../../domain/access/team.ts";
import { invalid, type Problem, problem } from "../../domain/problem.ts";
import { createTeam as insert } from "../../storage/access/teams.ts";
import type { Tx } from "../../storage/database/tx.ts";
import type { Now } from "../change.ts";
import { recordEvent } from "../record-event.ts";

/** Creates a team, which the command line alone may do. The event belongs to the new team. */
export async function createTeam(
	tx: Tx,
	actor: Pick<TeamActor, "who" | "address">,
	{ name, slug }: Pick<Team, "name" | "slug">,
	{ now }: Now,
): Promise<Result<Team, Problem<"invalid" | "taken">>> {
	if (!isSlug(slug)) return invalid("/slug", `"${slug}" is not a slug: use lower-case letters, digits and hyphens.`);

	const team = await insert(tx, { name, slug }, now);
	if (team === null) return problem("taken", "/slug", `A team with the slug "${slug}" exists already.`);

	const event = { action: "create", object: "team", id: team.publicId, name };
	await recordEvent(tx, { ...actor, team }, { ...event, before: null, after: { slug, name } }, now);
	return success(team);
}
