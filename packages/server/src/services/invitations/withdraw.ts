import { success } from "@lapwing/result";
import { notFound } from "../../domain/problem.ts";
import { deleteInvitation, findInvitation } from "../../storage/access/invitations.ts";
import { type ById, type Now, requiring } from "../change.ts";
import { recordEvent } from "../record-event.ts";

/** Its links are not valid any more. */
export const withdrawInvitation = requiring("members:write", async (tx, actor, { id }: ById, { now }: Now) => {
	const invitation = await findInvitation(tx, actor.team.id, id);
	if (invitation === null || !(await deleteInvitation(tx, invitation.id))) return notFound();

	const { publicId, email, role } = invitation;
	const event = { action: "delete", object: "invitation", id: publicId, name: email };
	await recordEvent(tx, actor, { ...event, before: { email, role }, after: null }, now);
	return success(invitation);
});
