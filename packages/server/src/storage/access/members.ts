/**
 * Members of teams and their roles. A team that has an owner keeps one: every change of an owner's membership takes the
 * lock of the team's row first, so that of two owners who demote each other at once one fails
 * (docs/rules/access.md#last-owner).
 */

import { sql } from "kysely";
import { ROLES, type Role } from "../../domain/access/roles.ts";
import type { Team } from "../../domain/access/team.ts";
import type { Member, User } from "../../domain/access/user.ts";
import type { Seek } from "../../domain/seek.ts";
import { type AgeKey, newestFirst } from "../database/newest-first.ts";
import { newPublicId } from "../database/public-ids.ts";
import type { Session } from "../database/session.ts";

const OWNER = ROLES.indexOf("owner");

export interface Membership {
	/** `mbr_…` */
	readonly memberId: string;
	readonly team: Omit<Team, "createdAt">;
	readonly role: Role;
	/** Of the database, read with the membership. */
	readonly databaseVersion: string;
}

/** Makes a user a member; null when they are one already, whose role stays as it is. */
export async function addMember(
	session: Session,
	{ teamId, user, role }: { teamId: number; user: User; role: Role },
	now: number,
): Promise<Member | null> {
	const row = await session.db
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
	session: Session,
	{ teamId, user }: { teamId: number; user: User },
	now: number,
): Promise<Member> {
	const row = await session.db
		.insertInto("members")
		.values({ public_id: newPublicId("mbr"), team_id: teamId, user_id: user.id, role: OWNER, created_at: now })
		.onConflict((conflict) => conflict.columns(["team_id", "user_id"]).doUpdateSet({ role: OWNER }))
		.returningAll()
		.executeTakeFirstOrThrow();
	return asMember(row, user);
}

/** What a user may do in the team of this slug; null when they are no member, or there is no such team. */
export async function membershipOf(session: Session, userId: number, slug: string): Promise<Membership | null> {
	return (await memberships(session, userId, slug))[0] ?? null;
}

/** Every team of a user, by name. */
export function membershipsOf(session: Session, userId: number): Promise<Membership[]> {
	return memberships(session, userId, null);
}

async function memberships(session: Session, userId: number, slug: string | null): Promise<Membership[]> {
	const { rows } = await sql<MembershipRow>`
		select m.public_id as member_id, t.id, t.public_id, t.name, t.slug, m.role, ${session.dialect.version} as version
		from members m join teams t on t.id = m.team_id
		where m.user_id = ${userId} ${slug === null ? sql`` : sql`and t.slug = ${slug}`}
		order by t.name, t.id`.execute(session.db);
	return rows.map(({ member_id, id, public_id, name, slug, role, version }) => ({
		memberId: member_id,
		team: { id, publicId: public_id, name, slug },
		role: roleOf(role),
		databaseVersion: version,
	}));
}

export async function findMember(session: Session, teamId: number, publicId: string): Promise<Member | null> {
	const rows = await session.db
		.selectFrom("members")
		.selectAll()
		.where("team_id", "=", teamId)
		.where("public_id", "=", publicId)
		.execute();
	return (await withUsers(session, rows))[0] ?? null;
}

/** Whether an account of this address is a member already. */
export async function isMember(session: Session, teamId: number, key: string): Promise<boolean> {
	const row = await session.db
		.selectFrom("members")
		.innerJoin("users", "users.id", "members.user_id")
		.select("members.id")
		.where("members.team_id", "=", teamId)
		.where("users.email_key", "=", key)
		.executeTakeFirst();
	return row !== undefined;
}

export async function pageOfMembers(session: Session, teamId: number, seek: Seek<AgeKey>): Promise<Member[]> {
	const page = session.db.selectFrom("members").selectAll().where("team_id", "=", teamId);
	return withUsers(session, await newestFirst(page, seek));
}

/** Why a membership was not changed. */
export type MemberRefusal = "gone" | "last_owner" | "forbidden";

