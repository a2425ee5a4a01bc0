/** Deletes sessions, links and invitations that are over, and audit events that are too old, in slices. */

import { sql } from "kysely";
import { AUDIT_DAYS } from "../../domain/access/audit-event.ts";
import { DAY_MS } from "../../domain/durations.ts";
import { SESSION_IDLE_MS, SESSION_MAX_MS } from "../access/sessions.ts";
import type { Tx } from "../database/tx.ts";
import type { Pruned } from "./prune.ts";

/** Rows deleted in one statement. */
const ROWS_A_SLICE = 2_000;

/** Deletes a slice of each. Empty when there was nothing. */
export async function pruneAccess(tx: Tx, now: number): Promise<Pruned> {
	const over = {
		sessions: sql`last_seen_at <= ${now - SESSION_IDLE_MS} or created_at <= ${now - SESSION_MAX_MS}`,
		sign_in_links: sql`expires_at <= ${now}`,
		invitations: sql`expires_at <= ${now}`,
		sign_in_ceremonies: sql`expires_at <= ${now}`,
		audit_events: sql`created_at <= ${now - AUDIT_DAYS * DAY_MS}`,
	} as const;
	const pruned: Record<string, number> = {};
	for (const [table, isOver] of Object.entries(over)) {
		const key = sql.ref(table === "sign_in_links" ? "hash" : "id");
		const { numAffectedRows } = await sql`delete from ${sql.table(table)} where ${key} in (
			select ${key} from ${sql.table(table)} where ${isOver} limit ${ROWS_A_SLICE})`.execute(tx.db);
		if (numAffectedRows) pruned[table] = Number(numAffectedRows);
	}
	return pruned;
}
