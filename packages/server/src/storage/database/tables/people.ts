/** Tables of people, their ways to sign in, and audit events. */

import { bigint, flag, identity, smallint, table, text } from "./table.ts";

export const PEOPLE_TABLES = {
	users: table(
		{
			id: identity,
			/** `usr_…` */
			public_id: text.unique(),
			name: text,
			/** As it was written. */
			email: text,
			/** The address in lower case: unique among the accounts that are bound to no team, and within each team. */
			email_key: text,
			/** When somebody proved that the address is theirs; null: nobody did. */
			proven_at: bigint.orNull(),
			/** The only team that the account may be in while its address is not proven; null: it owns the address. */
			bound_team_id: bigint.orNull().references("teams"),
			created_at: bigint,
			/** Written at most once a minute. */
			last_seen_at: bigint.orNull(),
		},
		{
			indexes: {
				// One account owns the address; of the others, a team has one.
				users_of_address: "unique (email_key) where bound_team_id is null",
				users_of_team: "unique (email_key, bound_team_id)",
			},
		},
	),

	members: table(
		{
			id: identity,
			/** `mbr_…` */
			public_id: text.unique(),
			team_id: bigint.references("teams"),
			user_id: bigint.references("users", "cascade"),
			/** Index in ROLES. */
			role: smallint,
			created_at: bigint,
		},
		{ unique: "team_id, user_id", indexes: { members_of_user: "(user_id)" } },
	),

	passkeys: table(
		{
			id: identity,
			/** `pk_…` */
			public_id: text.unique(),
			user_id: bigint.references("users", "cascade"),
			name: text,
			/** Base64url; unique over all accounts: a credential belongs to one. */
			credential_id: text.unique(),
			/** Base64url of the COSE key. */
			public_key: text,
			/** Unsigned 32-bit; 0 for passkeys that don't count. */
			counter: bigint,
			/** JSON list. */
			transports: text,
			/** The relying party id under which it was made. */
			rp_id: text,
			/** The model of its authenticator, a UUID. */
			aaguid: text,
			backed_up: flag,
			created_at: bigint,
			last_used_at: bigint.orNull(),
		},
		{ indexes: { passkeys_of_user: "(user_id)" } },
	),

	/** The user whom a provider identifies by `subject`. */
	oidc_identities: table(
		{ issuer: text, subject: text, user_id: bigint.references("users", "cascade") },
		{ key: "issuer, subject", indexes: { oidc_identities_of_user: "(user_id)" } },
	),

	passwords: table({
		user_id: bigint.key().references("users", "cascade"),
		/** Argon2id, with its parameters and its salt (identity/argon2-passwords.ts). */
		hash: text,
		set_at: bigint,
	}),

	sessions: table(
		{
			id: identity,
			/** `ses_…` */
			public_id: text.unique(),
			/** SHA-256 of the cookie, lower-case hex. The cookie itself is not stored. */
			hash: text.unique(),
			user_id: bigint.references("users", "cascade"),
			user_agent: text.orNull(),
			address: text.orNull(),
			/** How the person signed in (WAYS_IN). */
			way: text.orNull(),
			created_at: bigint,
			/** Written at most once a minute. */
			last_seen_at: bigint,
		},
		{ indexes: { sessions_of_user: "(user_id)", sessions_idle: "(last_seen_at)" } },
	),

	sign_in_links: table(
		{
			/** SHA-256 of the secret, lower-case hex. */
			hash: text.key(),
			/** Whom it signs in; null: the first owner, who has no account yet. */
			user_id: bigint.orNull().references("users", "cascade"),
			expires_at: bigint,
		},
		{ indexes: { sign_in_links_of_user: "(user_id)" } },
	),

	invitations: table(
		{
			id: identity,
			/** `inv_…` */
			public_id: text.unique(),
			team_id: bigint.references("teams"),
			email: text,
			email_key: text,
			/** Index in ROLES. */
			role: smallint,
			/** SHA-256 of the secret that its sender is given, lower-case hex. */
			hash: text.unique(),
			/** SHA-256 of the secret that is only mailed. */
			mail_hash: text,
			/** The user who sent it, or who made the key that did; null: neither is known. */
			sent_by: bigint.orNull().references("users", "cascade"),
			created_at: bigint,
			expires_at: bigint,
		},
		{ unique: "team_id, email_key", indexes: { invitations_by_mail: "unique (mail_hash)" } },
	),

	/** State between the two requests of a sign-in. */
	sign_in_ceremonies: table(
		{
			id: identity,
			/** Names the ceremony and its visitor, SHA-256 in lower-case hex. */
			key: text.unique(),
			/**
			 * Names the visitor and the kind of ceremony, SHA-256 in lower-case hex, so that one visitor has few pending;
			 * null: any number of them.
			 */
			visitor: text.orNull(),
			/** JSON. */
			payload: text,
			expires_at: bigint,
		},
		{ indexes: { sign_in_ceremonies_expiry: "(expires_at)", sign_in_ceremonies_visitor: "(visitor)" } },
	),

	/** Of a team (what was done in it), or of a user (what happened to the account). */
	audit_events: table(
		{
			id: identity,
			/** `aud_…` */
			public_id: text.unique(),
			team_id: bigint.orNull().references("teams"),
			user_id: bigint.orNull().references("users", "cascade"),
			/** Index in the list of ../../access/audit-events.ts. */
			actor_kind: smallint,
			actor_id: text.orNull(),
			actor_name: text.orNull(),
			action: text,
			object_type: text,
			object_id: text.orNull(),
			object_name: text.orNull(),
			address: text.orNull(),
			/** JSON list of changes. */
			changes: text,
			created_at: bigint,
		},
		{
			indexes: {
				audit_events_of_team: "(team_id, created_at desc, id desc) where team_id is not null",
				audit_events_of_user: "(user_id, created_at desc, id desc) where user_id is not null",
				audit_events_age: "(created_at)",
			},
		},
	),
};
