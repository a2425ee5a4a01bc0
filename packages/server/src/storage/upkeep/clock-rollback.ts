/**
 * After the wall clock was set back: corrects everything that waits for a time of the wrong clock. Without it nothing
 * would be checked, folded or sent until that time.
 *
 * Recorded checks stay under their minutes; new checks replace them minute by minute. What was pruned by a clock that
 * was far ahead is lost.
 */

import { type RawBuilder, sql } from "kysely";
import { NOTICE_KINDS } from "../../domain/alerts/alert-policy.ts";
import { FLAPPING_WINDOW_MS } from "../../domain/alerts/flapping.ts";
import { LONGEST_PAUSE_MS } from "../../domain/alerts/retry.ts";
import { minuteOf } from "../../domain/checks/check.ts";
import { longestCheckMs } from "../../domain/checks/confirmation.ts";
import { DAY_MS } from "../../domain/durations.ts";
import { hourOf } from "../../domain/figures/roll-up.ts";
import { LONGEST_MESSAGE_PAUSE_MS } from "../../domain/subscribers/retry.ts";
import { moveDeferredChanges } from "../alerts/enqueue/deferred-changes.ts";
import { codeOf } from "../database/codes.ts";
import { readClock, type Tx } from "../database/tx.ts";
import { deleteCountsFrom } from "../figures/team-minutes.ts";
import { evaluateAllAgain } from "../jobs/jobs.ts";
import { choosePhases, LEASE_SLACK_MS } from "../schedule/monitor-states.ts";
import { clearComponentDays } from "../status-pages/component-days.ts";

/**
 * Beyond its interval or its two timeouts, nothing is scheduled further ahead than this: the slack of a lease, or a
 * slot that is skipped for its minute.
 */
const REACH_AHEAD_MS = 60_000 + LEASE_SLACK_MS + longestCheckMs(0);
/** The longest cooldown, the longest pause between reminders, and the longest wait of a step (MAX_STEP_MINUTES). */
const LONGEST_SILENCE_MS = DAY_MS;

/**
 * What others record is no further ahead of the clock: they follow it by heartbeats, and differ from it by less than
 * the answer to one takes.
 */
const OTHERS_AHEAD_MS = 2_000;

/** An instant, epoch milliseconds, or SQL that reads the clock (`clock` of the dialect). */
type Clock = number | RawBuilder<number>;

/**
 * Corrects what waits for a time that the clock has not reached. Returns how many monitors were scheduled or checked by
 * the wrong one.
 *
 * Where processes share a database, the others record while this waits for a lock, for seconds: the clock is read
 * after each wait, for compared with an older instant, what they record would look like that of a wrong clock.
 */
export async function applyClockRollback(tx: Tx, clock: Clock): Promise<number> {
	// Each in its own transaction, so that no commit waits for all of them, and none deadlocks with one. Repeating them
	// changes nothing, and what a crash leaves is done after the next start.
	const now = sqlNow(clock);
	await sql`update monitors set enabled_at = ${now} where enabled_at > ${now} + ${sql.lit(OTHERS_AHEAD_MS)}`.execute(
		tx.db,
	);
	const monitors = await rescheduleMonitors(tx, await nowBy(tx, clock));
	await evaluateAllAgain(tx, await nowBy(tx, clock));
	await moveOutages(tx, clock);
	await foldAgain(tx, await nowBy(tx, clock));
	await decideNoticesAgain(tx, clock);
	await resumeStatusPages(tx, await nowBy(tx, clock));
	return monitors;
}

/** Read by the statement that holds it, once, and not before it sees the rows that it compares. */
function sqlNow(clock: Clock): RawBuilder<number> {
	return sql<number>`(select cast(${clock} as bigint))`;
}

async function nowBy(tx: Tx, clock: Clock): Promise<number> {
	return typeof clock === "number" ? clock : readClock(tx, clock);
}

/**
 * They are due at once, under a new revision, so that new checks replace those of the wrong clock in these minutes; and
 * no state is newer than now, otherwise every check would count as late. A paused monitor stays paused. One that was
 * released or edited meanwhile is due already, and is recognized by its slot or its newest minute.
 */
async function rescheduleMonitors(tx: Tx, now: number): Promise<number> {
	const atMost = (column: string, most: number) =>
		sql`${sql.ref(column)} = case when ${sql.ref(column)} > ${most} then ${most} else ${sql.ref(column)} end`;
	const dueNow = (column: string) => sql`${sql.ref(column)} = case when due_at is null then due_at else ${now} end`;
	const reach = now + REACH_AHEAD_MS;
	const { rows } = await sql<{ monitor_id: number; interval_ms: number; due_at: number | null }>`
		update monitor_states set
			revision = revision + 1, claimed = 0, ${dueNow("slot_at")}, ${dueNow("due_at")},
			${atMost("last_minute", minuteOf(now) - 1)}, ${atMost("status_since", now)}
		where (due_at > ${reach} and due_at - interval_ms - 2 * timeout_ms > ${reach})
			or slot_at - interval_ms > ${reach} or last_minute > ${minuteOf(reach)}
		returning monitor_id, interval_ms, due_at`.execute(tx.db);
	const due = rows.filter(({ due_at }) => due_at !== null);
	await choosePhases(tx, due, now);
	return rows.length;
}

/**
 * An outage is identified by its start: changed everywhere alike, so that its end is still matched with its problem. In
 * one transaction: a check recorded in between would end an outage that no alert knows, and after a crash the rest
 * would get the instant of the next start. Nobody records meanwhile: when the clock is read, all that others have
 * recorded is there, and began before.
 */
