/**
 * Members of teams and their roles. A team that has an owner keeps one: every change of an owner's membership takes the
 * lock of the team's row first ({@link lockTeams}), so that of two owners who demote each other at once one fails
 * (docs/rules/access.md#last-owner).
 */

import { sql } from "kysely";
import { ROLES, type Role } from "../../domain/access/roles.ts";
import type { NamedTeam, Team } from "../../domain/access/team.ts";
import { emailKey, type Member, type User } from "../../domain/access/user.ts";
import type { Seek } from "../../domain/seek.ts";
import { type AgeKey, newestFirst } from "../database/newest-first.ts";
import { newPublicId } from "../database/public-ids.ts";
import type { Row } from "../database/schema.ts";
import type { Flag } from "../database/tables/table.ts";
import type { Tx } from "../database/tx.ts";
import { teamById } from "./teams.ts";
import { asUser } from "./users.ts";

const OWNER = ROLES.indexOf("owner");

export interface Membership {
	/** `mbr_…` */
	readonly memberId: string;
	readonly team: NamedTeam;
	/** Whether a session that began with a password may enter the team. */
	readonly allowsPasswords: boolean;
	readonly role: Role;
	/** Of the database, read with the membership. */
	readonly databaseVersion: string;
}

/** Makes a user a member; null when they are one already, whose role stays as it is. */
export async function addMember(
	tx: Tx,
	{ teamId, user, role }: { teamId: number; user: User; role: Role },
	now: number,
): Promise<Member | null> {
	const row = await tx.db
		.insertInto("members")
		.values({
			public_id: newPublicId("mbr"),
			team_id: teamId,
			user_id: user.id,
			role: ROLES.indexOf(role),
			created_at: now,
		})
		.onConflict((conflict) => conflict.columns(["team_id", "user_id"]).doNothing())
		.returningAll()
		.executeTakeFirst();
	return row ? asMember(row, user) : null;
}

/** Makes a user an owner, who may be a member already. */
export async function makeOwner(
	tx: Tx,
	{ teamId, user }: { teamId: number; user: User },
	now: number,
): Promise<Member> {
	const row = await tx.db
		.insertInto("members")
		.values({ public_id: newPublicId("mbr"), team_id: teamId, user_id: user.id, role: OWNER, created_at: now })
		.onConflict((conflict) => conflict.columns(["team_id", "user_id"]).doUpdateSet({ role: OWNER }))
		.returningAll()
		.executeTakeFirstOrThrow();
	return asMember(row, user);
}

/**
 * What a user may do in the team of this slug; null when they are no member, or there is no such team. An account that
 * is bound to a team is in no other one (docs/rules/access.md#proven-addresses).
 */
export async function membershipOf(tx: Tx, userId: number, slug: string): Promise<Membership | null> {
	return (await memberships(tx, userId, slug))[0] ?? null;
}

/** Every team of a user, by name. */
export function membershipsOf(tx: Tx, userId: number): Promise<Membership[]> {
	return memberships(tx, userId, null);
}

async function memberships(tx: Tx, userId: number, slug: string | null): Promise<Membership[]> {
	const { rows } = await sql<MembershipRow>`
		select m.public_id as member_id, t.id, t.public_id, t.name, t.slug, t.allows_passwords, m.role,
			${tx.dialect.version} as version
		from members m join teams t on t.id = m.team_id join users u on u.id = m.user_id
		where (u.bound_team_id is null or u.bound_team_id = m.team_id) and m.user_id = ${userId} ${slug === null ? sql`` : sql`and t.slug = ${slug}`}
		order by t.name, t.id`.execute(tx.db);
	return rows.map(({ member_id, id, public_id, name, slug, allows_passwords, role, version }) => ({
		memberId: member_id,
		team: { id, publicId: public_id, name, slug },
		allowsPasswords: allows_passwords === 1,
		role: roleOf(role),
		databaseVersion: version,
	}));
}

export async function findMember(tx: Tx, teamId: number, publicId: string): Promise<Member | null> {
	const rows = await tx.db
		.selectFrom("members")
		.selectAll()
		.where("team_id", "=", teamId)
		.where("public_id", "=", publicId)
		.execute();
	return (await withUsers(tx, rows))[0] ?? null;
}

