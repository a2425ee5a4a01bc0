/** The notices that an alert sent, for its figures and to replay them: the newest ones, in slices. */

import { sql } from "kysely";
import { NOTICE_EVENTS } from "../../domain/alerts/alert.ts";
import { NOTICE_CAUSES, NOTICE_KINDS } from "../../domain/alerts/alert-policy.ts";
import type { SentNotice } from "../../domain/alerts/replay.ts";
import { SECOND_MS } from "../../domain/durations.ts";
import { IMPORTANCES } from "../../domain/monitors/common-settings.ts";
import { labelOf } from "../database/codes.ts";
import type { Tx } from "../database/tx.ts";
import { heavyTurn } from "../turns/heavy-turn.ts";
import { routeIdsOf } from "./escalation/routes.ts";
import { NO_MESSAGES, SENT } from "./notice-codes.ts";

/** Of one replay: those of the noisiest alerts of a week, about 10 MB in memory. */
export const MAX_REPLAYED = 20_000;
/** Rows of one statement, in which nothing else is answered on SQLite: about 5 ms. */
const SLICE = 1_000;

interface Row {
	id: number;
	monitor_id: number;
	event: number;
	cause: number;
	kind: number;
	message_id: string | null;
	public_id: string;
	sent_at: number;
	importance: number;
	interval_seconds: number;
	started_at: number | null;
	ended_at: number | null;
}

/**
 * Ascending, also what its escalation sent, but not who has acknowledged, which is no message of its own; only the
 * newest MAX_REPLAYED of the span, in epoch milliseconds. Those of deleted monitors are gone.
 */
export async function sentNotices(tx: Tx, alertId: number, from: number, to: number): Promise<SentNotice[]> {
	const sent: SentNotice[] = [];
	// One after the other they are read from the index in the order of time; together all of them would be sorted.
	for (const id of [alertId, ...(await routeIdsOf(tx, alertId))]) sent.push(...(await sentThrough(tx, id, from, to)));
	return sent.toSorted((a, b) => a.sentAt - b.sentAt).slice(-MAX_REPLAYED);
}

async function sentThrough(tx: Tx, alertId: number, from: number, to: number): Promise<SentNotice[]> {
	const sent: SentNotice[] = [];
	let before: readonly [sentAt: number, id: number] = [to, 0];
	for (;;) {
		await heavyTurn();
		const { rows } = await sql<Row>`
			select e.id, e.monitor_id, e.event, e.cause, e.kind, e.message_id, e.public_id, e.sent_at, m.importance,
				m.interval_seconds, o.started_at, o.ended_at
			from (
				select * from alert_events
				where alert_id = ${alertId} and sent_at >= ${from} and (sent_at, id) < (${before[0]}, ${before[1]})
					and status = ${SENT} and kind not in (${NO_MESSAGES})
				order by sent_at desc, id desc limit ${SLICE}
			) as e
			join monitors as m on m.id = e.monitor_id and m.deleted_at is null
			left join outages as o on o.monitor_id = e.monitor_id and o.started_at = e.outage
			order by e.sent_at desc, e.id desc`.execute(tx.db);
		sent.push(...rows.map(noticeOf));
		const last = rows.at(-1);
		if (last === undefined || rows.length < SLICE || sent.length >= MAX_REPLAYED) return sent;
		before = [last.sent_at, last.id];
	}
}

function noticeOf(row: Row): SentNotice {
	return {
		messageId: row.message_id ?? row.public_id,
		monitorId: row.monitor_id,
		importance: labelOf(IMPORTANCES, row.importance),
		intervalMs: row.interval_seconds * SECOND_MS,
		event: labelOf(NOTICE_EVENTS, row.event),
		cause: labelOf(NOTICE_CAUSES, row.cause),
		kind: labelOf(NOTICE_KINDS, row.kind),
		sentAt: row.sent_at,
		outage: row.started_at === null ? null : { startedAt: row.started_at, endedAt: row.ended_at },
	};
}
