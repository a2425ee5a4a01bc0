/**
 * Sessions of signed-in people. The cookie is stored as a hash and looked up at each request, so that an ended session
 * is refused by every node from the next request on (docs/rules/access.md#sessions).
 */

import { type RawBuilder, sql } from "kysely";
import type { Person } from "../../domain/access/principal.ts";
import type { AccountSession, User, WayIn } from "../../domain/access/user.ts";
import { DAY_MS } from "../../domain/durations.ts";
import type { Seek } from "../../domain/seek.ts";
import { type AgeKey, newestFirst } from "../database/newest-first.ts";
import { newPublicId } from "../database/public-ids.ts";
import type { Row } from "../database/schema.ts";
import type { Tx } from "../database/tx.ts";
import { lastWrittenBefore, recordLastUse } from "./last-use.ts";
import { newToken, tokenHash } from "./secret-token.ts";

/** Without a request. */
export const SESSION_IDLE_MS = 30 * DAY_MS;
/** In all. */
export const SESSION_MAX_MS = 180 * DAY_MS;
/** A person needs fewer; when there are more, the oldest end. */
export const MAX_SESSIONS_PER_USER = 100;
/** Longer user agents are truncated. */
const MAX_USER_AGENT_LENGTH = 300;

export interface OpenedSession {
	/** The plain cookie, which is not stored. */
	readonly cookie: string;
	readonly person: Person;
}

/** Opens a session for a user, under a cookie that nobody has seen before. */
export async function openSession(
	tx: Tx,
	user: User,
	{ userAgent, address, way }: { userAgent: string | null; address: string | null; way: WayIn },
	now: number,
): Promise<OpenedSession> {
	const cookie = newToken();
	const { id, public_id } = await tx.db
		.insertInto("sessions")
		.values({
			public_id: newPublicId("ses"),
			hash: tokenHash(cookie),
			user_id: user.id,
			user_agent: userAgent?.slice(0, MAX_USER_AGENT_LENGTH) ?? null,
			address,
			way,
			created_at: now,
			last_seen_at: now,
		})
		.returning(["id", "public_id"])
		.executeTakeFirstOrThrow();
	await sql`delete from sessions where user_id = ${user.id} and id not in (
		select id from sessions where user_id = ${user.id} order by created_at desc, id desc limit ${MAX_SESSIONS_PER_USER}
	)`.execute(tx.db);
	await tx.db.updateTable("users").set({ last_seen_at: now }).where("id", "=", user.id).execute();
	return {
		cookie,
		person: {
			actor: { kind: "user", id: user.id, publicId: user.publicId, name: user.name },
			email: user.email,
			provenAt: user.provenAt,
			createdAt: user.createdAt,
			session: { id, publicId: public_id, createdAt: now, expiresAt: expiresAt(now, now), way },
		},
	};
}

/**
 * The person of this cookie; null when the session is unknown, ended or expired at `now`. Records when they were last
 * seen.
 */
export function findPerson(tx: Tx, cookie: string, now: number): Promise<Person | null> {
	return personOf(tx, sql`s.hash = ${tokenHash(cookie)}`, now);
}

/** As {@link findPerson}, of the session with this public id. */
export function findPersonOfSession(tx: Tx, publicId: string, now: number): Promise<Person | null> {
	return personOf(tx, sql`s.public_id = ${publicId}`, now);
}

async function personOf(tx: Tx, session: RawBuilder<unknown>, now: number): Promise<Person | null> {
	const { rows } = await sql<PersonRow>`
		select s.id, s.public_id, s.created_at, s.last_seen_at, s.way,
			u.id as user_id, u.public_id as user_public_id, u.name, u.email, u.proven_at, u.created_at as user_created_at
		from sessions s join users u on u.id = s.user_id where ${session}`.execute(tx.db);
	const row = rows[0];
	if (!row || row.last_seen_at + SESSION_IDLE_MS <= now || row.created_at + SESSION_MAX_MS <= now) return null;
	await recordLastUse(tx, { lastUse: row.last_seen_at, now }, () => recordSeen(tx, row, now));
	return {
		actor: { kind: "user", id: row.user_id, publicId: row.user_public_id, name: row.name },
		email: row.email,
		provenAt: row.proven_at,
		createdAt: row.user_created_at,
		session: {
			id: row.id,
			publicId: row.public_id,
			createdAt: row.created_at,
			expiresAt: expiresAt(row.created_at, now),
			way: row.way,
		},
	};
}

