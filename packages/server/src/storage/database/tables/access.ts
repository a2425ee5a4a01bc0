/** Tables of teams and their API keys (../../migrations/0001-teams.ts). */

import type { Generated } from "kysely";
import type { Flag } from "./flag.ts";

export interface TeamTable {
	id: Generated<number>;
	/** `team_…` */
	public_id: string;
	name: string;
	/** Unique; used in file names and on the command line. */
	slug: string;
	/** Whether sessions that began with a password may enter it. */
	allows_passwords: Generated<Flag>;
	created_at: number;
}

export interface ApiKeyTable {
	id: Generated<number>;
	/** `key_…` */
	public_id: string;
	team_id: number;
	name: string;
	/** The first 12 characters, by which people recognise the key. */
	prefix: string;
	/** SHA-256 of the whole key, lower-case hex. The key itself is not stored. */
	hash: string;
	/** JSON list of scopes. */
	scopes: string;
	expires_at: number | null;
	revoked_at: number | null;
	/** Written at most once a minute. */
	last_used_at: number | null;
	/** The user who made it, or who made the key that did; null: the command line, or an account that is gone. */
	created_by: number | null;
	created_at: number;
}