/** Every membership of the accounts of an address, also those that count only once it is proven. */
export async function membersOfAddress(tx: Tx, email: string): Promise<(Member & { team: Team })[]> {
	const rows = await tx.db
		.selectFrom("members")
		.innerJoin("users", "users.id", "members.user_id")
		.selectAll("members")
		.where("users.email_key", "=", emailKey(email))
		.orderBy("members.id")
		.execute();
	const found: (Member & { team: Team })[] = [];
	for (const row of rows) {
		const [[member], team] = [await withUsers(tx, [row]), await teamById(tx, row.team_id)];
		if (member && team) found.push({ ...member, team });
	}
	return found;
}

/** Whether an account of this address is a member already. */
export async function isMember(tx: Tx, teamId: number, email: string): Promise<boolean> {
	const row = await tx.db
		.selectFrom("members")
		.innerJoin("users", "users.id", "members.user_id")
		.select("members.id")
		.where("members.team_id", "=", teamId)
		.where("users.email_key", "=", emailKey(email))
		.executeTakeFirst();
	return row !== undefined;
}

export async function pageOfMembers(tx: Tx, teamId: number, seek: Seek<AgeKey>): Promise<Member[]> {
	const page = tx.db.selectFrom("members").selectAll().where("team_id", "=", teamId);
	return withUsers(tx, await newestFirst(page, seek));
}

export async function setRole(tx: Tx, { id, ...member }: Member, role: Role): Promise<Member> {
	await tx.db
		.updateTable("members")
		.set({ role: ROLES.indexOf(role) })
		.where("id", "=", id)
		.execute();
	return { id, ...member, role };
}

export async function deleteMember(tx: Tx, id: number): Promise<void> {
	await tx.db.deleteFrom("members").where("id", "=", id).execute();
}

/** Gives every membership of a user to another one. Where that one is in the team as well, the wider role stays. */
export async function moveMemberships(tx: Tx, from: number, to: number): Promise<void> {
	await sql`update members set role = (
			select max(role) from members as own where own.team_id = members.team_id and own.user_id in (${from}, ${to})
		) where user_id = ${to}`.execute(tx.db);
	await sql`delete from members where user_id = ${from} and team_id in (select team_id from members where user_id = ${to})`.execute(
		tx.db,
	);
	await tx.db.updateTable("members").set({ user_id: to }).where("user_id", "=", from).execute();
}

/** In the order of their ids, so that two who lock several can't wait for each other. */
export async function lockTeams(tx: Tx, teamIds: readonly number[]): Promise<void> {
	for (const id of [...teamIds].sort((one, other) => one - other)) {
		await sql`select id from teams where id = ${id}${tx.dialect.forUpdate}`.execute(tx.db);
	}
}

/** Whether the team does without the membership of `userId`: that is no owner's, or another owner is left. */
export async function hasOtherOwner(tx: Tx, teamId: number, userId: number): Promise<boolean> {
	const owners = await ownersOf(tx, teamId, 2);
	const isOwner = await tx.db
		.selectFrom("members")
		.select("id")
		.where("team_id", "=", teamId)
		.where("user_id", "=", userId)
		.where("role", "=", OWNER)
		.executeTakeFirst();
	return isOwner === undefined || owners.some(({ user_id }) => user_id !== userId);
}

export async function hasOwner(tx: Tx, teamId: number): Promise<boolean> {
	return (await ownersOf(tx, teamId, 1)).length > 0;
}

function ownersOf(tx: Tx, teamId: number, limit: number): Promise<{ user_id: number }[]> {
	return tx.db
		.selectFrom("members")
		.select("user_id")
		.where("team_id", "=", teamId)
		.where("role", "=", OWNER)
		.limit(limit)
		.execute();
}

interface MembershipRow {
	member_id: string;
	id: number;
	public_id: string;
	name: string;
	slug: string;
	allows_passwords: Flag;
	role: number;
	version: string;
}

async function withUsers(tx: Tx, rows: readonly Row<"members">[]): Promise<Member[]> {
	if (rows.length === 0) return [];
	const ids = rows.map(({ user_id }) => user_id);
	const users = await tx.db.selectFrom("users").selectAll().where("id", "in", ids).execute();
	const byId = new Map(users.map((user) => [user.id, user]));
	return rows.flatMap((row) => {
		const user = byId.get(row.user_id);
		return user ? [asMember(row, asUser(user))] : [];
	});
}

function asMember(row: Row<"members">, user: User): Member {
	return { id: row.id, publicId: row.public_id, user, role: roleOf(row.role), createdAt: row.created_at };
}

/** A role of a later version allows what the least one does. */
export function roleOf(index: number): Role {
	return ROLES[index] ?? "viewer";
}
