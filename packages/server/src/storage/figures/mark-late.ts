/** Marks hours and minutes that must be folded or counted again, because a check came late or replaced another. */

import { sql } from "kysely";
import { minuteOf } from "../../domain/checks/check.ts";
import { hourOf, MINUTES_AN_HOUR } from "../../domain/figures/roll-up.ts";
import type { Tx } from "../database/tx.ts";
import { TEAM_MINUTES_KEPT } from "./team-minutes.ts";

/**
 * Marks what must be folded or counted again, in the transaction that recorded `checks`; called with every check that
 * is now the record of its minute. Uses the database only when one of them is late.
 *
 * @param now epoch milliseconds, taken before that transaction began
 */
export async function markLate(
	tx: Tx,
	checks: readonly { readonly monitorId: number; readonly minute: number }[],
	now: number,
): Promise<void> {
	const thisMinute = minuteOf(now);
	const thisHour = hourOf(thisMinute);
	// Without slack: a report folds an hour from a few seconds after its end on (./roll-ups.ts).
	const hours = new Map(
		checks
			.map(({ monitorId, minute }) => ({ monitor_id: monitorId, hour: hourOf(minute) }))
			.filter(({ hour }) => hour < thisHour)
			.map((mark) => [`${mark.monitor_id}:${mark.hour}`, mark]),
	);
	// DO UPDATE changes nothing, but locks an existing mark, so that a roll-up that deletes it waits for this commit and
	// reads its checks.
	if (hours.size > 0) {
		const rows = tx.dialect.rows({ monitor_id: "integer", hour: "integer" }, [...hours.values()]);
		await sql`
			insert into late_hours (monitor_id, hour)
			select monitor_id, hour from ${rows} as r where true order by monitor_id, hour
			on conflict (monitor_id, hour) do update set hour = excluded.hour`.execute(tx.db);
	}
	// A minute is counted from its third successor on (./team-minutes.ts): one minute of slack.
	const late = checks.filter(({ minute }) => minute < thisMinute - 1 && minute >= thisMinute - TEAM_MINUTES_KEPT);
	await markMinutes(tx, late);
}

/** Marks the minutes of hours whose checks are set aside or put back, in that transaction: they count otherwise. */
export async function markSpans(
	tx: Tx,
	spans: readonly { readonly monitor_id: number; readonly hour: number; readonly hours: number }[],
): Promise<void> {
	const { rows } = await sql<{ minutes_through: number }>`select minutes_through from roll_up_progress`.execute(tx.db);
	const first = (rows[0]?.minutes_through ?? 0) - TEAM_MINUTES_KEPT;
	const minutes = spans.flatMap(({ monitor_id: monitorId, hour, hours }) =>
		Array.from({ length: hours * MINUTES_AN_HOUR }, (_, place) => {
			return { monitorId, minute: hour * MINUTES_AN_HOUR + place };
		}),
	);
	await markMinutes(
		tx,
		minutes.filter(({ minute }) => minute >= first),
	);
}

async function markMinutes(
	tx: Tx,
	minutes: readonly { readonly monitorId: number; readonly minute: number }[],
): Promise<void> {
	if (minutes.length === 0) return;
	const rows = tx.dialect.rows(
		{ monitor_id: "integer", minute: "integer" },
		minutes.map(({ monitorId, minute }) => ({ monitor_id: monitorId, minute })),
	);
	await sql`
		insert into late_minutes (team_id, minute)
		select distinct m.team_id, r.minute from ${rows} as r join monitors as m on m.id = r.monitor_id
		where true order by m.team_id, r.minute
		on conflict (team_id, minute) do update set minute = excluded.minute`.execute(tx.db);
}
