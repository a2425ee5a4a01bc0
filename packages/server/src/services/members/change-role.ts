import { isFailure, type Result, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import type { Role } from "../../domain/access/roles.ts";
import type { Member } from "../../domain/access/user.ts";
import type { Problem } from "../../domain/problem.ts";
import { setRole } from "../../storage/access/members.ts";
import type { Tx } from "../../storage/database/tx.ts";
import type { Now } from "../change.ts";
import { recordEvent } from "../record-event.ts";
import { asOfNow } from "./as-of-now.ts";
import { keepsOwner, lockedMember, memberFields } from "./locked-member.ts";
import { mayGrant } from "./may-grant.ts";

/** It takes effect with the member's next request. */
export async function changeRole(
	tx: Tx,
	asking: TeamActor,
	{ id, role }: { readonly id: string; readonly role: Role },
	{ now }: Now,
): Promise<Result<Member, Problem<"missing_scope" | "not_found" | "last_owner">>> {
	const actor = await asOfNow(tx, asking, now);
	const may = requireScope(actor, "members:write");
	if (isFailure(may)) return may;
	const member = await lockedMember(tx, actor.team.id, id);
	if (isFailure(member)) return member;
	for (const each of [member.data.role, role]) {
		const mayEach = mayGrant(actor, each);
		if (isFailure(mayEach)) return mayEach;
	}
	const kept = await keepsOwner(tx, actor.team.id, member.data, role);
	if (isFailure(kept)) return kept;

	const changed = await setRole(tx, member.data, role);

	const { publicId, user } = changed;
	const [before, after] = [memberFields(member.data), memberFields(changed)];
	await recordEvent(
		tx,
		actor,
		{ action: "update", object: "member", id: publicId, name: user.name, before, after },
		now,
	);
	return success(changed);
}
