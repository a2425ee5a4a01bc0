/** Tables of teams and their API keys. */

import { bigint, flag, identity, table, text } from "./table.ts";

export const TEAM_TABLES = {
	teams: table({
		id: identity,
		/** `team_…` */
		public_id: text.unique(),
		name: text,
		/** Used in file names and on the command line. */
		slug: text.unique(),
		/** Whether sessions that began with a password may enter it. */
		allows_passwords: flag.default(1),
		created_at: bigint,
	}),
};

/** They refer to users. */
export const KEY_TABLES = {
	api_keys: table({
		id: identity,
		/** `key_…` */
		public_id: text.unique(),
		team_id: bigint.references("teams"),
		name: text,
		/** The first 12 characters, by which people recognise the key. */
		prefix: text,
		/** SHA-256 of the whole key, lower-case hex. The key itself is not stored. */
		hash: text.unique(),
		/** JSON list of scopes. */
		scopes: text,
		expires_at: bigint.orNull(),
		revoked_at: bigint.orNull(),
		/** Written at most once a minute. */
		last_used_at: bigint.orNull(),
		/** The user who made it, or who made the key that did; null: the command line, or an account that is gone. */
		created_by: bigint.orNull().references("users", "set null"),
		created_at: bigint,
	}),
};
