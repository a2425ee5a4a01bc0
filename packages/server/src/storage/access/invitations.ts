/** Invitations to a team: a link that is valid once, and for a week (docs/rules/access.md#invitations). */

import { ROLES, type Role } from "../../domain/access/roles.ts";
import { emailKey, type Invitation } from "../../domain/access/user.ts";
import type { Seek } from "../../domain/seek.ts";
import { type AgeKey, newestFirst } from "../database/newest-first.ts";
import { newPublicId } from "../database/public-ids.ts";
import type { Row } from "../database/schema.ts";
import type { Tx } from "../database/tx.ts";
import { roleOf } from "./members.ts";
import { newToken, tokenHash } from "./secret-token.ts";

export const INVITATION_LIFETIME_MS = 7 * 86_400_000;
export const MAX_INVITATIONS_PER_TEAM = 500;

/** The secrets of a link, of which only hashes are stored: one for its sender, and one that is only mailed. */
export interface InvitationSecrets {
	readonly shown: string;
	/** Whoever has it reads the mail of the address. */
	readonly mailed: string;
}

/** Stores an invitation, and returns the secrets of its links for the only time. */
export async function createInvitation(
	tx: Tx,
	{ teamId, email, role, sentBy }: { teamId: number; email: string; role: Role; sentBy: number | null },
	now: number,
): Promise<{ invitation: Invitation; secrets: InvitationSecrets }> {
	const secrets = { shown: newToken(), mailed: newToken() };
	const row = await tx.db
		.insertInto("invitations")
		.values({
			public_id: newPublicId("inv"),
			team_id: teamId,
			email,
			email_key: emailKey(email),
			role: ROLES.indexOf(role),
			hash: tokenHash(secrets.shown),
			mail_hash: tokenHash(secrets.mailed),
			sent_by: sentBy,
			created_at: now,
			expires_at: now + INVITATION_LIFETIME_MS,
		})
		.returningAll()
		.executeTakeFirstOrThrow();
	return { invitation: asInvitation(row), secrets };
}

/** Deletes the invitation of an address to a team, and those that are over. */
export async function deleteInvitationsOf(tx: Tx, teamId: number, email: string, now: number): Promise<void> {
	await tx.db
		.deleteFrom("invitations")
		.where("team_id", "=", teamId)
		.where((is) => is.or([is("email_key", "=", emailKey(email)), is("expires_at", "<=", now)]))
		.execute();
}

/** Deletes what a user invited to a team. Returns what it was. */
export async function deleteInvitationsBy(tx: Tx, teamId: number, userId: number): Promise<Invitation[]> {
	const rows = await tx.db
		.deleteFrom("invitations")
		.where("team_id", "=", teamId)
		.where("sent_by", "=", userId)
		.returningAll()
		.execute();
	return rows.map(asInvitation);
}

/** An invitation by the secret of one of its links. */
export interface FoundInvitation extends Invitation {
	/** Whether the secret is the one that was only mailed. */
	readonly isMailed: boolean;
}

/**
 * The invitation of a secret; null when it is unknown, used, withdrawn or expired. Does not use it up: whoever redeems
 * it deletes it ({@link deleteInvitation}).
 */
export async function invitationOfSecret(tx: Tx, secret: string, now: number): Promise<FoundInvitation | null> {
	const hash = tokenHash(secret);
	const row = await tx.db
		.selectFrom("invitations")
		.selectAll()
		.where((is) => is.or([is("hash", "=", hash), is("mail_hash", "=", hash)]))
		.where("expires_at", ">", now)
		.executeTakeFirst();
	return row ? { ...asInvitation(row), isMailed: row.mail_hash === hash } : null;
}

export async function findInvitation(tx: Tx, teamId: number, publicId: string): Promise<Invitation | null> {
	const row = await tx.db
		.selectFrom("invitations")
		.selectAll()
		.where("team_id", "=", teamId)
		.where("public_id", "=", publicId)
		.executeTakeFirst();
	return row ? asInvitation(row) : null;
}

export async function pageOfInvitations(tx: Tx, teamId: number, seek: Seek<AgeKey>): Promise<Invitation[]> {
	const page = tx.db.selectFrom("invitations").selectAll().where("team_id", "=", teamId);
	return (await newestFirst(page, seek)).map(asInvitation);
}

/** Withdraws an invitation, or uses it up: false when it was gone already, so of two rivals one succeeds. */
export async function deleteInvitation(tx: Tx, id: number): Promise<boolean> {
	const { numDeletedRows } = await tx.db.deleteFrom("invitations").where("id", "=", id).executeTakeFirst();
	return numDeletedRows > 0n;
}

function asInvitation(row: Row<"invitations">): Invitation {
	return {
		id: row.id,
		publicId: row.public_id,
		teamId: row.team_id,
		email: row.email,
		role: roleOf(row.role),
		sentBy: row.sent_by,
		createdAt: row.created_at,
		expiresAt: row.expires_at,
	};
}
