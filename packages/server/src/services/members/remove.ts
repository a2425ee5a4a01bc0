import { isFailure, type Result, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import type { Member } from "../../domain/access/user.ts";
import type { Problem } from "../../domain/problem.ts";
import type { Tx } from "../../storage/database/tx.ts";
import type { Now } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { asOfNow } from "./as-of-now.ts";
import { endMembership, revokeKeysOf } from "./end-membership.ts";
import { keepsOwner, lockedMember, memberFields } from "./locked-member.ts";
import { mayGrant } from "./may-grant.ts";

interface Removal {
	/** `mbr_…` */
	readonly id: string;
	/** Whether the keys that the member made stay valid: without it they are revoked. */
	readonly keepsKeys: boolean;
}

/** Removes a member from the team. The account stays. */
export async function removeMember(
	tx: Tx,
	asking: TeamActor,
	{ id, keepsKeys }: Removal,
	{ now }: Now,
): Promise<Result<Member, Problem<"missing_scope" | "not_found" | "last_owner">>> {
	const actor = await asOfNow(tx, asking, now);
	const may = requireScope(actor, "members:write");
	if (isFailure(may)) return may;
	const found = await lockedMember(tx, actor.team.id, id);
	if (isFailure(found)) return found;
	const member = found.data;
	const mayRemove = mayGrant(actor, member.role);
	if (isFailure(mayRemove)) return mayRemove;
	const kept = await keepsOwner(tx, actor.team.id, member, null);
	if (isFailure(kept)) return kept;

	await endMembership(tx, actor, member, now);
	if (!keepsKeys) await revokeKeysOf(tx, actor, member.user, now);

	const before = memberFields(member);
	const event = { action: "remove", object: "member", id: member.publicId, name: member.user.name };
	await recordEvent(tx, actor, { ...event, before, after: null }, now);
	return success(member);
}