async function moveOutages(database: Tx, clock: Clock): Promise<void> {
	// What others record meanwhile looks ahead here, and locks the tables for nothing.
	if (!(await isAnyOutageAhead(database, await nowBy(database, clock)))) return;
	await database.transaction(async (tx) => {
		await tx.dialect.lockTables?.("monitor_states", "cut_offs").execute(tx.db);
		const now = await nowBy(tx, clock);
		const reach = now + OTHERS_AHEAD_MS;
		// `due_at` stays as it is; that it is set makes a schedule in memory read the state anew.
		for (const column of STATE_COLUMNS) {
			const name = sql.ref(column);
			await sql`update monitor_states set ${name} = ${now}, due_at = due_at where ${name} > ${reach}`.execute(tx.db);
		}
		for (const [table, column] of OUTAGE_COLUMNS) {
			const name = sql.ref(column);
			await sql`update ${sql.table(table)} set ${name} = ${now} where ${name} > ${reach}`.execute(tx.db);
		}
		await sql`update flapping_monitors set calm_from = 0 where calm_from > ${reach + FLAPPING_WINDOW_MS}`.execute(
			tx.db,
		);
		await moveDeferredChanges(tx, now, reach);
	});
}

async function isAnyOutageAhead({ db }: Tx, now: number): Promise<boolean> {
	const columns = [...STATE_COLUMNS.map((column) => ["monitor_states", column] as const), ...OUTAGE_COLUMNS];
	const found = [...columns, ["deferred_changes", "created_at"] as const].map(
		([table, column]) =>
			sql`exists (select 1 from ${sql.table(table)} where ${sql.ref(column)} > ${now + OTHERS_AHEAD_MS})`,
	);
	const { rows } = await sql`select 1 where ${sql.join(found, sql` or `)}`.execute(db);
	return rows.length > 0;
}

const STATE_COLUMNS = ["failing_since", "missed_since"] as const;

const OUTAGE_COLUMNS = [
	// First: checks and notices look for them by the instants below.
	["outages", "started_at"],
	["cut_offs", "since"],
	["cut_offs", "ended_at"],
	["alert_states", "pending_outage"],
	["alert_states", "notified_outage"],
	["alert_states", "notified_blindness"],
	["alert_states", "notified_cut_off"],
	["notified_conditions", "since"],
	["flapping_monitors", "since"],
	["regional_failures", "since"],
	["notices", "outage"],
	["alert_events", "outage"],
	["transitions", "occurred_at"],
] as const;

/** Hours and minutes that are not over count as not folded. */
async function foldAgain(tx: Tx, now: number): Promise<void> {
	const hour = hourOf(minuteOf(now));
	await sql`update roll_up_states set
			hours_through = case when hours_through > ${hour} then ${hour} else hours_through end,
			exact_from = case when exact_from > ${hour} then ${hour} else exact_from end
		where hours_through > ${hour} or exact_from > ${hour}`.execute(tx.db);
	await clearComponentDays(tx, hour);
	await deleteCountsFrom(tx, minuteOf(now));
	await sql`update roll_up_progress set
			results_since = case when results_since > ${minuteOf(now)} then ${minuteOf(now)} else results_since end,
			results_since_at = case when results_since_at > ${now} then ${now} else results_since_at end`.execute(tx.db);
}

/** Records of domains are looked up, and subscribers are sent messages, that wait for a time of the wrong clock. */
async function resumeStatusPages(tx: Tx, now: number): Promise<void> {
	await sql`update status_page_domains set next_check_at = ${now}
		where next_check_at > ${now} and (given_at > ${now} or checked_at > ${now} or next_check_at > ${now + DAY_MS})
		`.execute(tx.db);
	await sql`update subscriber_messages set due_at = ${now}
		where due_at > ${now + LONGEST_MESSAGE_PAUSE_MS}
			or (due_at > ${now} and news_id in (select id from page_news where created_at > ${now}))`.execute(tx.db);
	await sql`update subscribers set link_due_at = ${now}
		where link_due_at > ${now + LONGEST_MESSAGE_PAUSE_MS} or (link_due_at > ${now} and link_enqueued_at > ${now})
		`.execute(tx.db);
	for (const [table, column] of STATUS_PAGE_COLUMNS) {
		const name = sql.ref(column);
		await sql`update ${sql.table(table)} set ${name} = ${now} where ${name} > ${now}`.execute(tx.db);
	}
}

/** Periods are counted from these. */
const STATUS_PAGE_COLUMNS = [
	["status_page_domains", "given_at"],
	["status_page_domains", "checked_at"],
	["status_page_domains", "proven_at"],
	["status_page_domains", "missing_since"],
	["page_news", "created_at"],
	["subscribers", "link_enqueued_at"],
	// News that are older than this are not a subscriber's.
	["subscribers", "confirmed_at"],
] as const;

/** Notices that were enqueued by the wrong clock, or postponed further than any rule postpones, are decided now. */
async function decideNoticesAgain(tx: Tx, clock: Clock): Promise<void> {
	const now = sqlNow(clock);
	const later = (ms: number) => sql`${now} + ${sql.lit(OTHERS_AHEAD_MS + ms)}`;
	const edge = codeOf(NOTICE_KINDS, "edge");
	await sql`update notices set
			due_at = ${now}, created_at = case when created_at > ${now} then ${now} else created_at end
		where created_at > ${later(0)} or due_at > ${later(LONGEST_SILENCE_MS)}
			or (kind = ${edge} and due_at > ${later(LONGEST_PAUSE_MS)})`.execute(tx.db);
}
