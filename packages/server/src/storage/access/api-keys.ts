/**
 * API keys: created, listed and revoked; ./key-lookups.ts finds who uses one. Stored as SHA-256: a key is 256 random
 * bits, so a slow hash would add no protection.
 */

import type { ApiKey, KeyMaker } from "../../domain/access/api-key.ts";
import { isScope, type Scope } from "../../domain/access/scopes.ts";
import type { Seek } from "../../domain/seek.ts";
import { type AgeKey, newestFirst } from "../database/newest-first.ts";
import { newPublicId } from "../database/public-ids.ts";
import type { Row } from "../database/schema.ts";
import type { Tx } from "../database/tx.ts";
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
	tx: Tx,
	wanted: {
		teamId: number;
		name: string;
		scopes: readonly Scope[];
		expiresAt?: number | null;
		createdBy?: number | null;
		plaintext?: string;
	},
	now: number,
): Promise<{ key: ApiKey; plaintext: string }> {
	const plaintext = wanted.plaintext ?? newKey();
	if (plaintext.length < MIN_KEY_LENGTH || plaintext.length > MAX_KEY_LENGTH) {
		throw new RangeError(`An API key has ${MIN_KEY_LENGTH}–${MAX_KEY_LENGTH} characters`);
	}
	const row = await tx.db
		.insertInto("api_keys")
		.values({
			public_id: newPublicId("key"),
			team_id: wanted.teamId,
			name: wanted.name,
			prefix: plaintext.slice(0, PREFIX_LENGTH),
			hash: tokenHash(plaintext),
			scopes: JSON.stringify(wanted.scopes),
			expires_at: wanted.expiresAt ?? null,
			created_by: wanted.createdBy ?? null,
			created_at: now,
		})
		.returningAll()
		.executeTakeFirstOrThrow();
	const [key] = await withMakers(tx, [row]);
	if (!key) throw new Error("A new key has no row");
	return { key, plaintext };
}

/** Every key of a team, revoked ones too, newest first. */
export async function listKeys(tx: Tx, teamId: number): Promise<ApiKey[]> {
	const rows = await tx.db
		.selectFrom("api_keys")
		.selectAll()
		.where("team_id", "=", teamId)
		.orderBy("created_at", "desc")
		.orderBy("id", "desc")
		.execute();
	return withMakers(tx, rows);
}

/** Keys of a team that are not revoked, newest first. */
export async function pageOfKeys(tx: Tx, teamId: number, seek: Seek<AgeKey>): Promise<ApiKey[]> {
	const valid = tx.db.selectFrom("api_keys").selectAll().where("team_id", "=", teamId).where("revoked_at", "is", null);
	return withMakers(tx, await newestFirst(valid, seek));
}

/** A key of a team that is not revoked. */
export async function findKey(tx: Tx, teamId: number, publicId: string): Promise<ApiKey | null> {
	const key = await findKeyOfAnyTeam(tx, publicId);
	return key?.teamId === teamId ? key : null;
}

/** A key that is not revoked, for the command line, which acts for every team. */
export async function findKeyOfAnyTeam(tx: Tx, publicId: string): Promise<ApiKey | null> {
	const rows = await tx.db
		.selectFrom("api_keys")
		.selectAll()
		.where("public_id", "=", publicId)
		.where("revoked_at", "is", null)
		.execute();
	return (await withMakers(tx, rows))[0] ?? null;
}

/** The keys of a team that are not revoked and that a user made, or a key of theirs. */
export async function keysMadeBy(tx: Tx, teamId: number, userId: number): Promise<ApiKey[]> {
	const rows = await tx.db
		.selectFrom("api_keys")
		.selectAll()
		.where("team_id", "=", teamId)
		.where("created_by", "=", userId)
		.where("revoked_at", "is", null)
		.orderBy("id")
		.execute();
	return withMakers(tx, rows);
}

/** Revokes a key by its id, from the next request on; false when there is no valid one. */
export async function revokeKey(tx: Tx, publicId: string, now: number): Promise<boolean> {
	const { numUpdatedRows } = await tx.db
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

/** With the users who made the keys, all of one team. */
async function withMakers(tx: Tx, rows: readonly Row<"api_keys">[]): Promise<ApiKey[]> {
	const ids = [...new Set(rows.flatMap(({ created_by }) => created_by ?? []))];
	if (ids.length === 0) return rows.map((row) => asKey(row, null));
	const found = await tx.db
		.selectFrom("users")
		.leftJoin("members", (join) =>
			join.onRef("members.user_id", "=", "users.id").on("members.team_id", "=", rows[0]?.team_id ?? 0),
		)
		.select(["users.id", "users.public_id", "users.name", "members.id as member_id"])
		.where("users.id", "in", ids)
		.execute();
	const makers = new Map(
		found.map(({ id, public_id, name, member_id }) => [
			id,
			{ publicId: public_id, name, isMember: member_id !== null },
		]),
	);
	return rows.map((row) => asKey(row, makers.get(row.created_by ?? 0) ?? null));
}

function asKey(row: Row<"api_keys">, createdBy: KeyMaker | null): ApiKey {
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
		createdBy,
		createdAt: row.created_at,
	};
}
