/**
 * The schedule of the only process of a database, in its memory: a claim writes nothing, and neither the settings nor
 * the state of a monitor are read again for each check.
 *
 * What is in memory follows from the database at any time. `slot_at` of a row is the slot of the check that is due or
 * running, moved in the commit that records it; so a start finds each monitor where the last commit left it. Which
 * checks were running then is not written: every slot up to `schedule_progress.claimed_through`, which is written ahead
 * of the claims, counts as claimed, and is made again for its own minute.
 *
 * Edits happen in the database alone. Triggers (../database/tables/schedule.ts) note each changed monitor in
 * `changed_monitors`, in the transaction of the edit; before every claim and within every commit the noted monitors are
 * read anew. So an edit takes effect as if nothing were held in memory.
 *
 * While the database takes no writes, checks go on: a monitor whose last outcome waits to be committed is claimed for
 * its next slot. A crash then loses those outcomes, and repeats the last check that was recorded as due.
 */

import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import { type CheckOrder, ordersAt } from "../../domain/checks/check.ts";
import { STATUSES } from "../../domain/monitors/monitor.ts";
import { nextDue } from "../../domain/schedule/schedule.ts";
import { type HeldStates, lockStates, type StateRow } from "../commit/state-rows.ts";
import { codeOf } from "../database/codes.ts";
import { idRows } from "../database/id-rows.ts";
import type { SecretBox } from "../database/secret-box.ts";
import type { Database, Tx } from "../database/tx.ts";
import { EXISTS } from "../monitors/select-monitors.ts";
import { ordersFor } from "./check-orders.ts";
import { DOWN, skippedSlots } from "./monitor-states.ts";
import type { ClaimedChecks, ClaimLimit, Schedule } from "./schedule.ts";
import {
	type HeldClaim,
	type MovedSlot,
	type Scheduled,
	ScheduledMonitors,
	type ScheduledRow,
} from "./scheduled-monitors.ts";

/**
 * How far `claimed_through` is written ahead: a write every two seconds. After a crash, slots that were due this long
 * after it are made for their own minutes too.
 */
const CLAIMED_AHEAD_MS = 2_000;
/** Monitors read in one statement: a few milliseconds. */
const READ_AT_ONCE = 1_000;
/** Slots written in one transaction. All monitors have one to write after a start on a database that took no writes. */
export const SLOTS_AT_ONCE = 1_000;

const UP = codeOf(STATUSES, "up");