/** The user of this cookie; null when there is no such session at `now`. Records nothing. */
export async function userOfCookie(tx: Tx, cookie: string, now: number): Promise<number | null> {
	const row = await tx.db
		.selectFrom("sessions")
		.select("user_id")
		.where("hash", "=", tokenHash(cookie))
		.where("last_seen_at", ">", now - SESSION_IDLE_MS)
		.where("created_at", ">", now - SESSION_MAX_MS)
		.executeTakeFirst();
	return row?.user_id ?? null;
}

/** Whether a session has not been ended. */
export async function isOpen(tx: Tx, id: number): Promise<boolean> {
	return (await tx.db.selectFrom("sessions").select("id").where("id", "=", id).executeTakeFirst()) !== undefined;
}

/** When a session that is used at `now` ends if it is not used again. */
function expiresAt(createdAt: number, now: number): number {
	return Math.min(createdAt + SESSION_MAX_MS, now + SESSION_IDLE_MS);
}

async function recordSeen(tx: Tx, { id, user_id }: PersonRow, now: number): Promise<void> {
	const { numUpdatedRows } = await tx.db
		.updateTable("sessions")
		.set({ last_seen_at: now })
		.where("id", "=", id)
		.where("last_seen_at", "<=", lastWrittenBefore(now))
		.executeTakeFirst();
	if (numUpdatedRows === 0n) return;
	await tx.db.updateTable("users").set({ last_seen_at: now }).where("id", "=", user_id).execute();
}

export async function pageOfSessions(
	tx: Tx,
	userId: number,
	seek: Seek<AgeKey>,
	now: number,
): Promise<AccountSession[]> {
	const open = tx.db
		.selectFrom("sessions")
		.selectAll()
		.where("user_id", "=", userId)
		.where("last_seen_at", ">", now - SESSION_IDLE_MS)
		.where("created_at", ">", now - SESSION_MAX_MS);
	return (await newestFirst(open, seek)).map(asAccountSession);
}

export async function findSession(tx: Tx, userId: number, publicId: string): Promise<AccountSession | null> {
	const row = await tx.db
		.selectFrom("sessions")
		.selectAll()
		.where("user_id", "=", userId)
		.where("public_id", "=", publicId)
		.executeTakeFirst();
	return row ? asAccountSession(row) : null;
}

/** False when it had ended already. */
export async function endSession(tx: Tx, id: number): Promise<boolean> {
	const { numDeletedRows } = await tx.db.deleteFrom("sessions").where("id", "=", id).executeTakeFirst();
	return numDeletedRows > 0n;
}

export async function endSessionOfCookie(tx: Tx, cookie: string): Promise<void> {
	await tx.db.deleteFrom("sessions").where("hash", "=", tokenHash(cookie)).execute();
}

/** Ends every session of a user but one. Returns how many. */
export async function endOtherSessions(tx: Tx, userId: number, keptId: number): Promise<number> {
	const { numDeletedRows } = await tx.db
		.deleteFrom("sessions")
		.where("user_id", "=", userId)
		.where("id", "!=", keptId)
		.executeTakeFirst();
	return Number(numDeletedRows);
}

/** Whether a stored session or audit event shows that the user has used `address` before. */
export async function isKnownAddress(tx: Tx, userId: number, address: string | null): Promise<boolean> {
	const { rows } = await sql<{ known: number | boolean }>`select (
		exists (select 1 from sessions where user_id = ${userId} and address = ${address})
		or exists (select 1 from audit_events where user_id = ${userId} and object_type = 'session' and address = ${address})
	) as known`.execute(tx.db);
	return Boolean(rows[0]?.known);
}

interface PersonRow {
	id: number;
	public_id: string;
	created_at: number;
	last_seen_at: number;
	way: WayIn | null;
	user_id: number;
	user_public_id: string;
	name: string;
	email: string;
	proven_at: number | null;
	user_created_at: number;
}

function asAccountSession(row: Row<"sessions">): AccountSession {
	return {
		id: row.id,
		publicId: row.public_id,
		userAgent: row.user_agent,
		address: row.address,
		createdAt: row.created_at,
		lastSeenAt: row.last_seen_at,
	};
}
