/**
 * The schedule of monitors: when each is due, under which revision, and whether it is claimed. One narrow row each.
 *
 * Where several processes share the schedule (./leased-schedule.ts), a claim takes due monitors in one statement and
 * sets `due_at` to the end of the lease, which names its holder; recording the check (../commit/record-checks.ts) or
 * `releaseClaims` ends it, and so does the silence of the holder (../installation/controls.ts). The row is then due
 * again with its slot, so the check keeps its minute. Only a commit moves a row to another slot: what passed without a
 * check is recorded as missed in that commit, whatever crashes before it.
 */

import { type RawBuilder, sql } from "kysely";
import { type CheckOrder, minuteOf } from "../../domain/checks/check.ts";
import { longestCheckMs } from "../../domain/checks/confirmation.ts";
import { MINUTE_MS } from "../../domain/durations.ts";
import { hourOf } from "../../domain/figures/roll-up.ts";
import { type MonitorType, STATUSES } from "../../domain/monitors/monitor.ts";
import { isProbedType } from "../../domain/monitors/types.ts";
import { gridAfter, gridThrough, nextSlot } from "../../domain/schedule/schedule.ts";
import { codeOf } from "../database/codes.ts";
import { idRows } from "../database/id-rows.ts";
import { typesOf } from "../database/tables/column-types.ts";
import type { Tx } from "../database/tx.ts";
import type { HolderId } from "../installation/controls.ts";
import { type ClaimLimit, NOWHERE_ELSE } from "./schedule.ts";
import { recordSkippedSlots } from "./skipped-slots.ts";

/** Beyond the longest time of a check: for the order to wait in a prober and for the outcome to be committed. */
export const LEASE_SLACK_MS = 15_000;
export const DOWN = codeOf(STATUSES, "down");

/** The settings of a monitor that decide when it is due. */
export interface Timing {
	readonly intervalSeconds: number;
	readonly timeoutSeconds: number;
}

/**
 * Creates the states of new monitors: pending, due at once unless one is created paused, and with all hours still to be
 * folded.
 */
export async function insertStates(
	{ db, dialect }: Tx,
	monitors: readonly (Timing & { id: number; teamId: number; isEnabled: boolean; type: MonitorType })[],
	now: number,
): Promise<void> {
	const states = monitors.map((monitor) => {
		const { intervalMs, phaseMs } = gridAfter(monitor.id, monitor.intervalSeconds * 1000, now);
		// Others report by themselves (../jobs/), or exist in reports only.
		const due = monitor.isEnabled && isProbedType(monitor.type) ? now : null;
		return {
			...{ monitor_id: monitor.id, team_id: monitor.teamId, interval_ms: intervalMs, phase_ms: phaseMs },
			...{ timeout_ms: monitor.timeoutSeconds * 1000, due_at: due },
		};
	});
	await sql`
		insert into monitor_states (monitor_id, team_id, revision, interval_ms, phase_ms, timeout_ms, due_at, slot_at,
			claimed, was_slow, status, failing_streak, missed_streak)
		select monitor_id, team_id, 1, interval_ms, phase_ms, timeout_ms, due_at, due_at, 0, 0, 0, 0, 0
		from ${dialect.rows(STATE_COLUMNS, states)} as r`.execute(db);
	// Checks of earlier hours are late, and mark their hours (../figures/mark-late.ts).
	const firstHour = hourOf(minuteOf(now));
	await sql`
		insert into roll_up_states (monitor_id, hours_through, exact_from)
		select monitor_id, cast(${firstHour} as bigint), 0 from ${dialect.rows(STATE_COLUMNS, states)} as r`.execute(db);
}

const STATE_COLUMNS = typesOf("monitor_states", [
	"monitor_id",
	"team_id",
	"interval_ms",
	"phase_ms",
	"timeout_ms",
	"due_at",
]);

