/**
 * The monitors that are scheduled, in the memory of the only process: when each is due, and which are claimed. Nothing
 * here uses the database; ./schedule-in-memory.ts keeps the two in step.
 */

import type { CheckedMonitor, CheckOrder } from "../../domain/checks/check.ts";
import { longestCheckMs } from "../../domain/checks/confirmation.ts";
import { MINUTE_MS } from "../../domain/durations.ts";
import { checkSettingsOf } from "../../domain/monitors/common-settings.ts";
import { type Due, DueQueue } from "../../domain/schedule/due-queue.ts";
import { nextSlot, worthUntil } from "../../domain/schedule/schedule.ts";
import type { StateRow } from "../commit/state-rows.ts";
import { LEASE_SLACK_MS } from "./monitor-states.ts";
import { PackedStates } from "./packed-states.ts";
import { type ClaimLimit, NOWHERE_ELSE, OVERDUE_AT_MOST } from "./schedule.ts";
import { SharedTexts } from "./shared-texts.ts";

/** What the rows of a monitor say about its schedule. */
export interface ScheduledRow {
	readonly monitor_id: number;
	readonly revision: number;
	readonly interval_ms: number;
	readonly phase_ms: number;
	readonly timeout_ms: number;
	readonly slot_at: number;
	readonly was_slow: 0 | 1;
	readonly location_id: number | null;
}

export interface Scheduled extends Due {
	readonly monitorId: number;
	readonly revision: number;
	readonly intervalMs: number;
	readonly phaseMs: number;
	readonly timeoutMs: number;
	/** Whose capacity its checks take. */
	readonly locationId: number | null;
	/** Scheduled instant of the check that is due or running. */
	slotAt: number;
	isClaimed: boolean;
	/** The claimed check was made, and its outcome waits to be committed. */
	isMade: boolean;
	wasSlow: boolean;
	/** Read at its first claim. */
	details: Details | null;
}

/** Of an order, what its monitor's settings say. */
interface Details extends Omit<CheckedMonitor, "timeoutMs"> {
	/** Of its state; null when the monitor was replaced before its details were read. */
	readonly statePlace: number | null;
	/** Of its checks; empty: where `control` is. */
	readonly locationIds: readonly (number | null)[];
}

const NO_CONTENT_CHECKS: CheckOrder["contentChecks"] = [];
const NO_LOCATIONS: readonly (number | null)[] = [];

/** The claim of one check. `monitor` may have been replaced since, by an edit. */
export interface HeldClaim {
	readonly monitor: Scheduled;
	readonly slotAt: number;
	/** Whether the slot was claimed before, so that its check is repeated. */
	readonly wasClaimed: boolean;
}

type CheckRef = Pick<CheckOrder, "monitorId" | "revision" | "scheduledAt">;

export class ScheduledMonitors {
	readonly #byId = new Map<number, Scheduled>();
	readonly #here = newQueues();
	/** By location, so that one without capacity starves no other. */
	readonly #elsewhere = new Map<number, Queues>();
	readonly #texts = new SharedTexts();
	readonly #states = new PackedStates(this.#texts);

