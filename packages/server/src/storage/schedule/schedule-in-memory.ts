/**
 * The schedule of the only process of a database, in its memory: a claim writes nothing, and neither the settings nor
 * the state of a monitor are read again for each check.
 *
 * What is in memory follows from the database at any time. `slot_at` of a row is the slot of the check that is due or
 * running, moved in the commit that records it; so a start finds each monitor where the last commit left it. Which
 * checks were running then is not written: every slot up to `schedule_progress.claimed_through`, which is written ahead
 * of the claims, counts as claimed, and is made again for its own minute.
 *
 * Edits happen in the database alone. Triggers note each changed monitor in `changed_monitors` (../migrations), in the
 * transaction of the edit; before every claim and within every commit the noted monitors are read anew. So an edit
 * takes effect as if nothing were held in memory.
 */

import { type RawBuilder, sql } from "kysely";
import type { CheckOrder } from "../../domain/checks/check.ts";
import { longestCheckMs } from "../../domain/checks/confirmation.ts";
import { STATUSES } from "../../domain/monitors/monitor.ts";
import { type Due, DueQueue } from "../../domain/schedule/due-queue.ts";
import { nextDue, slotToClaim } from "../../domain/schedule/schedule.ts";
import { type HeldStates, lockStates, type StateRow } from "../commit/state-rows.ts";
import { codeOf } from "../database/codes.ts";
import type { SecretBox } from "../database/sealed-secrets.ts";
import type { Database, Session } from "../database/session.ts";
import { ordersFor } from "./check-orders.ts";
import { LEASE_SLACK_MS, REDO_WITHIN_MS, skippedSlots } from "./monitor-states.ts";
import type { ClaimedChecks, ClaimLimit, Schedule } from "./schedule.ts";

/**
 * How far `claimed_through` is written ahead: a write every two seconds. After a crash, slots that were due this long
 * after it are made for their own minutes too.
 */
const CLAIMED_AHEAD_MS = 2_000;
/** Monitors read in one statement: a few milliseconds. */
const READ_AT_ONCE = 1_000;

const UP = codeOf(STATUSES, "up");

/** A monitor that is scheduled. */
interface Scheduled extends Due {
	readonly monitorId: number;
	readonly revision: number;
	readonly intervalMs: number;
	readonly phaseMs: number;
	readonly timeoutMs: number;
	slotAt: number;
	isClaimed: boolean;
	wasSlow: boolean;
	lastMinute: number | null;
	/** Read at its first claim. */
	details: Details | null;
}

interface Details {
	readonly state: StateRow;
	/** As an order of its last claim. */
	readonly order: CheckOrder;
}

interface ScheduledRow {
	monitor_id: number;
	revision: number;
	interval_ms: number;
	phase_ms: number;
	timeout_ms: number;
	slot_at: number;
	was_slow: 0 | 1;
	last_minute: number | null;
}

export class ScheduleInMemory implements Schedule, HeldStates {
	readonly #database: Database;
	readonly #box: SecretBox | null;
	readonly #monitors = new Map<number, Scheduled>();
	readonly #fast = new DueQueue<Scheduled>();
	readonly #slow = new DueQueue<Scheduled>();
	/** `id` of the last row of `changed_monitors` that was read; null before the first claim. */
	#changesRead: number | null = null;
	/** Whether rows of `changed_monitors` were read that are still there. */
	#hasReadChanges = false;
	#claimedThrough = 0;

	/** @param box opens the secrets of monitors; null: checks of monitors that have some are missed */
	constructor(database: Database, box: SecretBox | null = null) {
		this.#database = database;
		this.#box = box;
	}

