import { isFailure, type Result, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import type { Role } from "../../domain/access/roles.ts";
import type { Invitation } from "../../domain/access/user.ts";
import { invalid, type Problem, problem } from "../../domain/problem.ts";
import { isoOf } from "../../domain/time-text.ts";
import {
	createInvitation as create,
	deleteInvitationsOf,
	type InvitationSecrets,
	MAX_INVITATIONS_PER_TEAM,
} from "../../storage/access/invitations.ts";
import { isMember } from "../../storage/access/members.ts";
import { userBehind } from "../../storage/access/user-behind.ts";
import { countOfTeam } from "../../storage/database/count-of-team.ts";
import type { Tx } from "../../storage/database/tx.ts";
import type { Now } from "../change.ts";
import { asOfNow } from "../members/as-of-now.ts";
import { mayGrant } from "../members/may-grant.ts";
import { recordEvent } from "../record-event.ts";

interface NewInvitation {
	readonly invitation: Invitation;
	readonly secrets: InvitationSecrets;
}

/** Invites an address, in place of an earlier invitation of the same one. */
export async function createInvitation(
	tx: Tx,
	asking: TeamActor,
	{ email, role }: { readonly email: string; readonly role: Role },
	{ now }: Now,
): Promise<Result<NewInvitation, Problem<"missing_scope" | "invalid" | "full">>> {
	const actor = await asOfNow(tx, asking, now);
	const may = requireScope(actor, "members:write");
	if (isFailure(may)) return may;
	const mayInvite = mayGrant(actor, role);
	if (isFailure(mayInvite)) return mayInvite;
	const teamId = actor.team.id;
	if (await isMember(tx, teamId, email)) return invalid("/email", "This address belongs to a member already.");
	await deleteInvitationsOf(tx, teamId, email, now);
	if ((await countOfTeam(tx, "invitations", teamId)) >= MAX_INVITATIONS_PER_TEAM) {
		return problem("full", "", `A team has at most ${MAX_INVITATIONS_PER_TEAM} invitations.`);
	}

	const made = await create(tx, { teamId, email, role, sentBy: await userBehind(tx, actor.who) }, now);

	const { publicId, expiresAt } = made.invitation;
	const after = { email, role, expiresAt: isoOf(expiresAt) };
	await recordEvent(
		tx,
		actor,
		{ action: "create", object: "invitation", id: publicId, name: email, before: null, after },
		now,
	);
	return success(made);
}
