import type { TeamActor } from "../../domain/access/actor.ts";
import { scopesNow } from "../../storage/access/current-scopes.ts";
import { lockTeams } from "../../storage/access/members.ts";
import type { Tx } from "../../storage/database/tx.ts";

/**
 * The actor with the scopes that they have once the team is locked: none when they were removed, or their key revoked,
 * since the request began. For changes that give access, which would otherwise outlast the removal.
 */
export async function asOfNow(tx: Tx, actor: TeamActor, now: number): Promise<TeamActor> {
	await lockTeams(tx, [actor.team.id]);
	const scopes = await scopesNow(tx, actor.team.id, actor.who, now);
	// A key's or a role's further scopes, given meanwhile, count from the next request on.
	return scopes === "all" ? actor : { ...actor, scopes: actor.scopes.filter((scope) => scopes.includes(scope)) };
}
