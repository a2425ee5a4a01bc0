import { isFailure, type Result, success } from "@lapwing/result";
import { requireScope, type TeamActor } from "../../domain/access/actor.ts";
import type { Invitation } from "../../domain/access/user.ts";
import { notFound, type Problem } from "../../domain/problem.ts";
import { deleteInvitation, findInvitation } from "../../storage/access/invitations.ts";
import type { Tx } from "../../storage/database/tx.ts";
import type { Deps } from "../change.ts";
import { recordEvent } from "../record-event.ts";

/** Its links are not valid any more. */
export async function withdrawInvitation(
	tx: Tx,
	actor: TeamActor,
	{ id }: { readonly id: string },
	{ now }: Pick<Deps, "now">,
): Promise<Result<Invitation, Problem<"missing_scope" | "not_found">>> {
	const may = requireScope(actor, "members:write");
	if (isFailure(may)) return may;
	const invitation = await findInvitation(tx, actor.team.id, id);
	if (invitation === null || !(await deleteInvitation(tx, invitation.id))) return notFound();

	const { publicId, email, role } = invitation;
	const event = { action: "delete", object: "invitation", id: publicId, name: email };
	await recordEvent(tx, actor, { ...event, before: { email, role }, after: null }, now);
	return success(invitation);
}