/** @param mayChange called under the lock with the present role of the member */
export function changeRole(
	session: Session,
	{ teamId, memberId, role }: { teamId: number; memberId: number; role: Role },
	mayChange: (current: Role) => boolean,
): Promise<Member | MemberRefusal> {
	return underLock(
		session,
		{ teamId, memberId, mayChange, remainsOwner: role === "owner" },
		async (session, member) => {
			await session.db
				.updateTable("members")
				.set({ role: ROLES.indexOf(role) })
				.where("id", "=", memberId)
				.execute();
			return { ...member, role };
		},
	);
}

/** @param mayChange called under the lock with the present role of the member */
export function removeMember(
	session: Session,
	{ teamId, memberId }: { teamId: number; memberId: number },
	mayChange: (current: Role) => boolean,
): Promise<Member | MemberRefusal> {
	return underLock(session, { teamId, memberId, mayChange, remainsOwner: false }, async (session, member) => {
		await session.db.deleteFrom("members").where("id", "=", memberId).execute();
		return member;
	});
}

function underLock(
	session: Session,
	wanted: { teamId: number; memberId: number; mayChange: (current: Role) => boolean; remainsOwner: boolean },
	change: (session: Session, member: Member) => Promise<Member>,
): Promise<Member | MemberRefusal> {
	const { teamId, memberId, mayChange, remainsOwner } = wanted;
	return session.transaction(async (session) => {
		await lockTeams(session, [teamId]);
		const rows = await session.db
			.selectFrom("members")
			.selectAll()
			.where("team_id", "=", teamId)
			.where("id", "=", memberId)
			.execute();
		const member = (await withUsers(session, rows))[0];
		if (!member) return "gone";
		if (!mayChange(member.role)) return "forbidden";
		if (!remainsOwner && !(await hasOtherOwner(session, teamId, member.user.id))) return "last_owner";
		return change(session, member);
	});
}

/** In the order of their ids, so that two who lock several can't wait for each other. */
export async function lockTeams(session: Session, teamIds: readonly number[]): Promise<void> {
	for (const id of [...teamIds].sort((one, other) => one - other)) {
		await sql`select id from teams where id = ${id}${session.dialect.forUpdate}`.execute(session.db);
	}
}

/** Whether the team does without the membership of `userId`: that is no owner's, or another owner is left. */
export async function hasOtherOwner(session: Session, teamId: number, userId: number): Promise<boolean> {
	const owners = await ownersOf(session, teamId, 2);
	const isOwner = await session.db
		.selectFrom("members")
		.select("id")
		.where("team_id", "=", teamId)
		.where("user_id", "=", userId)
		.where("role", "=", OWNER)
		.executeTakeFirst();
	return isOwner === undefined || owners.some(({ user_id }) => user_id !== userId);
}

export async function hasOwner(session: Session, teamId: number): Promise<boolean> {
	return (await ownersOf(session, teamId, 1)).length > 0;
}

function ownersOf(session: Session, teamId: number, limit: number): Promise<{ user_id: number }[]> {
	return session.db
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
	role: number;
	version: string;
}

interface MemberRow {
	id: number;
	public_id: string;
	user_id: number;
	role: number;
	created_at: number;
}

async function withUsers(session: Session, rows: readonly MemberRow[]): Promise<Member[]> {
	if (rows.length === 0) return [];
	const ids = rows.map(({ user_id }) => user_id);
	const users = await session.db.selectFrom("users").selectAll().where("id", "in", ids).execute();
	const byId = new Map(users.map((user) => [user.id, user]));
	return rows.flatMap((row) => {
		const user = byId.get(row.user_id);
		if (!user) return [];
		const { id, public_id, name, email, created_at, last_seen_at } = user;
		const member = { id, publicId: public_id, name, email, createdAt: created_at, lastSeenAt: last_seen_at };
		return [asMember(row, member)];
	});
}

function asMember(row: MemberRow, user: User): Member {
	return { id: row.id, publicId: row.public_id, user, role: roleOf(row.role), createdAt: row.created_at };
}

/** A role of a later version allows what the least one does. */
export function roleOf(index: number): Role {
	return ROLES[index] ?? "viewer";
}