	async claim(now: number, limit: ClaimLimit): Promise<ClaimedChecks> {
		await this.#refresh(this.#database);
		const due = this.#takeDue(now, limit);
		if (due.length === 0) return { orders: [], claimed: 0, skippedSlots: 0 };
		try {
			if (now > this.#claimedThrough) await this.#noteClaimedThrough(now + CLAIMED_AHEAD_MS);
			await this.#writeSlots(due.filter(({ hasMoved }) => hasMoved).map(({ monitor }) => monitor));
			await this.#readDetails(due.map(({ monitor }) => monitor));
		} catch (error) {
			for (const { monitor } of due) this.#reschedule(monitor, now);
			throw error;
		}
		let skipped = 0;
		const orders = due.flatMap(({ monitor }): CheckOrder[] => {
			if (monitor.details === null) return [];
			const { slotAt: scheduledAt, revision, wasSlow } = monitor;
			skipped += skippedSlots(monitor, scheduledAt, monitor.lastMinute);
			const nextDueAt = nextDue(monitor, scheduledAt, scheduledAt);
			return [{ ...monitor.details.order, scheduledAt, revision, nextDueAt, wasSlow }];
		});
		return { orders, claimed: due.length, skippedSlots: skipped };
	}

	async release(orders: readonly CheckOrder[], now: number): Promise<void> {
		for (const { monitorId, revision, scheduledAt } of orders) {
			const monitor = this.#monitors.get(monitorId);
			if (!monitor?.isClaimed || monitor.revision !== revision || monitor.slotAt !== scheduledAt) continue;
			this.#reschedule(monitor, now);
		}
	}

	async oldestDue(): Promise<number | null> {
		await sql`select 1`.execute(this.#database.requests.db);
		const [fast, slow] = [this.#fast.first?.dueAt, this.#slow.first?.dueAt];
		return fast === undefined && slow === undefined ? null : Math.min(fast ?? Infinity, slow ?? Infinity);
	}

	async reload(): Promise<void> {
		await this.#readAll(this.#database);
		// After a clock that was ahead it would not be written before that time.
		this.#claimedThrough = 0;
	}

	async close(now: number): Promise<void> {
		if (this.#claimedThrough > now) await this.#noteClaimedThrough(now);
	}

	async statesOf(session: Session, monitorIds: readonly number[]): Promise<Map<number, StateRow>> {
		await this.#refresh(session);
		if (this.#hasReadChanges) await this.#deleteReadChanges(session);
		const rows = new Map<number, StateRow>();
		const others: number[] = [];
		for (const id of monitorIds) {
			const monitor = this.#monitors.get(id);
			if (monitor?.details) rows.set(id, withClaim(monitor.details.state, monitor));
			else others.push(id);
		}
		if (others.length === 0) return rows;
		// Changed since their claim, paused, or of a type that is not probed.
		for (const [id, row] of await lockStates(session, others)) rows.set(id, withClaim(row, this.#monitors.get(id)));
		return rows;
	}

	isUp(monitorId: number): boolean {
		return this.#monitors.get(monitorId)?.details?.state.status === UP;
	}

	noteCommitted(after: ReadonlyMap<number, StateRow>, before: ReadonlyMap<number, StateRow>): void {
		this.#hasReadChanges = false;
		for (const row of after.values()) {
			const monitor = this.#monitors.get(row.monitor_id);
			// It was changed meanwhile, or is not held: the next claim reads it.
			if (!monitor || monitor.revision !== row.revision) continue;
			// In place: a new object for each check would fill the old generation of the heap.
			if (monitor.details) Object.assign(monitor.details.state, row);
			const slotBefore = before.get(row.monitor_id)?.slot_at;
			const isDone = row.slot_at !== null && row.slot_at !== slotBefore && monitor.slotAt === slotBefore;
			this.#queueOf(monitor).remove(monitor);
			monitor.lastMinute = row.last_minute;
			monitor.wasSlow = row.was_slow === 1;
			if (isDone) {
				monitor.slotAt = row.slot_at as number;
				monitor.dueAt = monitor.slotAt;
				monitor.isClaimed = false;
			}
			this.#queueOf(monitor).add(monitor);
		}
	}

	#takeDue(now: number, limit: ClaimLimit): { monitor: Scheduled; hasMoved: boolean }[] {
		const due: { monitor: Scheduled; hasMoved: boolean }[] = [];
		const isApart = limit.slow < limit.total;
		let slow = 0;
		while (due.length < limit.total) {
			const fast = dueBy(this.#fast, now);
			const late = slow < limit.slow ? dueBy(this.#slow, now) : undefined;
			const monitor = fast && late && !isApart ? (late.dueAt < fast.dueAt ? late : fast) : (fast ?? late);
			if (monitor === undefined) break;
			if (monitor.wasSlow) slow += 1;
			const mayRepeat = monitor.isClaimed && monitor.slotAt > now - REDO_WITHIN_MS;
			const slotAt = slotToClaim(monitor, monitor.slotAt, now, mayRepeat);
			due.push({ monitor, hasMoved: slotAt !== monitor.slotAt });
			monitor.slotAt = slotAt;
			monitor.isClaimed = true;
			this.#reschedule(monitor, now + LEASE_SLACK_MS + longestCheckMs(monitor.timeoutMs));
		}
		return due;
	}

	#reschedule(monitor: Scheduled, dueAt: number): void {
		// One that was changed meanwhile is in no queue, and another one stands for it.
		if (this.#monitors.get(monitor.monitorId) !== monitor) return;
		const queue = this.#queueOf(monitor);
		queue.remove(monitor);
		monitor.dueAt = dueAt;
		queue.add(monitor);
	}

	#queueOf(monitor: Scheduled): DueQueue<Scheduled> {
		return monitor.wasSlow ? this.#slow : this.#fast;
	}

	/** Reads what was changed since the last time; everything at the first time. */
	async #refresh(session: Session): Promise<void> {
		if (this.#changesRead === null) return this.#readAll(session);
		const { rows } = await sql<{ id: number; monitor_id: number }>`
			select id, monitor_id from changed_monitors where id > ${this.#changesRead} order by id limit ${READ_AT_ONCE}`.execute(
			session.db,
		);
		const last = rows.at(-1);
		if (last === undefined) return;
		await this.#read(session, [...new Set(rows.map((row) => row.monitor_id))]);
		this.#changesRead = last.id;
		this.#hasReadChanges = true;
		if (rows.length === READ_AT_ONCE) await this.#refresh(session);
	}

	async #readAll(session: Session): Promise<void> {
		const progress = await sql<{ changes_read: number | null; claimed_through: number }>`
			select (select max(id) from changed_monitors) as changes_read, claimed_through from schedule_progress`.execute(
			session.db,
		);
		const { changes_read, claimed_through } = progress.rows[0] ?? { changes_read: 0, claimed_through: 0 };
		const { rows } = await sql<ScheduledRow>`${SCHEDULED}`.execute(session.db);
		this.#replace([...this.#monitors.keys()], rows, claimed_through);
		this.#changesRead = changes_read ?? 0;
		this.#hasReadChanges = true;
		this.#claimedThrough = claimed_through;
	}

	async #read(session: Session, monitorIds: readonly number[]): Promise<void> {
		const ids = session.dialect.rows(
			{ id: "integer" },
			monitorIds.map((id) => ({ id })),
		);
		const { rows } = await sql<ScheduledRow>`
			${SCHEDULED} and s.monitor_id in (select id from ${ids} as r)`.execute(session.db);
		this.#replace(monitorIds, rows, 0);
	}

	/** @param claimedThrough slots up to it count as claimed, by a process that is gone */
	#replace(monitorIds: readonly number[], rows: readonly ScheduledRow[], claimedThrough: number): void {
		const known = new Map(monitorIds.map((id) => [id, this.#monitors.get(id)]));
		for (const id of monitorIds) this.#drop(id);
		for (const row of rows) {
			const before = known.get(row.monitor_id);
			// An edit of its name does not end a running check.
			const isSame = before?.revision === row.revision && before.slotAt === row.slot_at && before.isClaimed;
			const monitor: Scheduled = {
				monitorId: row.monitor_id,
				revision: row.revision,
				intervalMs: row.interval_ms,
				phaseMs: row.phase_ms,
				timeoutMs: row.timeout_ms,
				slotAt: row.slot_at,
				dueAt: isSame ? before.dueAt : row.slot_at,
				queueIndex: -1,
				isClaimed: isSame || row.slot_at <= claimedThrough,
				wasSlow: row.was_slow === 1,
				lastMinute: row.last_minute,
				details: null,
			};
			this.#monitors.set(monitor.monitorId, monitor);
			this.#queueOf(monitor).add(monitor);
		}
	}

	#drop(monitorId: number): void {
		const monitor = this.#monitors.get(monitorId);
		if (monitor === undefined) return;
		this.#queueOf(monitor).remove(monitor);
		this.#monitors.delete(monitorId);
	}

	async #readDetails(monitors: readonly Scheduled[]): Promise<void> {
		const missing = monitors.filter(({ details }) => details === null);
		for (let first = 0; first < missing.length; first += READ_AT_ONCE) {
			const slice = missing.slice(first, first + READ_AT_ONCE);
			await this.#database.snapshot(async (session) => {
				const claims = slice.map((monitor) => ({ ...monitor, nextDueAt: monitor.slotAt, skippedSlots: 0 }));
				const read = await ordersFor(session, claims, this.#box);
				const orders = new Map(read.map((order) => [order.monitorId, order]));
				const ids = slice.map(({ monitorId }) => monitorId);
				const states = await lockStates(session, ids);
				for (const monitor of slice) {
					const [order, state] = [orders.get(monitor.monitorId), states.get(monitor.monitorId)];
					// A newer revision was not noticed yet; the outcome of this one will count for nothing.
					if (order && state) monitor.details = { order, state };
				}
			});
		}
	}

	/** After slots were skipped: a crash must find the one that is claimed. */
	async #writeSlots(moved: readonly Scheduled[]): Promise<void> {
		if (moved.length === 0) return;
		const rows = this.#database.dialect.rows(
			{ monitor_id: "integer", revision: "integer", slot_at: "integer" },
			moved.map(({ monitorId, revision, slotAt }) => ({ monitor_id: monitorId, revision, slot_at: slotAt })),
		);
		await this.#tryToWrite(sql`
			update monitor_states set slot_at = r.slot_at from ${rows} as r
			where monitor_states.monitor_id = r.monitor_id and monitor_states.revision = r.revision`);
	}

	async #noteClaimedThrough(instant: number): Promise<void> {
		const isWritten = await this.#tryToWrite(sql`update schedule_progress set claimed_through = ${instant}`);
		if (isWritten) this.#claimedThrough = instant;
	}

	/**
	 * False when the database takes nothing just now. The checks are made nevertheless, and their outcomes wait: only a
	 * crash that follows would forget that they were claimed.
	 */
	async #tryToWrite(statement: RawBuilder<unknown>): Promise<boolean> {
		const { requests, dialect } = this.#database;
		try {
			await statement.execute(requests.db);
			return true;
		} catch (error) {
			if (!dialect.isTransient(error)) throw error;
			return false;
		}
	}

	async #deleteReadChanges(session: Session): Promise<void> {
		await sql`delete from changed_monitors where id <= ${this.#changesRead}`.execute(session.db);
	}
}

const SCHEDULED = sql.raw(`
	select s.monitor_id, s.revision, s.interval_ms, s.phase_ms, s.timeout_ms, s.slot_at, s.was_slow, s.last_minute
	from monitor_states s join monitors m on m.id = s.monitor_id
	where s.slot_at is not null and m.deleted_at is null`);

function dueBy(queue: DueQueue<Scheduled>, now: number): Scheduled | undefined {
	const first = queue.first;
	return first !== undefined && first.dueAt <= now ? first : undefined;
}

/** A copy of `state` with what is in memory of the claim. */
function withClaim(state: StateRow, monitor: Scheduled | undefined): StateRow {
	if (monitor === undefined) return { ...state };
	return { ...state, slot_at: monitor.slotAt, claimed: monitor.isClaimed ? 1 : 0 };
}
