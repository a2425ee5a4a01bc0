/**
 * Audit events: who changed what. Each is written in the transaction of its change (docs/rules/access.md#audit-events).
 */

export interface AuditActor {
	/** `lapwing`: the service itself, by what a team set up. `link`: whoever followed the link of a message. */
	readonly kind: "key" | "user" | "cli" | "lapwing" | "link";
	/** `key_…` or `usr_…`; null for all others. */
	readonly id: string | null;
	/** Of a link: the channel of its message. */
	readonly name: string | null;
}

export interface FieldChange {
	readonly field: string;
	readonly before: unknown;
	readonly after: unknown;
}

export interface AuditEvent {
	/** `aud_…` */
	readonly publicId: string;
	readonly id: number;
	readonly actor: AuditActor;
	/** A verb: `create`. */
	readonly action: string;
	/** A noun: `monitor`. */
	readonly objectType: string;
	readonly objectId: string | null;
	readonly objectName: string | null;
	/** The client's address; null for the command line. */
	readonly address: string | null;
	readonly changes: readonly FieldChange[];
	readonly createdAt: number;
}

export const CLI_ACTOR: AuditActor = { kind: "cli", id: null, name: null };

export const OWN_ACTOR: AuditActor = { kind: "lapwing", id: null, name: null };

/** For how long audit events are kept. */
export const AUDIT_DAYS = 400;
