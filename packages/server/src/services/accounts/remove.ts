import { type Result, success } from "@lapwing/result";
import { CLI_ACTOR } from "../../domain/access/audit-event.ts";
import { notFound, type Problem, problem } from "../../domain/problem.ts";
import { hasOtherOwner, lockTeams, membersOfAddress } from "../../storage/access/members.ts";
import { deleteUser, lockAddress } from "../../storage/access/users.ts";
import type { Tx } from "../../storage/database/tx.ts";
import type { Now } from "../change.ts";
import { endMembership, revokeKeysOf } from "../members/end-membership.ts";
import { memberFields } from "../members/locked-member.ts";
import { recordEvent } from "../record-event.ts";

/** On the command line: deletes every account of an address, with all that belongs to it. */
export async function removeAccounts(
	tx: Tx,
	{ email, keepsKeys }: { readonly email: string; readonly keepsKeys: boolean },
	{ now }: Now,
): Promise<Result<undefined, Problem<"not_found" | "last_owner">>> {
	const teams = (await membersOfAddress(tx, email)).map(({ team }) => team.id);
	await lockTeams(tx, [...new Set(teams)]);
	const accounts = await lockAddress(tx, email);
	if (accounts.length === 0) return notFound();
	const held = await membersOfAddress(tx, email);
	const withoutOwner: string[] = [];
	for (const { team, user } of held) if (!(await hasOtherOwner(tx, team.id, user.id))) withoutOwner.push(team.slug);
	if (withoutOwner.length > 0) {
		const sentence = `${email} is the last owner of ${withoutOwner.join(", ")}. Make somebody else an owner first.`;
		return problem("last_owner", "", sentence);
	}

	for (const { team, ...member } of held) {
		const inTeam = { who: CLI_ACTOR, address: null, team };
		await endMembership(tx, inTeam, member, now);
		if (!keepsKeys) await revokeKeysOf(tx, inTeam, member.user, now);
		const event = { action: "remove", object: "member", id: member.publicId, name: member.user.name };
		await recordEvent(tx, inTeam, { ...event, before: memberFields(member), after: null }, now);
	}
	for (const { id } of accounts) await deleteUser(tx, id);
	return success();
}
