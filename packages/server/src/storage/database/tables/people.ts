/** Tables of people, their ways to sign in, and audit events (../../migrations/0008-people.ts). */

import type { Generated } from "kysely";
import type { Flag } from "./flag.ts";

export interface UserTable {
	id: Generated<number>;
	/** `usr_…` */
	public_id: string;
	name: string;
	/** As it was written. */
	email: string;
	/** The address in lower case: unique among the accounts that are bound to no team, and within each team. */
	email_key: string;
	/** When somebody proved that the address is theirs; null: nobody did. */
	proven_at: number | null;
	/** The one team that the account may be in while its address is not proven; null: the account owns the address. */
	bound_team_id: number | null;
	created_at: number;
	/** Written at most once a minute. */
	last_seen_at: number | null;
}

export interface MemberTable {
	id: Generated<number>;
	/** `mbr_…` */
	public_id: string;
	team_id: number;
	user_id: number;
	/** Index in ROLES. */
	role: number;
	created_at: number;
}

export interface PasskeyTable {
	id: Generated<number>;
	/** `pk_…` */
	public_id: string;
	user_id: number;
	name: string;
	/** Base64url; unique over all accounts: a credential belongs to one. */
	credential_id: string;
	/** Base64url of the COSE key. */
	public_key: string;
	/** Unsigned 32-bit; 0 for passkeys that don't count. */
	counter: number;
	/** JSON list. */
	transports: string;
	/** The relying party id under which it was made. */
	rp_id: string;
	backed_up: Flag;
	created_at: number;
	last_used_at: number | null;
}

/** The user whom a provider identifies by `subject`. */
export interface OidcIdentityTable {
	issuer: string;
	subject: string;
	user_id: number;
}

export interface PasswordTable {
	user_id: number;
	/** Argon2id, with its parameters and its salt (identity/argon2-passwords.ts). */
	hash: string;
	set_at: number;
}

export interface SessionTable {
	id: Generated<number>;
	/** `ses_…` */
	public_id: string;
	/** SHA-256 of the cookie, lower-case hex. The cookie itself is not stored. */
	hash: string;
	user_id: number;
	user_agent: string | null;
	address: string | null;
	/** How the person signed in (WAYS_IN); null: an earlier version did not record it. */
	way: string | null;
	created_at: number;
	/** Written at most once a minute. */
	last_seen_at: number;
}

export interface SignInLinkTable {
	/** SHA-256 of the secret, lower-case hex. */
	hash: string;
	/** Whom it signs in; null: the first owner, who has no account yet. */
	user_id: number | null;
	expires_at: number;
}

export interface InvitationTable {
	id: Generated<number>;
	/** `inv_…` */
	public_id: string;
	team_id: number;
	email: string;
	email_key: string;
	/** Index in ROLES. */
	role: number;
	/** SHA-256 of the secret that its sender is given, lower-case hex. */
	hash: string;
	/** SHA-256 of the secret that is only mailed; null in an invitation of an earlier version. */
	mail_hash: string | null;
	/** The user who sent it, or who made the key that did; null: neither is known. */
	sent_by: number | null;
	created_at: number;
	expires_at: number;
}

/** State between the two requests of a sign-in. */
export interface SignInCeremonyTable {
	id: Generated<number>;
	/** Names the ceremony and its visitor, SHA-256 in lower-case hex. */
	key: string;
	/** Names the visitor and the kind of ceremony, SHA-256 in lower-case hex; null: any number of them. */
	visitor: string | null;
	/** JSON. */
	payload: string;
	expires_at: number;
}

/** Of a team (what was done in it), or of a user (what happened to the account). */
export interface AuditEventTable {
	id: Generated<number>;
	/** `aud_…` */
	public_id: string;
	team_id: number | null;
	user_id: number | null;
	/** Index in the list of ../../access/audit-events.ts. */
	actor_kind: number;
	actor_id: string | null;
	actor_name: string | null;
	action: string;
	object_type: string;
	object_id: string | null;
	object_name: string | null;
	address: string | null;
	/** JSON list of changes. */
	changes: string;
	created_at: number;
}
