/**
 * Slots in a row that were never checked: one row for a gap of any length. Readers get it as a block, beside those of
 * sealed hours (./sealed/sealed-blocks.ts), and
 * ./sealed/missed-block.ts expands it. A check of the same minute hides it.
 */

import { sql } from "kysely";
import { minuteOf } from "../../domain/checks/check.ts";
import type { JudgedOutcome } from "../../domain/checks/record.ts";
import type { SlotSpan } from "../../domain/schedule/schedule.ts";
import type { Tx } from "../database/tx.ts";
import { toStoredRow } from "./check-row.ts";
import { encodeMissed, missedMinutes } from "./sealed/missed-block.ts";

/** A missed outcome, and the slots that it stands for. */
interface MissedSpan {
	readonly judged: JudgedOutcome;
	readonly span: SlotSpan;
}

export async function insertMissedSpans({ db, dialect }: Tx, spans: readonly MissedSpan[]): Promise<void> {
	if (spans.length === 0) return;
	const rows = spans.map(({ judged, span }) => ({
		monitor_id: judged.outcome.order.monitorId,
		first_minute: minuteOf(span.firstSlotAt),
		last_minute: minuteOf(span.lastSlotAt),
		block: Buffer.from(encodeMissed(span, toStoredRow(judged))).toString("hex"),
	}));
	const columns = { monitor_id: "integer", first_minute: "integer", last_minute: "integer", block: "bytes" } as const;
	// One that begins in the same minute is of a clock that was set back since.
	await sql`
		insert into missed_spans (monitor_id, first_minute, last_minute, block)
		select monitor_id, first_minute, last_minute, block from ${dialect.rows(columns, rows)} as r where true
		on conflict (monitor_id, first_minute) do update set last_minute = excluded.last_minute, block = excluded.block
	`.execute(db);
}

/** By minute of [from, to), the monitors of a team that were not checked although they were due in it. */
export async function missedOfTeam(tx: Tx, teamId: number, from: number, to: number): Promise<Map<number, number[]>> {
	const { rows } = await sql<{ monitor_id: number; block: Uint8Array }>`
		select s.monitor_id, s.block from missed_spans as s join monitors as m on m.id = s.monitor_id
		where m.team_id = ${teamId} and s.first_minute < ${to} and s.last_minute >= ${from}`.execute(tx.db);
	const monitors = new Map<number, number[]>();
	for (const { monitor_id, block } of rows) {
		for (const minute of missedMinutes(block, from, to)) {
			const known = monitors.get(minute);
			if (known) known.push(monitor_id);
			else monitors.set(minute, [monitor_id]);
		}
	}
	return monitors;
}

/** Deletes some of the gaps that ended before a minute. Returns how many. */
export async function deleteMissedSpans({ db }: Tx, beforeMinute: number, limit: number): Promise<number> {
	const { numAffectedRows } = await sql`
		with expired as materialized (
			select monitor_id, first_minute from missed_spans where last_minute < ${beforeMinute} limit ${limit}
		)
		delete from missed_spans where (monitor_id, first_minute) in (select monitor_id, first_minute from expired)
	`.execute(db);
	return Number(numAffectedRows ?? 0);
}
