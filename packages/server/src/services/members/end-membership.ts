/** What ends with a membership. */

import { keyFields } from "../../domain/access/api-key.ts";
import type { Member, User } from "../../domain/access/user.ts";
import { keysMadeBy, revokeKey } from "../../storage/access/api-keys.ts";
import { deleteInvitationsBy } from "../../storage/access/invitations.ts";
import { deleteMember } from "../../storage/access/members.ts";
import { deleteRoutesToPerson } from "../../storage/alerts/escalation/routes.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { type Recorded, recordEvent } from "../record-event.ts";

type InTeam = Extract<Recorded, { team: unknown }>;

/**
 * Ends a membership. Nothing more of the team's alerts goes to the member's own channels, also no recovery. The
 * invitations that the member sent are withdrawn: one to another address of theirs would be a way back.
 */
export async function endMembership(tx: Tx, actor: InTeam, member: Member, now: number): Promise<void> {
	await deleteMember(tx, member.id);
	await deleteRoutesToPerson(tx, { teamId: actor.team.id, userId: member.user.id }, now);
	for (const { publicId, email, role } of await deleteInvitationsBy(tx, actor.team.id, member.user.id)) {
		const event = { action: "delete", object: "invitation", id: publicId, name: email };
		await recordEvent(tx, actor, { ...event, before: { email, role }, after: null }, now);
	}
}

/** Revokes the keys that a user made in the team, and those that such a key made. */
export async function revokeKeysOf(tx: Tx, actor: InTeam, { id }: Pick<User, "id">, now: number): Promise<void> {
	for (const key of await keysMadeBy(tx, actor.team.id, id)) {
		await revokeKey(tx, key.publicId, now);
		const event = { action: "revoke", object: "key", id: key.publicId, name: key.name };
		await recordEvent(tx, actor, { ...event, before: keyFields(key), after: null }, now);
	}
}