	get ids(): readonly number[] {
		return [...this.#byId.keys()];
	}

	/** When the next one is due; null when nothing is scheduled. */
	get firstDueAt(): number | null {
		let first = firstOf(this.#here);
		for (const queues of this.#elsewhere.values()) first = Math.min(first, firstOf(queues));
		return first === Infinity ? null : first;
	}

	get(monitorId: number): Scheduled | undefined {
		return this.#byId.get(monitorId);
	}

	/** Holds what was read of `monitor` from the database: its settings as an order of it, and its state. */
	noteRead(monitor: Scheduled, order: CheckOrder, state: StateRow): void {
		const { teamId, settings, contentChecks, locationId, downWhen, locationHint } = order;
		monitor.details = {
			teamId,
			...this.#texts.shareIn(checkSettingsOf(order)),
			...(downWhen !== undefined && { downWhen }),
			...(locationHint !== undefined && { locationHint }),
			settings: this.#texts.shareIn(settings),
			contentChecks: contentChecks.length === 0 ? NO_CONTENT_CHECKS : contentChecks,
			locationIds: order.locationIds ?? (locationId === null ? NO_LOCATIONS : [locationId]),
			statePlace: this.#byId.get(monitor.monitorId) === monitor ? this.#states.add(state) : null,
		};
	}

	/** A copy of the monitor's state; undefined when it was not read since its last change. */
	stateOf(monitorId: number): StateRow | undefined {
		const place = this.#byId.get(monitorId)?.details?.statePlace;
		return typeof place === "number" ? this.#states.read(place) : undefined;
	}

	/** Its status as a number; undefined as {@link stateOf}. */
	statusOf(monitorId: number): number | undefined {
		const place = this.#byId.get(monitorId)?.details?.statePlace;
		return typeof place === "number" ? this.#states.statusOf(place) : undefined;
	}

	/**
	 * Claims what is due at `now`, location by location: longest due first; where not all slow ones may be claimed, the
	 * others come first.
	 */
	takeDue(now: number, limit: ClaimLimit): { claims: readonly HeldClaim[]; reachedLimit: boolean } {
		const claims = this.#takeOverdue(now, limit.overdue ?? OVERDUE_AT_MOST);
		let reachedLimit = claims.length > 0 && claims.length === limit.overdue;
		const here = this.#takeDueOf(this.#here, now, limit);
		reachedLimit ||= limit.total > 0 && here.length === limit.total;
		for (const claim of here) claims.push(claim);
		for (const [locationId, each] of limit.elsewhere ?? NOWHERE_ELSE) {
			const queues = this.#elsewhere.get(locationId);
			if (queues === undefined) continue;
			const there = this.#takeDueOf(queues, now, each);
			reachedLimit ||= each.total > 0 && there.length === each.total;
			for (const claim of there) claims.push(claim);
		}
		return { claims, reachedLimit };
	}

	/** Those whose check is not worth making any more, which only one that is due for a minute can be. */
	#takeOverdue(now: number, limit: number): HeldClaim[] {
		const overdue: Scheduled[] = [];
		for (const { fast, slow } of [this.#here, ...this.#elsewhere.values()]) {
			for (const queue of [fast, slow]) {
				for (const monitor of queue.dueBy(now - MINUTE_MS)) {
					if (overdue.length === limit) break;
					const { slotAt: scheduledAt } = monitor;
					const isMade = monitor.isMade || now < worthUntil({ scheduledAt, nextDueAt: nextSlot(monitor, scheduledAt) });
					if (!isMade) overdue.push(monitor);
				}
			}
		}
		return overdue.map((monitor) => this.#claim(monitor, now));
	}

	#takeDueOf(queues: Queues, now: number, limit: Pick<ClaimLimit, "total" | "slow">): HeldClaim[] {
		const claims: HeldClaim[] = [];
		const isApart = limit.slow < limit.total;
		let slow = 0;
		while (claims.length < limit.total) {
			const fast = dueBy(queues.fast, now);
			const late = slow < limit.slow ? dueBy(queues.slow, now) : undefined;
			const monitor = fast && late && !isApart ? (late.dueAt < fast.dueAt ? late : fast) : (fast ?? late);
			if (monitor === undefined) break;
			if (monitor.wasSlow) slow += 1;
			claims.push(this.#claim(monitor, now));
		}
		return claims;
	}

	#claim(monitor: Scheduled, now: number): HeldClaim {
		const wasClaimed = monitor.isClaimed && !monitor.isMade;
		// The row follows with the commit that the outcome waits for.
		if (monitor.isMade) monitor.slotAt = nextSlot(monitor, monitor.slotAt);
		monitor.isMade = false;
		monitor.isClaimed = true;
		this.#reschedule(monitor, now + LEASE_SLACK_MS + longestCheckMs(monitor.timeoutMs));
		return { monitor, slotAt: monitor.slotAt, wasClaimed };
	}

	/** The monitor while that check is claimed; undefined once it was recorded, or when the monitor was changed. */
	holderOf({ monitorId, revision, scheduledAt }: CheckRef): Scheduled | undefined {
		const monitor = this.#byId.get(monitorId);
		const isHolder = monitor?.isClaimed && monitor.revision === revision && monitor.slotAt === scheduledAt;
		return isHolder ? monitor : undefined;
	}

	/** Makes a claimed check due again at once, under its slot. */
	release(check: CheckRef, now: number): void {
		const monitor = this.holderOf(check);
		if (monitor) this.#reschedule(monitor, now);
	}

	/** Undoes a claim whose check was not handed out. */
	giveBack({ monitor: { monitorId, revision }, slotAt, wasClaimed }: HeldClaim, now: number): void {
		const monitor = this.holderOf({ monitorId, revision, scheduledAt: slotAt });
		if (monitor === undefined) return;
		monitor.isClaimed = wasClaimed;
		this.#reschedule(monitor, now);
	}

	/** Its next check does not wait until the outcome of this one is committed. */
	noteMade(check: CheckRef): void {
		const monitor = this.holderOf(check);
		if (monitor === undefined) return;
		monitor.isMade = true;
		this.#reschedule(monitor, nextSlot(monitor, monitor.slotAt));
	}

	/** `row` is committed. */
	noteCommitted(row: StateRow): void {
		const monitor = this.#byId.get(row.monitor_id);
		// It was changed meanwhile, or is not held: the next claim reads it.
		if (!monitor || monitor.revision !== row.revision) return;
		const place = monitor.details?.statePlace;
		if (typeof place === "number") this.#states.write(place, row);
		this.#queueOf(monitor).remove(monitor);
		monitor.wasSlow = row.was_slow === 1;
		// Not when a later check is out, which did not wait for this commit.
		if (row.slot_at !== null && row.slot_at > monitor.slotAt) {
			monitor.slotAt = row.slot_at;
			monitor.dueAt = row.slot_at;
			monitor.isClaimed = false;
			monitor.isMade = false;
		}
		this.#queueOf(monitor).add(monitor);
	}

	/** Holds `rows` in the place of what was held of these monitors. */
	replace(monitorIds: readonly number[], rows: readonly ScheduledRow[]): void {
		const known = new Map(monitorIds.map((id) => [id, this.#byId.get(id)]));
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
				locationId: row.location_id,
				slotAt: row.slot_at,
				dueAt: isSame ? before.dueAt : row.slot_at,
				queueIndex: -1,
				isClaimed: isSame,
				isMade: isSame && before.isMade,
				wasSlow: row.was_slow === 1,
				details: null,
			};
			this.#byId.set(monitor.monitorId, monitor);
			this.#queueOf(monitor).add(monitor);
		}
	}

	#drop(monitorId: number): void {
		const monitor = this.#byId.get(monitorId);
		if (monitor === undefined) return;
		this.#queueOf(monitor).remove(monitor);
		const place = monitor.details?.statePlace;
		if (typeof place === "number") this.#states.free(place);
		this.#byId.delete(monitorId);
	}

	#reschedule(monitor: Scheduled, dueAt: number): void {
		const queue = this.#queueOf(monitor);
		queue.remove(monitor);
		monitor.dueAt = dueAt;
		queue.add(monitor);
	}

	#queueOf(monitor: Scheduled): DueQueue<Scheduled> {
		const queues = this.#queuesAt(monitor.locationId);
		return monitor.wasSlow ? queues.slow : queues.fast;
	}

	#queuesAt(locationId: number | null): Queues {
		if (locationId === null) return this.#here;
		const known = this.#elsewhere.get(locationId);
		if (known) return known;
		const queues = newQueues();
		this.#elsewhere.set(locationId, queues);
		return queues;
	}
}

interface Queues {
	readonly fast: DueQueue<Scheduled>;
	readonly slow: DueQueue<Scheduled>;
}

function newQueues(): Queues {
	return { fast: new DueQueue(), slow: new DueQueue() };
}

/** When the first one is due; infinite when there is none. */
function firstOf({ fast, slow }: Queues): number {
	return Math.min(fast.first?.dueAt ?? Infinity, slow.first?.dueAt ?? Infinity);
}

function dueBy(queue: DueQueue<Scheduled>, now: number): Scheduled | undefined {
	const first = queue.first;
	return first !== undefined && first.dueAt <= now ? first : undefined;
}