/**
 * After a change of what is checked, or a resumption: a new revision, due at once. A running check continues, but its
 * outcome has the older revision and neither overwrites nor postpones the new check.
 */
export async function makeAllDueNow(
	tx: Tx,
	monitors: readonly ({ readonly id: number } & Timing)[],
	now: number,
): Promise<void> {
	if (monitors.length === 0) return;
	const ids = monitors.map(({ id }) => id);
	await recordSkippedSlots(tx, ids, { now, next: "now" });
	const timed = monitors.map(({ id, intervalSeconds, timeoutSeconds }) => {
		const { intervalMs, phaseMs } = gridAfter(id, intervalSeconds * 1000, now);
		return { monitor_id: id, interval_ms: intervalMs, phase_ms: phaseMs, timeout_ms: timeoutSeconds * 1000 };
	});
	const columns = typesOf("monitor_states", ["monitor_id", "interval_ms", "phase_ms", "timeout_ms"]);
	await sql`
		update monitor_states set revision = revision + 1, interval_ms = r.interval_ms, phase_ms = r.phase_ms,
			timeout_ms = r.timeout_ms, due_at = ${now}, slot_at = ${now}, claimed = 0
		from ${tx.dialect.rows(columns, timed)} as r where monitor_states.monitor_id = r.monitor_id`.execute(tx.db);
}

/** As {@link makeAllDueNow}, of one. */
export async function makeDueNow(tx: Tx, monitorId: number, timing: Timing, now: number): Promise<void> {
	const { intervalSeconds, timeoutSeconds } = timing;
	await makeAllDueNow(tx, [{ id: monitorId, intervalSeconds, timeoutSeconds }], now);
}

/**
 * Makes a monitor due at once, on request. Its result takes the place of one that this minute has already, and later
 * checks follow it by whole intervals. A check of this minute that is under way is ended for it
 * (../../dispatch/interface.ts); one of an earlier minute ends first, so that its minute keeps its result.
 *
 * @returns false when the monitor is not checked, because it is paused, deleted, or of a type that is not probed
 */
export async function askForCheck(database: Tx, monitorId: number, now: number): Promise<boolean> {
	return database.transaction(async (tx) => {
		const state = await tx.db
			.selectFrom("monitor_states")
			.select(["slot_at", "interval_ms"])
			.where("monitor_id", "=", monitorId)
			.modifyEnd(tx.dialect.forUpdate)
			.executeTakeFirst();
		if (!state || state.slot_at === null) return false;
		const { phaseMs } = gridThrough(now, state.interval_ms);
		// Due or under way since an earlier minute: `now` is the slot after it. Since this very instant: it is the one.
		const stays = minuteOf(state.slot_at) < minuteOf(now) || state.slot_at === now;
		// `due_at` is set in any case: a schedule in memory reads the state anew.
		const due = stays ? { due_at: sql<number>`due_at` } : { slot_at: now, due_at: now, claimed: 0 as const };
		await tx.db
			.updateTable("monitor_states")
			.set({ phase_ms: phaseMs, ...due })
			.where("monitor_id", "=", monitorId)
			.execute();
		return true;
	});
}

/** As {@link makeAllDueNow} for monitors whose settings stay as they are. */
export async function resumeChecks(tx: Tx, monitorIds: readonly number[], now: number): Promise<void> {
	await recordSkippedSlots(tx, monitorIds, { now, next: "now" });
	const { rows } = await sql<{ monitor_id: number; interval_ms: number }>`
		update monitor_states set revision = revision + 1, due_at = ${now}, slot_at = ${now}, claimed = 0
		where monitor_id in (select id from ${idRows(tx.dialect, monitorIds)} as r)
			and monitor_id not in (select monitor_id from jobs)
		returning monitor_id, interval_ms`.execute(tx.db);
	await choosePhases(tx, rows, now);
}

