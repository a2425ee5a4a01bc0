/** Audit events of changes that commands make, with the command line as their actor. */

import { CLI_ACTOR, type FieldChange } from "../domain/access/audit-event.ts";
import { type AuditOwner, recordAuditEvent } from "../storage/access/audit-events.ts";
import type { Session } from "../storage/database/session.ts";

export interface CommandChange {
	/** A verb, as in the API's events: `create`. */
	readonly action: string;
	readonly objectType: string;
	readonly objectId: string | null;
	readonly objectName: string;
	readonly changes: readonly FieldChange[];
}

/** Records an event in the transaction `session` of the change. */
export function recordCommand(session: Session, owner: AuditOwner, change: CommandChange, now: number): Promise<void> {
	return recordAuditEvent(session, owner, { ...change, actor: CLI_ACTOR, address: null }, now);
}
