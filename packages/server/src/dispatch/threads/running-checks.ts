/**
 * Which check runs in which thread, and how much each thread has to do. A check is waiting until its thread starts it,
 * then running; it is lost when no answer came long after the latest time at which one could.
 */

import type { CheckOrder } from "../../domain/checks/check.ts";
import { longestCheckMs, SLOW_CHECK_MS } from "../../domain/checks/confirmation.ts";
import type { PoolThread } from "../../threads/thread-pool.ts";
import type { ToThread } from "./messages.ts";

export type ProbeThread = PoolThread<ToThread>;

/** Past the longest that its check may take, an answer is not waited for any more. */
const ANSWER_GRACE_MS = 10_000;

export interface RunningCheck {
	readonly id: number;
	readonly order: CheckOrder;
	readonly thread: ProbeThread;
	/** Instants of the monotonic clock, infinite until the check is started. */
	slowAt: number;
	lostAt: number;
	isSlow: boolean;
	/** A first scan found it lost; a second one makes sure, for its answer may be waiting to be read. */
	isSuspect: boolean;
}

interface ThreadLoad {
	checks: number;
	/** Ids of the checks that it has not started yet, in the order in which it will. */
	readonly waiting: number[];
}

export class RunningChecks {
	readonly #byId = new Map<number, RunningCheck>();
	readonly #idOfMonitor = new Map<number, number>();
	readonly #loads = new Map<ProbeThread, ThreadLoad>();
	readonly #monotonic: () => number;
	#lastId = 0;
	#slow = 0;

	constructor(monotonic: () => number) {
		this.#monotonic = monotonic;
	}

	get size(): number {
		return this.#byId.size;
	}

	/** Checks that keep their place for long: of monitors that were slow before, and those that have run for long. */
	get slow(): number {
		return this.#slow;
	}

	/** Checks that no thread has started yet. */
	get waiting(): number {
		let waiting = 0;
		for (const load of this.#loads.values()) waiting += load.waiting.length;
		return waiting;
	}

	ofMonitor(monitorId: number): RunningCheck | undefined {
		const id = this.#idOfMonitor.get(monitorId);
		return id === undefined ? undefined : this.#byId.get(id);
	}

	/** Takes all checks out. */
	drain(): CheckOrder[] {
		const orders = Array.from(this.#byId.values(), ({ order }) => order);
		for (const id of [...this.#byId.keys()]) this.remove(id);
		return orders;
	}

	/** The one of `threads` with the fewest checks. */
	leastLoaded(threads: readonly ProbeThread[]): ProbeThread | undefined {
		let least: ProbeThread | undefined;
		let fewest = Number.POSITIVE_INFINITY;
		for (const thread of threads) {
			const checks = this.#loads.get(thread)?.checks ?? 0;
			if (checks >= fewest) continue;
			least = thread;
			fewest = checks;
		}
		return least;
	}

	/** Answers the check's id. It takes the place of any other check of its monitor. */
	add(order: CheckOrder, thread: ProbeThread): number {
		this.#lastId += 1;
		const id = this.#lastId;
		const never = Number.POSITIVE_INFINITY;
		this.#byId.set(id, { id, order, thread, slowAt: never, lostAt: never, isSlow: order.wasSlow, isSuspect: false });
		this.#idOfMonitor.set(order.monitorId, id);
		if (order.wasSlow) this.#slow += 1;
		const load = this.#loads.get(thread);
		if (load) {
			load.checks += 1;
			load.waiting.push(id);
		} else this.#loads.set(thread, { checks: 1, waiting: [id] });
		return id;
	}

	/** `thread` has started the next `count` of its waiting checks. */
	noteStarted(thread: ProbeThread, count: number): void {
		const at = this.#monotonic();
		for (const id of this.#loads.get(thread)?.waiting.splice(0, count) ?? []) {
			const check = this.#byId.get(id);
			if (!check) continue;
			check.slowAt = at + SLOW_CHECK_MS;
			check.lostAt = at + longestCheckMs(check.order.timeoutMs) + ANSWER_GRACE_MS;
		}
	}

	/** Takes a check out; undefined when it is not known any more. */
	remove(id: number): RunningCheck | undefined {
		const check = this.#byId.get(id);
		if (!check) return undefined;
		this.#byId.delete(id);
		if (check.isSlow) this.#slow -= 1;
		const load = this.#loads.get(check.thread);
		if (load) load.checks -= 1;
		if (this.#idOfMonitor.get(check.order.monitorId) === id) this.#idOfMonitor.delete(check.order.monitorId);
		return check;
	}

	removeThread(thread: ProbeThread): RunningCheck[] {
		const gone = [...this.#byId.values()].filter((check) => check.thread === thread);
		for (const { id } of gone) this.remove(id);
		this.#loads.delete(thread);
		return gone;
	}

	/** Notes which checks have become slow; takes out and answers those that are lost. */
	findLost(): RunningCheck[] {
		const at = this.#monotonic();
		const lost: RunningCheck[] = [];
		for (const check of this.#byId.values()) {
			if (!check.isSlow && check.slowAt <= at) {
				check.isSlow = true;
				this.#slow += 1;
			}
			if (check.lostAt > at) continue;
			if (check.isSuspect) lost.push(check);
			else check.isSuspect = true;
		}
		for (const { id } of lost) this.remove(id);
		return lost;
	}
}