export class ScheduleInMemory implements Schedule, HeldStates {
	readonly #database: Database;
	readonly #box: SecretBox | null;
	readonly #monitors = new ScheduledMonitors();
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
		const { claims, reachedLimit } = this.#monitors.takeDue(now, limit);
		if (claims.length === 0) return { orders: [], claimed: 0, reachedLimit, skippedSlots: 0 };
		try {
			await this.#noteClaims(now);
			await this.#readDetails(claims);
		} catch (error) {
			for (const claim of claims) this.#monitors.giveBack(claim, now);
			throw error;
		}
		let skipped = 0;
		const orders = claims.flatMap(({ monitor, slotAt: scheduledAt }): CheckOrder[] => {
			const { monitorId, revision, wasSlow, timeoutMs, details } = monitor;
			// An outcome that came late may have been committed meanwhile, or an edit.
			const isHeld = this.#monitors.holderOf({ monitorId, revision, scheduledAt }) !== undefined;
			if (details === null || !isHeld) return [];
			skipped += skippedSlots(monitor, scheduledAt, monitor.lastMinute);
			const nextDueAt = nextDue(monitor, scheduledAt, scheduledAt);
			const answersSlowly = wasSlow && this.#monitors.statusOf(monitorId) !== DOWN;
			const { statePlace: _, locationIds, ...settings } = details;
			const when = { scheduledAt, revision, nextDueAt, wasSlow, answersSlowly };
			return ordersAt({ ...settings, monitorId, locationId: null, timeoutMs, ...when }, locationIds);
		});
		return { orders, claimed: claims.length, reachedLimit, skippedSlots: skipped };
	}

	hasDue(now: number): boolean {
		return (this.#monitors.firstDueAt ?? Number.POSITIVE_INFINITY) <= now;
	}

	async release(orders: readonly CheckOrder[], now: number): Promise<void> {
		for (const order of orders) this.#monitors.release(order, now);
	}

	async oldestDue(): Promise<number | null> {
		await sql`select 1`.execute(this.#database.requests.db);
		return this.#monitors.firstDueAt;
	}

	async reload(): Promise<void> {
		await this.#readAll(this.#database);
	}

	async close(now: number): Promise<void> {
		if (this.#claimedThrough > now) await this.#writeProgress(now, this.#monitors.movedSlots);
	}

	async statesOf(tx: Tx, monitorIds: readonly number[]): Promise<Map<number, StateRow>> {
		await this.#refresh(tx);
		if (this.#hasReadChanges) await this.#deleteReadChanges(tx);
		const rows = new Map<number, StateRow>();
		const others: number[] = [];
		for (const id of monitorIds) {
			const state = this.#monitors.stateOf(id);
			if (state) rows.set(id, withClaim(state, this.#monitors.get(id)));
			else others.push(id);
		}
		if (others.length === 0) return rows;
		// Changed since their claim, paused, or of a type that is not probed.
		for (const [id, row] of await lockStates(tx, others)) rows.set(id, withClaim(row, this.#monitors.get(id)));
		return rows;
	}

	isUp(monitorId: number): boolean {
		return this.#monitors.statusOf(monitorId) === UP;
	}

	noteMade(order: CheckOrder): void {
		this.#monitors.noteMade(order);
	}

	noteCommitted(after: ReadonlyMap<number, StateRow>, before: ReadonlyMap<number, StateRow>): void {
		this.#hasReadChanges = false;
		for (const [id, row] of after) this.#monitors.noteCommitted(row, before.get(id)?.slot_at);
	}

	/** Reads what was changed since the last time; everything at the first time. */
	async #refresh(tx: Tx): Promise<void> {
		if (this.#changesRead === null) return this.#readAll(tx);
		const { rows } = await sql<{ id: number; monitor_id: number }>`
			select id, monitor_id from changed_monitors where id > ${this.#changesRead} order by id limit ${READ_AT_ONCE}`.execute(
			tx.db,
		);
		const last = rows.at(-1);
		if (last === undefined) return;
		await this.#read(tx, [...new Set(rows.map((row) => row.monitor_id))]);
		this.#changesRead = last.id;
		this.#hasReadChanges = true;
		if (rows.length === READ_AT_ONCE) await this.#refresh(tx);
	}

	/**
	 * In slices: the rows of all monitors at once would outlive what is made of them, among which they lie, and leave the
	 * heap full of holes.
	 */
	async #readAll(database: Tx): Promise<void> {
		await database.snapshot(async (tx) => {
			const progress = await sql<{ changes_read: number | null; claimed_through: number }>`
				select (select max(id) from changed_monitors) as changes_read, claimed_through from schedule_progress`.execute(
				tx.db,
			);
			const { changes_read, claimed_through } = progress.rows[0] ?? { changes_read: 0, claimed_through: 0 };
			const gone = new Set(this.#monitors.ids);
			for (let last = 0, isLast = false; !isLast; ) {
				const { rows } = await sql<ScheduledRow>`
					${SCHEDULED} and s.monitor_id > ${last} order by s.monitor_id limit ${READ_AT_ONCE}`.execute(tx.db);
				const ids = rows.map((row) => row.monitor_id);
				for (const id of ids) gone.delete(id);
				this.#monitors.replace(ids, rows, claimed_through);
				last = ids.at(-1) ?? last;
				isLast = rows.length < READ_AT_ONCE;
			}
			this.#monitors.replace([...gone], [], claimed_through);
			this.#changesRead = changes_read ?? 0;
			this.#hasReadChanges = true;
			this.#claimedThrough = claimed_through;
		});
	}

	async #read(tx: Tx, monitorIds: readonly number[]): Promise<void> {
		const ids = idRows(tx.dialect, monitorIds);
		const { rows } = await sql<ScheduledRow>`
			${SCHEDULED} and s.monitor_id in (select id from ${ids} as r)`.execute(tx.db);
		this.#monitors.replace(monitorIds, rows, 0);
	}

	async #readDetails(claims: readonly HeldClaim[]): Promise<void> {
		const missing = claims.map(({ monitor }) => monitor).filter(({ details }) => details === null);
		for (let first = 0; first < missing.length; first += READ_AT_ONCE) {
			const slice = missing.slice(first, first + READ_AT_ONCE);
			await this.#database.snapshot(async (tx) => {
				const claims = slice.map((monitor) => ({ ...monitor, nextDueAt: monitor.slotAt, skippedSlots: 0 }));
				const read = await ordersFor(tx, claims, this.#box);
				const orders = new Map(read.map((order) => [order.monitorId, order]));
				const ids = slice.map(({ monitorId }) => monitorId);
				const states = await lockStates(tx, ids);
				for (const monitor of slice) {
					const [order, state] = [orders.get(monitor.monitorId), states.get(monitor.monitorId)];
					// A newer revision was not noticed yet; the outcome of this one will count for nothing.
					if (order && state) this.#monitors.noteRead(monitor, order, state);
				}
			});
		}
	}

	/**
	 * Before claimed checks are handed out: writes what a crash must find. Not within the time that was written ahead,
	 * unless that is of a clock that was set back since.
	 */
	async #noteClaims(now: number): Promise<void> {
		const isWrittenAhead = now <= this.#claimedThrough && this.#claimedThrough <= now + CLAIMED_AHEAD_MS;
		const moved = this.#monitors.movedSlots;
		if (isWrittenAhead && moved.length === 0) return;
		try {
			await this.#writeProgress(now + CLAIMED_AHEAD_MS, moved);
		} catch (error) {
			// The checks are made nevertheless, and their outcomes wait: only after a crash that follows would nobody know
			// that they were claimed. The next claim tries again.
			if (!this.#database.dialect.isTransient(error)) throw error;
		}
	}

	/**
	 * The time not before the last slots: a power failure in between would make slots that were skipped while nothing ran
	 * look as if their checks had been running.
	 */
	async #writeProgress(claimedThrough: number, moved: readonly MovedSlot[]): Promise<void> {
		for (let first = 0, isLast = false; !isLast; first += SLOTS_AT_ONCE) {
			const slots = moved.slice(first, first + SLOTS_AT_ONCE);
			isLast = first + SLOTS_AT_ONCE >= moved.length;
			await this.#database.requests.transaction(async (tx) => {
				await writeSlots(tx, slots);
				if (!isLast) return;
				await sql`update schedule_progress set claimed_through = ${claimedThrough}`.execute(tx.db);
			});
			this.#monitors.noteWritten(slots);
			if (!isLast) await nextTurn();
		}
		this.#claimedThrough = claimedThrough;
	}

	async #deleteReadChanges(tx: Tx): Promise<void> {
		await sql`delete from changed_monitors where id <= ${this.#changesRead}`.execute(tx.db);
	}
}

