/** The one statement that appends notices to the outbox, with their outages and causes. */

import { sql } from "kysely";
import { NOTICE_EVENTS } from "../../../domain/alerts/alert.ts";
import {
	type DueByCheck,
	NOTICE_CAUSES,
	NOTICE_KINDS,
	type NoticeCause,
	type NoticeKind,
} from "../../../domain/alerts/alert-policy.ts";
import { SETTLE_MS } from "../../../domain/alerts/gathering.ts";
import type { NoticeFacts } from "../../../domain/alerts/notice.ts";
import { codeOf } from "../../database/codes.ts";
import { newPublicId } from "../../database/public-ids.ts";
import type { Tx } from "../../database/tx.ts";
import { OF_CHECK } from "../notice-codes.ts";
import type { Listener } from "./listeners.ts";

/** A notice about to be written. */
export interface NewNotice {
	readonly listener: Pick<Listener, "alertId" | "monitorId">;
	readonly cause: NoticeCause;
	readonly due: DueByCheck | { readonly event: "degraded"; readonly outage: null };
	readonly facts: NoticeFacts;
	/** Default: `edge`. */
	readonly kind?: NoticeKind;
}

/** Appends notices to the outbox, in this order. */
export async function writeNotices(tx: Tx, notices: readonly NewNotice[], now: number): Promise<void> {
	if (notices.length === 0) return;
	const rows = tx.dialect.rows(
		{
			public_id: "text",
			alert_id: "integer",
			monitor_id: "integer",
			event: "integer",
			cause: "integer",
			kind: "integer",
			outage: "integer",
			facts: "text",
			due_at: "integer",
			created_at: "integer",
			place: "integer",
		},
		notices.map(({ listener, cause, due, facts, kind = "edge" }, place) => ({
			public_id: newPublicId("evt"),
			alert_id: listener.alertId,
			monitor_id: listener.monitorId,
			event: codeOf(NOTICE_EVENTS, due.event),
			cause: codeOf(NOTICE_CAUSES, cause),
			kind: codeOf(NOTICE_KINDS, kind),
			outage: due.outage,
			facts: JSON.stringify(facts),
			due_at: now + SETTLE_MS,
			created_at: now,
			place,
		})),
	);
	const columns = [
		"public_id",
		"alert_id",
		"monitor_id",
		"event",
		"cause",
		"kind",
		"outage",
		"facts",
		"due_at",
		"created_at",
	];
	const names = sql.join(columns.map((name) => sql.ref(name)));
	const values = sql.join(columns.map((name) => sql.ref(`r.${name}`)));
	// Ids ascend in this order, and notices are delivered in the order of their ids.
	await sql`
		insert into notices (${names}, outage_id, cause_id)
		select ${values}, o.id, o.cause_id from ${rows} as r
		left join outages as o on o.id = (
			select max(one.id) from outages as one
			where one.monitor_id = r.monitor_id and one.started_at = r.outage and r.cause = ${OF_CHECK}
		)
		order by r.place`.execute(tx.db);
}
