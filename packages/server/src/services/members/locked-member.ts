/** A member, read under the lock of the team, and whether the team can do without them. */

import { type Result, success } from "@lapwing/result";
import type { Role } from "../../domain/access/roles.ts";
import type { Member } from "../../domain/access/user.ts";
import { notFound, type Problem, problem } from "../../domain/problem.ts";
import { findMember, hasOtherOwner, lockTeams } from "../../storage/access/members.ts";
import type { Tx } from "../../storage/database/tx.ts";

export async function lockedMember(
	tx: Tx,
	teamId: number,
	publicId: string,
): Promise<Result<Member, Problem<"not_found">>> {
	await lockTeams(tx, [teamId]);
	const member = await findMember(tx, teamId, publicId);
	return member === null ? notFound() : success(member);
}

/** A problem when nobody would own the team: the member is its last owner, and is to have another role, or none. */
export async function keepsOwner(
	tx: Tx,
	teamId: number,
	{ user }: Member,
	role: Role | null,
): Promise<Result<undefined, Problem<"last_owner">>> {
	if (role === "owner" || (await hasOtherOwner(tx, teamId, user.id))) return success();
	return problem("last_owner", "", "The team would have no owner left. Make another member an owner first.");
}

/** What audit events show of a member. */
export function memberFields({ user: { name, email }, role }: Member) {
	return { user: { name, email }, role };
}
