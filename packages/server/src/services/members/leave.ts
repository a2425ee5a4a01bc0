import { isFailure, type Result, success } from "@lapwing/result";
import type { AccountActor } from "../../domain/access/actor.ts";
import type { Member } from "../../domain/access/user.ts";
import { notFound, type Problem } from "../../domain/problem.ts";
import { membershipOf } from "../../storage/access/members.ts";
import type { Tx } from "../../storage/database/tx.ts";
import type { Now } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { endMembership } from "./end-membership.ts";
import { keepsOwner, lockedMember } from "./locked-member.ts";

/** Everybody may give up what they have, whatever their scopes. The keys that they made stay valid. */
export async function leaveTeam(
	tx: Tx,
	actor: AccountActor,
	{ slug }: { readonly slug: string },
	{ now }: Now,
): Promise<Result<Member, Problem<"not_found" | "last_owner">>> {
	const membership = await membershipOf(tx, actor.userId, slug);
	if (membership === null) return notFound();
	const { team, memberId } = membership;
	const found = await lockedMember(tx, team.id, memberId);
	if (isFailure(found)) return found;
	const member = found.data;
	const kept = await keepsOwner(tx, team.id, member, null);
	if (isFailure(kept)) return kept;

	const inTeam = { who: actor.who, address: actor.address, team };
	await endMembership(tx, inTeam, member, now);

	const left = { action: "leave", object: "team", id: team.publicId, name: team.name };
	await recordEvent(tx, inTeam, { ...left, before: { role: member.role }, after: null }, now);
	await recordEvent(tx, actor, { ...left, before: null, after: null }, now);
	return success(member);
}
