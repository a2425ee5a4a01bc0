/**
 * Slots whose checks nobody waits for any more, because their monitor is edited or paused: recorded as missed in that
 * transaction, so that no minute is silently absent. A check that is under way records its minute all the same, and
 * takes the place of the missed one.
 */

import { sql } from "kysely";
import { type CheckOrder, minuteOf, startOfMinute } from "../../domain/checks/check.ts";
import { judge } from "../../domain/checks/judgement.ts";
import type { JudgedOutcome } from "../../domain/checks/record.ts";
import { countSlots, type SlotSpan, slotsBefore } from "../../domain/schedule/schedule.ts";
import { idRows } from "../database/id-rows.ts";
import type { MonitorStateTable } from "../database/tables/checks.ts";
import type { Tx } from "../database/tx.ts";
import { markLate } from "../figures/mark-late.ts";
import { insertChecks } from "../results/insert-checks.ts";
import { insertMissedSpans } from "../results/missed-spans.ts";

const MESSAGE = "Lapwing was off, or behind, until the monitor was edited or paused.";

/**
 * Records the slots of these monitors that were due before `now`.
 *
 * @param next "now" when a check of this minute follows, which then is its record; else "none"
 */
export async function recordSkippedSlots(
	tx: Tx,
	monitorIds: readonly number[],
	{ now, next }: { readonly now: number; readonly next: "now" | "none" },
): Promise<void> {
	const end = next === "now" ? startOfMinute(minuteOf(now)) : now;
	const { rows } = await sql<MonitorStateTable & { slot_at: number }>`
		select * from monitor_states where monitor_id in (select id from ${idRows(tx.dialect, monitorIds)} as r)
			and slot_at < ${end} order by monitor_id${tx.dialect.forUpdate}`.execute(tx.db);
	if (rows.length === 0) return;
	const skipped = rows.map((row) => ({
		judged: missed(row, now),
		span: slotsBefore({ intervalMs: row.interval_ms, phaseMs: row.phase_ms }, row.slot_at, end),
	}));
	const single = skipped.filter(({ span }) => countSlots(span) === 1).map(({ judged }) => judged);
	await insertMissedSpans(
		tx,
		skipped.filter(({ span }) => countSlots(span) > 1),
	);
	await markLate(tx, await insertChecks(tx, single, { precedence: "latest", perhapsLater: single }), now);
	await noteMissed(tx, skipped);
}

function missed(row: MonitorStateTable & { slot_at: number }, now: number): JudgedOutcome {
	const { monitor_id: monitorId, location_id: locationId, revision, slot_at: scheduledAt } = row;
	// What is stored of a missed check needs no more of its order.
	const order = { monitorId, locationId, revision, scheduledAt } as CheckOrder;
	const observation = { kind: "missed", cause: "too_late", message: MESSAGE } as const;
	const times = { startedAt: scheduledAt, firstAttemptAt: scheduledAt, completedAt: now };
	return { outcome: { order, observation, ...times, attempts: 1 }, judgement: judge(observation, order) };
}

/** A check of such a minute that is still recorded comes late. */
async function noteMissed(tx: Tx, skipped: readonly { judged: JudgedOutcome; span: SlotSpan }[]): Promise<void> {
	const rows = tx.dialect.rows(
		{ monitor_id: "integer", minute: "integer" },
		skipped.map(({ judged, span }) => ({
			monitor_id: judged.outcome.order.monitorId,
			minute: minuteOf(span.lastSlotAt),
		})),
	);
	await sql`
		update monitor_states set last_missed_minute = r.minute from ${rows} as r
		where monitor_states.monitor_id = r.monitor_id and coalesce(last_missed_minute, 0) < r.minute`.execute(tx.db);
}
