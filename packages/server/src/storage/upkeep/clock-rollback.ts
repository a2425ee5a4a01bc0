/**
 * After the wall clock was set back: takes away from what waits for a time that only the wrong clock knew. Without it nobody would
 * be watched, folded or told until that time had come.
 *
 * What was recorded stays, under the minutes it has; what is seen from now on takes its place minute by minute. What was deleted as too old
 * by a clock that was far ahead is gone.
 */

import { sql } from "kysely";
import { NOTICE_KINDS } from "../../domain/alerts/alert-policy.ts";
import { LONGEST_PAUSE_MS } from "../../domain/alerts/retry.ts";
import { minuteOf } from "../../domain/checks/check.ts";
import { longestCheckMs } from "../../domain/checks/confirmation.ts";
import { hourOf } from "../../domain/figures/roll-up.ts";
import { codeOf } from "../database/codes.ts";
import type { Session } from "../database/session.ts";
import { uncountFrom } from "../figures/team-minutes.ts";
import { LEASE_SLACK_MS } from "../schedule/monitor-states.ts";

/**
 * Beyond its interval or its two timeouts, nothing is scheduled further ahead: a lease's slack, or a slot passed over for its minute. Nothing is
 * recorded as far ahead, by clocks that differ a little.
 */
const REACH_AHEAD_MS = 60_000 + LEASE_SLACK_MS + longestCheckMs(0);
/** The longest cooldown, and the longest pause between reminders. */
const LONGEST_SILENCE_MS = 86_400_000;

/** Follows a clock that was set back to `now`. Returns how many monitors had been scheduled or checked by the wrong one. */
export async function applyClockRollback(session: Session, now: number): Promise<number> {
	// One after the other and each for itself, so that none waits in a circle with a commit. A second time changes nothing.
	await sql`update monitors set enabled_at = ${now} where enabled_at > ${now}`.execute(session.db);
	const monitors = await rescheduleMonitors(session, now);
	await renameOutages(session, now);
	await foldAgain(session, now);
	await tellAgain(session, now);
	return monitors;
}

/**
 * They are due at once, under a new revision, so that what is seen now takes the place of what the wrong clock put into these minutes; and no state is
 * newer than now, for otherwise every check would count as late. One that is paused stays so, and one that was given back or edited
 * meanwhile is due already: only its slot or its newest minute tells.
 */
async function rescheduleMonitors(session: Session, now: number): Promise<number> {
	const atMost = (column: string, most: number) =>
		sql`${sql.ref(column)} = case when ${sql.ref(column)} > ${most} then ${most} else ${sql.ref(column)} end`;
	const dueNow = (column: string) => sql`${sql.ref(column)} = case when due_at is null then due_at else ${now} end`;
	const reach = now + REACH_AHEAD_MS;
	const { numAffectedRows } = await sql`
		update monitor_states set
			revision = revision + 1, claimed = 0, ${dueNow("slot_at")}, ${dueNow("due_at")},
			${atMost("last_minute", minuteOf(now) - 1)}, ${atMost("status_since", now)}
		where (due_at > ${reach} and due_at - interval_ms - 2 * timeout_ms > ${reach})
			or slot_at - interval_ms > ${reach} or last_minute > ${minuteOf(reach)}`.execute(session.db);
	return Number(numAffectedRows ?? 0n);
}

/** An outage is named by its beginning: everywhere alike, so that its end still knows whether it was told. */
async function renameOutages(session: Session, now: number): Promise<void> {
	for (const [table, column] of NAMES_OF_OUTAGES) {
		const name = sql.ref(column);
		await sql`update ${sql.table(table)} set ${name} = ${now} where ${name} > ${now}`.execute(session.db);
	}
}

const NAMES_OF_OUTAGES = [
	["monitor_states", "failing_since"],
	["alert_states", "pending_outage"],
	["alert_states", "notified_outage"],
	["notices", "outage"],
	["alert_events", "outage"],
	["transitions", "occurred_at"],
] as const;

/** Hours and minutes that are not over are not folded, whatever was folded of them. */
async function foldAgain(session: Session, now: number): Promise<void> {
	const hour = hourOf(minuteOf(now));
	await sql`update roll_up_states set
			hours_through = case when hours_through > ${hour} then ${hour} else hours_through end,
			exact_from = case when exact_from > ${hour} then ${hour} else exact_from end
		where hours_through > ${hour} or exact_from > ${hour}`.execute(session.db);
	await uncountFrom(session, minuteOf(now));
	await sql`update roll_up_progress set
			results_since = case when results_since > ${minuteOf(now)} then ${minuteOf(now)} else results_since end,
			results_since_at = case when results_since_at > ${now} then ${now} else results_since_at end`.execute(session.db);
}

/** Notices that the wrong clock owed, or put off further than anything is put off, are decided now. */
async function tellAgain(session: Session, now: number): Promise<void> {
	const edge = codeOf(NOTICE_KINDS, "edge");
	await sql`update notices set
			due_at = ${now}, created_at = case when created_at > ${now} then ${now} else created_at end
		where created_at > ${now} or due_at > ${now + LONGEST_SILENCE_MS}
			or (kind = ${edge} and due_at > ${now + LONGEST_PAUSE_MS})`.execute(session.db);
}
