/** The one statement that appends notices to the outbox, with their outages and causes. */

import { sql } from "kysely";
import { HOLD_REASONS, NOTICE_EVENTS, type NoticeEvent } from "../../domain/alerts/alert.ts";
import {
	type Hold,
	NOTICE_CAUSES,
	NOTICE_KINDS,
	type NoticeCause,
	type NoticeKind,
} from "../../domain/alerts/alert-policy.ts";
import type { NoticeFacts } from "../../domain/alerts/notice.ts";
import { codeOf } from "../database/codes.ts";
import { newPublicId } from "../database/public-ids.ts";
import { typesOf } from "../database/tables/column-types.ts";
import type { Tx } from "../database/tx.ts";
import { OF_CHECK } from "./notice-codes.ts";

/** A notice about to be written. */
interface NewRow {
	readonly alertId: number;
	readonly monitorId: number;
	readonly event: NoticeEvent;
	readonly cause: NoticeCause;
	readonly kind: NoticeKind;
	readonly outage: number | null;
	readonly facts: NoticeFacts;
	readonly dueAt: number;
	/** Whether it stands in no other notice's way before it is due. Default: it stands in it. */
	readonly held?: boolean;
	/** What its event shows of that; default: nothing. */
	readonly hold?: Hold | null;
	/** Of a step: its number. */
	readonly step?: number;
}

const COLUMNS = typesOf(
	"notices",
	["public_id", "alert_id", "monitor_id", "event", "cause", "kind", "held"],
	["held_for", "held_until", "outage", "step", "facts", "due_at", "created_at"],
);
const NAMES = Object.keys(COLUMNS);

/** Appends notices to the outbox. Ids ascend in this order, and notices are delivered in the order of their ids. */
export async function insertNotices(tx: Tx, notices: readonly NewRow[], now: number): Promise<void> {
	if (notices.length === 0) return;
	const rows = tx.dialect.rows(
		{ ...COLUMNS, place: "integer" },
		notices.map((notice, place) => ({
			public_id: newPublicId("evt"),
			alert_id: notice.alertId,
			monitor_id: notice.monitorId,
			event: codeOf(NOTICE_EVENTS, notice.event),
			cause: codeOf(NOTICE_CAUSES, notice.cause),
			kind: codeOf(NOTICE_KINDS, notice.kind),
			held: notice.held ? 1 : 0,
			...heldColumns(notice.hold ?? null),
			outage: notice.outage,
			step: notice.step ?? null,
			facts: JSON.stringify(notice.facts),
			due_at: notice.dueAt,
			created_at: now,
			place,
		})),
	);
	const names = sql.join(NAMES.map((name) => sql.ref(name)));
	const values = sql.join(NAMES.map((name) => sql.ref(`r.${name}`)));
	await sql`
		insert into notices (${names}, outage_id, cause_id)
		select ${values}, o.id, o.cause_id from ${rows} as r
		left join outages as o on o.id = (
			select max(one.id) from outages as one
			where one.monitor_id = r.monitor_id and one.started_at = r.outage and r.cause = ${OF_CHECK}
		)
		order by r.place`.execute(tx.db);
}

export function heldColumns(reason: Hold | null) {
	if (reason === null) return { held_for: null, held_until: null };
	return { held_for: codeOf(HOLD_REASONS, reason.for), held_until: reason.until };
}
