/**
 * API keys: created, listed and revoked; ./key-lookups.ts finds who uses one. Stored as SHA-256: a key is 256 random
 * bits, so a slow hash would add no protection.
 */

import type { ApiKey } from "../../domain/access/api-key.ts";
import { isScope, type Scope } from "../../domain/access/scopes.ts";
import type { Seek } from "../../domain/seek.ts";
import { type AgeKey, newestFirst } from "../database/newest-first.ts";
import { newPublicId } from "../database/public-ids.ts";
import type { Session } from "../database/session.ts";
import { newToken, tokenHash } from "./secret-token.ts";

const PREFIX_LENGTH = 12;
/** Shortest key that an operator may choose: a shorter one could be guessed. */
export const MIN_KEY_LENGTH = 20;
/** The longest text that is hashed; our keys have 46 characters. */
export const MAX_KEY_LENGTH = 256;

/** `lw_` and 43 base64url characters. */
export function newKey(): string {
	return `lw_${newToken()}`;
}

/**
 * Stores a key of a team and returns its plain text, which is not stored.
 * @param plaintext Given when the operator chose the key; at least MIN_KEY_LENGTH characters, else a RangeError.
 */
export async function createKey(
	session: Session,
	wanted: { teamId: number; name: string; scopes: readonly Scope[]; expiresAt?: number | null; plaintext?: string },
	now: number,
): Promise<{ key: ApiKey; plaintext: string }> {
	const plaintext = wanted.plaintext ?? newKey();
	if (plaintext.length < MIN_KEY_LENGTH || plaintext.length > MAX_KEY_LENGTH) {
		throw new RangeError(`An API key has ${MIN_KEY_LENGTH}–${MAX_KEY_LENGTH} characters`);
	}
	const row = await session.db
		.insertInto("api_keys")
		.values({
			public_id: newPublicId("key"),
			team_id: wanted.teamId,
			name: wanted.name,
			prefix: plaintext.slice(0, PREFIX_LENGTH),
			hash: tokenHash(plaintext),
			scopes: JSON.stringify(wanted.scopes),
			expires_at: wanted.expiresAt ?? null,
			created_at: now,
		})
		.returningAll()
		.executeTakeFirstOrThrow();
	return { key: asKey(row), plaintext };
}

/** Every key of a team, revoked ones too, newest first. */
export async function listKeys(session: Session, teamId: number): Promise<ApiKey[]> {
	const rows = await session.db
		.selectFrom("api_keys")
		.selectAll()
		.where("team_id", "=", teamId)
		.orderBy("created_at", "desc")
		.orderBy("id", "desc")
		.execute();
	return rows.map(asKey);
}

/** Keys of a team that are not revoked, newest first. */
export async function pageOfKeys(session: Session, teamId: number, seek: Seek<AgeKey>): Promise<ApiKey[]> {
	const valid = session.db
		.selectFrom("api_keys")
		.selectAll()
		.where("team_id", "=", teamId)
		.where("revoked_at", "is", null);
	return (await newestFirst(valid, seek)).map(asKey);
}

/** A key of a team that is not revoked. */
export async function findKey(session: Session, teamId: number, publicId: string): Promise<ApiKey | null> {
	const key = await findKeyOfAnyTeam(session, publicId);
	return key?.teamId === teamId ? key : null;
}

/** A key that is not revoked, for the command line, which acts for every team. */
export async function findKeyOfAnyTeam(session: Session, publicId: string): Promise<ApiKey | null> {
	const row = await session.db
		.selectFrom("api_keys")
		.selectAll()
		.where("public_id", "=", publicId)
		.where("revoked_at", "is", null)
		.executeTakeFirst();
	return row ? asKey(row) : null;
}

/** Revokes a key by its id, from the next request on; false when there is no valid one. */
export async function revokeKey(session: Session, publicId: string, now: number): Promise<boolean> {
	const { numUpdatedRows } = await session.db
		.updateTable("api_keys")
		.set({ revoked_at: now })
		.where("public_id", "=", publicId)
		.where("revoked_at", "is", null)
		.executeTakeFirst();
	return numUpdatedRows > 0n;
}

/** Scopes that this version does not have are ignored. */
export function readScopes(json: string): Scope[] {
	const words: unknown = JSON.parse(json);
	return Array.isArray(words) ? words.filter(isScope) : [];
}

interface ApiKeyRow {
	id: number;
	public_id: string;
	team_id: number;
	name: string;
	prefix: string;
	scopes: string;
	expires_at: number | null;
	revoked_at: number | null;
	last_used_at: number | null;
	created_at: number;
}

function asKey(row: ApiKeyRow): ApiKey {
	return {
		id: row.id,
		publicId: row.public_id,
		teamId: row.team_id,
		name: row.name,
		prefix: row.prefix,
		scopes: readScopes(row.scopes),
		expiresAt: row.expires_at,
		revokedAt: row.revoked_at,
		lastUsedAt: row.last_used_at,
		createdAt: row.created_at,
	};
}