/** Chooses the phases of monitors that were made due at `now`. */
export async function choosePhases(
	tx: Tx,
	monitors: readonly { readonly monitor_id: number; readonly interval_ms: number }[],
	now: number,
): Promise<void> {
	const phases = tx.dialect.rows(
		{ monitor_id: "integer", phase_ms: "integer" },
		monitors.map(({ monitor_id, interval_ms }) => {
			return { monitor_id, phase_ms: gridAfter(monitor_id, interval_ms, now).phaseMs };
		}),
	);
	await sql`
		update monitor_states set phase_ms = r.phase_ms from ${phases} as r
		where monitor_states.monitor_id = r.monitor_id`.execute(tx.db);
}

/** Stops the checks of monitors that stay, and records what was due. */
export async function pauseChecks(tx: Tx, monitorIds: readonly number[], now: number): Promise<void> {
	await recordSkippedSlots(tx, monitorIds, { now, next: "none" });
	await stopChecks(tx, monitorIds);
}

/** Stops the checks of monitors. Their status stays; a running check no longer changes anything. */
export async function stopChecks(tx: Tx, monitorIds: readonly number[]): Promise<void> {
	await sql`
		update monitor_states set revision = revision + 1, due_at = null, slot_at = null, claimed = 0
		where monitor_id in (select id from ${idRows(tx.dialect, monitorIds)} as r)`.execute(tx.db);
}

/** A check that this process has claimed. */
export interface Claim {
	readonly monitorId: number;
	readonly revision: number;
	readonly slotAt: number;
	readonly nextDueAt: number;
	/** Whether the last check of this monitor was slow. */
	readonly wasSlow: boolean;
	/** See CheckOrder; absent where it is not known yet. */
	readonly answersSlowly?: boolean;
	/** The first of its locations; null: where `control` is. */
	readonly locationId: number | null;
}

/**
 * Claims monitors that are due at `now` under a lease, location by location, so that one without capacity starves no
 * other.
 */
export async function claimEverywhere(tx: Tx, now: number, limit: ClaimLimit, holder: HolderId = null) {
	const claims = limit.total > 0 ? await claimDue(tx, now, limit, { holder }) : [];
	let reachedLimit = limit.total > 0 && claims.length === limit.total;
	for (const [locationId, each] of limit.elsewhere ?? NOWHERE_ELSE) {
		if (each.total <= 0) continue;
		const there = await claimDue(tx, now, each, { locationId, holder });
		reachedLimit ||= there.length === each.total;
		claims.push(...there);
	}
	return { claims, reachedLimit };
}

/**
 * Claims monitors of one location that are due at `now`, longest due first. Where not all slow ones may be claimed, the
 * others come first.
 * @param of.locationId default: where `control` is
 * @param of.holder whose the leases are
 */
export async function claimDue(
	tx: Tx,
	now: number,
	limit: Pick<ClaimLimit, "total" | "slow">,
	{ locationId = null, holder = null }: { locationId?: number | null; holder?: HolderId } = {},
): Promise<Claim[]> {
	const of = (limit: number, which: RawBuilder<unknown>) => claim(tx, { now, dueBy: now, limit, which, holder });
	const where = locationId === null ? sql`and location_id is null` : sql`and location_id = ${locationId}`;
	if (limit.slow >= limit.total) return of(limit.total, where);
	const fast = await of(limit.total, sql`${where} and was_slow = 0`);
	const slowLimit = Math.min(limit.slow, limit.total - fast.length);
	return slowLimit === 0 ? fast : [...fast, ...(await of(slowLimit, sql`${where} and was_slow = 1`))];
}

/**
 * Claims monitors whose check is not worth making any more, wherever they are checked: those that no location had
 * capacity for. Only a slot of more than a minute ago can be one.
 */
