import type { AuditActor } from "../../domain/access/audit-event.ts";
import { scopesOf } from "../../domain/access/roles.ts";
import type { Scope } from "../../domain/access/scopes.ts";
import type { Tx } from "../database/tx.ts";
import { readScopes } from "./api-keys.ts";
import { roleOf } from "./members.ts";

/** What an actor may do in a team at this moment. */
export async function scopesNow(
	{ db }: Tx,
	teamId: number,
	{ kind, id }: AuditActor,
	now: number,
): Promise<readonly Scope[] | "all"> {
	if (kind === "cli") return "all";
	if (kind === "key") {
		const key = await db
			.selectFrom("api_keys")
			.select(["scopes", "expires_at"])
			.where("team_id", "=", teamId)
			.where("public_id", "=", id)
			.where("revoked_at", "is", null)
			.executeTakeFirst();
		return key && (key.expires_at === null || key.expires_at > now) ? readScopes(key.scopes) : [];
	}
	const member = await db
		.selectFrom("members")
		.innerJoin("users", "users.id", "members.user_id")
		.select("members.role")
		.where("members.team_id", "=", teamId)
		.where("users.public_id", "=", id)
		.executeTakeFirst();
	return member ? scopesOf(roleOf(member.role)) : [];
}
