/** Invitations to a team: a link that is valid once, and for a week (docs/rules/access.md#invitations). */

import { ROLES, type Role } from "../../domain/access/roles.ts";
import { emailKey, type Invitation } from "../../domain/access/user.ts";
import type { Seek } from "../../domain/seek.ts";
import { type AgeKey, newestFirst } from "../database/newest-first.ts";
import { newPublicId } from "../database/public-ids.ts";
import type { Session } from "../database/session.ts";
import { isMember, lockTeams, roleOf } from "./members.ts";
import { newToken, tokenHash } from "./secret-token.ts";

export const INVITATION_LIFETIME_MS = 7 * 86_400_000;
export const MAX_INVITATIONS_PER_TEAM = 500;

/**
 * Invites an address, in place of an earlier invitation of the same one, and returns the link's secret for the only
 * time. "member": the address belongs to a member already.
 */
export async function createInvitation(
	session: Session,
	{ teamId, email, role }: { teamId: number; email: string; role: Role },
	now: number,
): Promise<{ invitation: Invitation; secret: string } | "member" | "full"> {
	return session.transaction(async (session) => {
		await lockTeams(session, [teamId]);
		const key = emailKey(email);
		if (await isMember(session, teamId, key)) return "member";
		await session.db
			.deleteFrom("invitations")
			.where("team_id", "=", teamId)
			.where((is) => is.or([is("email_key", "=", key), is("expires_at", "<=", now)]))
			.execute();
		const { count } = await session.db
			.selectFrom("invitations")
			.select((of) => of.fn.countAll<number>().as("count"))
			.where("team_id", "=", teamId)
			.executeTakeFirstOrThrow();
		if (Number(count) >= MAX_INVITATIONS_PER_TEAM) return "full";
		const secret = newToken();
		const row = await session.db
			.insertInto("invitations")
			.values({
				public_id: newPublicId("inv"),
				team_id: teamId,
				email,
				email_key: key,
				role: ROLES.indexOf(role),
				hash: tokenHash(secret),
				created_at: now,
				expires_at: now + INVITATION_LIFETIME_MS,
			})
			.returningAll()
			.executeTakeFirstOrThrow();
		return { invitation: asInvitation(row), secret };
	});
}

/** The invitation of a secret; null when it is unknown, used, withdrawn or expired. Does not use it up. */
export async function invitationOfSecret(session: Session, secret: string, now: number): Promise<Invitation | null> {
	const row = await session.db
		.selectFrom("invitations")
		.selectAll()
		.where("hash", "=", tokenHash(secret))
		.where("expires_at", ">", now)
		.executeTakeFirst();
	return row ? asInvitation(row) : null;
}

/** Uses up an invitation: of two concurrent requests with the same secret, one succeeds. */
export async function takeInvitation(session: Session, secret: string, now: number): Promise<Invitation | null> {
	const row = await session.db
		.deleteFrom("invitations")
		.where("hash", "=", tokenHash(secret))
		.where("expires_at", ">", now)
		.returningAll()
		.executeTakeFirst();
	return row ? asInvitation(row) : null;
}

export async function findInvitation(session: Session, teamId: number, publicId: string): Promise<Invitation | null> {
	const row = await session.db
		.selectFrom("invitations")
		.selectAll()
		.where("team_id", "=", teamId)
		.where("public_id", "=", publicId)
		.executeTakeFirst();
	return row ? asInvitation(row) : null;
}

export async function pageOfInvitations(session: Session, teamId: number, seek: Seek<AgeKey>): Promise<Invitation[]> {
	const page = session.db.selectFrom("invitations").selectAll().where("team_id", "=", teamId);
	return (await newestFirst(page, seek)).map(asInvitation);
}

/** False when it was gone already. */
export async function deleteInvitation(session: Session, id: number): Promise<boolean> {
	const { numDeletedRows } = await session.db.deleteFrom("invitations").where("id", "=", id).executeTakeFirst();
	return numDeletedRows > 0n;
}

interface InvitationRow {
	id: number;
	public_id: string;
	team_id: number;
	email: string;
	role: number;
	created_at: number;
	expires_at: number;
}

function asInvitation(row: InvitationRow): Invitation {
	return {
		id: row.id,
		publicId: row.public_id,
		teamId: row.team_id,
		email: row.email,
		role: roleOf(row.role),
		createdAt: row.created_at,
		expiresAt: row.expires_at,
	};
}