export async function claimOverdue(tx: Tx, now: number, limit: number, holder: HolderId = null): Promise<Claim[]> {
	// `nextSlot` of the domain in SQL; a property test holds that they agree.
	const next = sql`slot_at - ((slot_at - phase_ms) % interval_ms) + interval_ms`;
	const nextSlot = sql`case when (${next}) / 60000 > slot_at / 60000 then ${next} else ${next} + interval_ms end`;
	const which = sql`and slot_at <= ${now - MINUTE_MS} and (${nextSlot}) <= ${now}`;
	const claims: Claim[] = [];
	// One after the other, because each has an index of what is due.
	for (const where of [sql`and location_id is null`, sql`and location_id is not null`]) {
		const left = limit - claims.length;
		if (left <= 0) break;
		claims.push(
			...(await claim(tx, { now, dueBy: now - MINUTE_MS, limit: left, which: sql`${where} ${which}`, holder })),
		);
	}
	return claims;
}

interface WantedClaims {
	readonly now: number;
	/** When they were due at the latest. */
	readonly dueBy: number;
	readonly limit: number;
	readonly which: RawBuilder<unknown>;
	readonly holder: HolderId;
}

/** One statement, so that of two schedulers each monitor goes to one. */
async function claim(tx: Tx, { now, dueBy, limit, which, holder }: WantedClaims): Promise<Claim[]> {
	const { rows } = await sql<{
		monitor_id: number;
		revision: number;
		slot_at: number;
		interval_ms: number;
		phase_ms: number;
		was_slow: 0 | 1;
		status: number;
		location_id: number | null;
	}>`
		with due as materialized (
			select monitor_id from monitor_states where due_at <= ${dueBy} ${which}
			order by due_at limit ${limit}${tx.dialect.forUpdateSkipLocked}
		)
		update monitor_states set
			claimed = 1,
			held_by = ${holder},
			due_at = ${now + LEASE_SLACK_MS + longestCheckMs(0)} + 2 * timeout_ms
		where monitor_id in (select monitor_id from due)
		returning monitor_id, revision, slot_at, interval_ms, phase_ms, was_slow, status, location_id`.execute(tx.db);
	return rows.map((row) => {
		const grid = { intervalMs: row.interval_ms, phaseMs: row.phase_ms };
		return {
			monitorId: row.monitor_id,
			revision: row.revision,
			slotAt: row.slot_at,
			nextDueAt: nextSlot(grid, row.slot_at),
			wasSlow: row.was_slow === 1,
			answersSlowly: row.was_slow === 1 && row.status !== DOWN,
			locationId: row.location_id,
		};
	});
}

/**
 * Makes claimed checks due again at once, under their slots: after a stop, or when a prober was lost. Those that
 * another than `holder` has claimed since are its own.
 */
export async function releaseClaims(
	tx: Tx,
	orders: readonly CheckOrder[],
	now: number,
	holder: HolderId = null,
): Promise<void> {
	if (orders.length === 0) return;
	const rows = tx.dialect.rows(
		{ monitor_id: "integer", revision: "integer", slot_at: "integer" },
		orders.map(({ monitorId, revision, scheduledAt }) => ({ monitor_id: monitorId, revision, slot_at: scheduledAt })),
	);
	await sql`
		update monitor_states set due_at = ${now}
		from ${rows} as r
		where monitor_states.monitor_id = r.monitor_id and monitor_states.revision = r.revision
			and monitor_states.slot_at = r.slot_at and monitor_states.claimed = 1
			and monitor_states.held_by is not distinct from ${holder}`.execute(tx.db);
}

/** Instant of the longest overdue check, epoch milliseconds; null when nothing is scheduled. */
export async function oldestDue(tx: Tx): Promise<number | null> {
	// Each from an index that begins with it.
	const { rows } = await sql<{ due_at: number | null }>`
		select min(due_at) as due_at from (
			select min(due_at) as due_at from monitor_states where due_at is not null and location_id is null
			union all
			select (
				select min(due_at) from monitor_states s where s.due_at is not null and s.location_id = l.id
			) as due_at from locations l
		) as d`.execute(tx.db);
	return rows[0]?.due_at ?? null;
}
