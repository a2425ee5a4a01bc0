/**
 * The schedule of the only process of a database, in its memory: a claim writes nothing, and neither the settings nor
 * the state of a monitor are read again for each check.
 *
 * What is in memory follows from the database at any time. `slot_at` of a row is the slot of the check that is due or
 * running, moved in the commit that records it; so a start finds each monitor where the last commit left it. Which
 * checks were running then is not written: they are made again, or missed where their time is over.
 *
 * Edits happen in the database alone. Triggers (../database/tables/schedule.ts) note each changed monitor in
 * `changed_monitors`, in the transaction of the edit; before every claim and within every commit the noted monitors are
 * read anew. So an edit takes effect as if nothing were held in memory.
 *
 * While the database takes no writes, checks go on: a monitor whose last outcome waits to be committed is claimed for
 * its next slot. A crash then loses those outcomes, and repeats the last check that was recorded as due.
 */

import { sql } from "kysely";
import { type CheckOrder, ordersAt } from "../../domain/checks/check.ts";
import { STATUSES } from "../../domain/monitors/monitor.ts";
import { nextSlot } from "../../domain/schedule/schedule.ts";
import { type HeldStates, lockStates, type StateRow } from "../commit/state-rows.ts";
import { codeOf } from "../database/codes.ts";
import { idRows } from "../database/id-rows.ts";
import type { SecretBox } from "../database/secret-box.ts";
import type { Database, Tx } from "../database/tx.ts";
import { EXISTS } from "../monitors/select-monitors.ts";
import { ordersFor } from "./check-orders.ts";
import { DOWN } from "./monitor-states.ts";
import { type ClaimedChecks, type ClaimLimit, type Schedule, splitOverdue } from "./schedule.ts";
import { type HeldClaim, type Scheduled, ScheduledMonitors, type ScheduledRow } from "./scheduled-monitors.ts";

/** Monitors read in one statement: a few milliseconds. */
const READ_AT_ONCE = 1_000;
const UP = codeOf(STATUSES, "up");

export class ScheduleInMemory implements Schedule, HeldStates {
	readonly #database: Database;
	readonly #box: SecretBox | null;
	readonly #monitors = new ScheduledMonitors();
	/** `id` of the last row of `changed_monitors` that was read; null before the first claim. */
	#changesRead: number | null = null;
	/** Whether rows of `changed_monitors` were read that are still there. */
	#hasReadChanges = false;

	/** @param box opens the secrets of monitors; null: checks of monitors that have some are missed */
	constructor(database: Database, box: SecretBox | null = null) {
		this.#database = database;
		this.#box = box;
	}

	async claim(now: number, limit: ClaimLimit): Promise<ClaimedChecks> {
		await this.#refresh(this.#database);
		const { claims, reachedLimit } = this.#monitors.takeDue(now, limit);
		if (claims.length === 0) return { orders: [], overdue: [], claimed: 0, reachedLimit };
		try {
			await this.#readDetails(claims);
		} catch (error) {
			for (const claim of claims) this.#monitors.giveBack(claim, now);
			throw error;
		}
		const orders = claims.flatMap(({ monitor, slotAt: scheduledAt }): CheckOrder[] => {
			const { monitorId, revision, wasSlow, timeoutMs, details } = monitor;
			// An outcome that came late may have been committed meanwhile, or an edit.
			const isHeld = this.#monitors.holderOf({ monitorId, revision, scheduledAt }) !== undefined;
			if (details === null || !isHeld) return [];
			const nextDueAt = nextSlot(monitor, scheduledAt);
			const answersSlowly = wasSlow && this.#monitors.statusOf(monitorId) !== DOWN;
			const { statePlace: _, locationIds, ...settings } = details;
			const when = { scheduledAt, revision, nextDueAt, wasSlow, answersSlowly };
			return ordersAt({ ...settings, monitorId, locationId: null, timeoutMs, ...when }, locationIds);
		});
		return { ...splitOverdue(orders, now), claimed: claims.length, reachedLimit };
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

	noteCommitted(after: ReadonlyMap<number, StateRow>): void {
		this.#hasReadChanges = false;
		for (const row of after.values()) this.#monitors.noteCommitted(row);
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
			const { rows: progress } = await sql<{ changes_read: number | null }>`
				select max(id) as changes_read from changed_monitors`.execute(tx.db);
			const gone = new Set(this.#monitors.ids);
			for (let last = 0, isLast = false; !isLast; ) {
				const { rows } = await sql<ScheduledRow>`
					${SCHEDULED} and s.monitor_id > ${last} order by s.monitor_id limit ${READ_AT_ONCE}`.execute(tx.db);
				const ids = rows.map((row) => row.monitor_id);
				for (const id of ids) gone.delete(id);
				this.#monitors.replace(ids, rows);
				last = ids.at(-1) ?? last;
				isLast = rows.length < READ_AT_ONCE;
			}
			this.#monitors.replace([...gone], []);
			this.#changesRead = progress[0]?.changes_read ?? 0;
			this.#hasReadChanges = true;
		});
	}

	async #read(tx: Tx, monitorIds: readonly number[]): Promise<void> {
		const ids = idRows(tx.dialect, monitorIds);
		const { rows } = await sql<ScheduledRow>`
			${SCHEDULED} and s.monitor_id in (select id from ${ids} as r)`.execute(tx.db);
		this.#monitors.replace(monitorIds, rows);
	}

	async #readDetails(claims: readonly HeldClaim[]): Promise<void> {
		const missing = claims.map(({ monitor }) => monitor).filter(({ details }) => details === null);
		for (let first = 0; first < missing.length; first += READ_AT_ONCE) {
			const slice = missing.slice(first, first + READ_AT_ONCE);
			await this.#database.snapshot(async (tx) => {
				const claims = slice.map((monitor) => ({ ...monitor, nextDueAt: monitor.slotAt }));
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

	async #deleteReadChanges(tx: Tx): Promise<void> {
		await sql`delete from changed_monitors where id <= ${this.#changesRead}`.execute(tx.db);
	}
}

const SCHEDULED = sql<ScheduledRow>`
	select s.monitor_id, s.revision, s.interval_ms, s.phase_ms, s.timeout_ms, s.slot_at, s.was_slow,
		s.location_id
	from monitor_states s join monitors m on m.id = s.monitor_id
	where s.slot_at is not null and ${EXISTS}`;

/** `state` with what is in memory of the claim. Its slot is the first one that is not recorded. */
function withClaim(state: StateRow, monitor: Scheduled | undefined): StateRow {
	state.claimed = monitor?.isClaimed ? 1 : 0;
	return state;
}