const SCHEDULED = sql<ScheduledRow>`
	select s.monitor_id, s.revision, s.interval_ms, s.phase_ms, s.timeout_ms, s.slot_at, s.was_slow,
		s.last_minute, s.location_id
	from monitor_states s join monitors m on m.id = s.monitor_id
	where s.slot_at is not null and ${EXISTS}`;

/** Only forward: the commit of a check may have moved one further meanwhile. */
async function writeSlots(tx: Tx, moved: readonly MovedSlot[]): Promise<void> {
	if (moved.length === 0) return;
	const rows = tx.dialect.rows(
		{ monitor_id: "integer", revision: "integer", slot_at: "integer" },
		moved.map(({ monitor: { monitorId, revision }, slotAt }) => ({ monitor_id: monitorId, revision, slot_at: slotAt })),
	);
	await sql`
		update monitor_states set slot_at = r.slot_at from ${rows} as r
		where monitor_states.monitor_id = r.monitor_id and monitor_states.revision = r.revision
			and monitor_states.slot_at < r.slot_at`.execute(tx.db);
}

/** `state` with what is in memory of the claim. */
function withClaim(state: StateRow, monitor: Scheduled | undefined): StateRow {
	if (monitor === undefined) return state;
	state.slot_at = monitor.slotAt;
	state.claimed = monitor.isClaimed ? 1 : 0;
	return state;
}
