/**
 * Looks up the keys of requests. A key is looked up after its request has arrived and is never cached, so a revocation
 * takes effect on every node with the next request. Where a statement is a round trip to a server, the requests that
 * arrive in one turn of the event loop share one (docs/adr/api/0156-look-up-the-keys-of-a-turn-in-one-statement.md).
 */

import { sql } from "kysely";
import type { Principal } from "../../domain/access/principal.ts";
import type { Tx } from "../database/tx.ts";
import { MAX_KEY_LENGTH, readScopes } from "./api-keys.ts";
import { lastWrittenBefore, recordLastUse } from "./last-use.ts";
import { tokenHash } from "./secret-token.ts";

/** Different keys in one statement. As many requests of one turn as there are share a key. */
const MAX_KEYS = 100;

interface KeyHolder {
	readonly principal: Principal;
	/** Of the database, read with the key. */
	readonly databaseVersion: string;
}

/** The look-ups of one turn of the event loop. */
interface Turn {
	readonly hashes: Set<string>;
	/** By hash, once the turn has ended. */
	readonly rows: Promise<ReadonlyMap<string, KeyRow>>;
}

export class KeyLookups {
	readonly #database: Tx;
	/** Null when no look-up waits for the end of its turn. */
	#turn: Turn | null = null;

	constructor(tx: Tx) {
		this.#database = tx;
	}

	/**
	 * The holder of a key that exists, is not revoked and not expired at `now`; null for every other text. Records the
	 * use.
	 */
	async find(plaintext: string, now: number): Promise<KeyHolder | null> {
		if (plaintext.length > MAX_KEY_LENGTH) return null;
		const row = await this.#rowOf(tokenHash(plaintext));
		if (!row || row.revoked_at !== null || (row.expires_at !== null && row.expires_at <= now)) return null;
		const tx = this.#database;
		await recordLastUse(tx, { lastUse: row.last_used_at, now }, () => recordUse(tx, row.id, now));
		return {
			principal: {
				actor: { kind: "key", id: row.id, publicId: row.public_id, name: row.name },
				scopes: readScopes(row.scopes),
				team: { id: row.team_id, publicId: row.team_public_id, name: row.team_name, slug: row.team_slug },
			},
			databaseVersion: row.version,
		};
	}

	async #rowOf(hash: string): Promise<KeyRow | undefined> {
		if (!this.#database.dialect.hasRoundTrips) return (await readKeys(this.#database, [hash])).get(hash);
		if (this.#turn === null || this.#turn.hashes.size === MAX_KEYS) this.#turn = this.#newTurn();
		this.#turn.hashes.add(hash);
		return (await this.#turn.rows).get(hash);
	}

	#newTurn(): Turn {
		const hashes = new Set<string>();
		const rows = new Promise((resolve) => setImmediate(resolve)).then(() => {
			// A request that arrives from now on is asked for by another statement.
			this.#turn = null;
			return readKeys(this.#database, [...hashes]);
		});
		return { hashes, rows };
	}
}

async function readKeys(tx: Tx, hashes: readonly string[]): Promise<ReadonlyMap<string, KeyRow>> {
	const { dialect, db } = tx;
	// Two texts whatever the number of keys, so that both stay prepared.
	const [one = "", ...more] = hashes;
	const wanted =
		more.length === 0
			? sql`where k.hash = ${one}`
			: sql`join ${dialect.rows(
					{ hash: "text" },
					hashes.map((hash) => ({ hash })),
				)} as w on w.hash = k.hash`;
	const found = sql<KeyRow>`
		select k.hash, k.id, k.public_id, k.name, k.scopes, k.expires_at, k.revoked_at, k.last_used_at,
			t.id as team_id, t.public_id as team_public_id, t.name as team_name, t.slug as team_slug,
			${dialect.version} as version
		from api_keys k join teams t on t.id = k.team_id ${wanted}`;
	const { rows } = await dialect.frequent(found).execute(db);
	return new Map(rows.map((row) => [row.hash, row]));
}

async function recordUse(tx: Tx, keyId: number, now: number): Promise<void> {
	await tx.db
		.updateTable("api_keys")
		.set({ last_used_at: now })
		.where("id", "=", keyId)
		.where((is) => is.or([is("last_used_at", "is", null), is("last_used_at", "<=", lastWrittenBefore(now))]))
		.execute();
}

interface KeyRow {
	hash: string;
	id: number;
	public_id: string;
	name: string;
	scopes: string;
	expires_at: number | null;
	revoked_at: number | null;
	last_used_at: number | null;
	team_id: number;
	team_public_id: string;
	team_name: string;
	team_slug: string;
	version: string;
}
