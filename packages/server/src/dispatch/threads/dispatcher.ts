/**
 * Orders and outcomes on one machine: probe threads of this process. Checks whose thread dies or hangs are missed,
 * because the fault is ours, and not tried again, because an order that kills a thread would kill the next one too.
 */

import type { AttemptOutcome, CheckOrder, CheckOutcome } from "../../domain/checks/check.ts";
import { atEachMultiple } from "../../shared-wakes.ts";
import { ThreadPool } from "../../threads/thread-pool.ts";
import { type AttemptOptions, type Dispatcher, NO_CAPACITY, type OutcomeReceiver } from "../interface.ts";
import { shiftOutcome } from "../shift-outcome.ts";
import { takesPlace } from "../takes-place.ts";
import {
	type Answer,
	type FromThread,
	type ProberSettings,
	pack,
	sharedMonotonic,
	type ToThread,
	unpack,
} from "./messages.ts";
import { type ProbeThread, type RunningCheck, RunningChecks } from "./running-checks.ts";

export interface InProcessOptions {
	/** Probe threads, at least 1. */
	readonly threads: number;
	/** Checks that may run at once, over all threads: bounds memory and file descriptors. */
	readonly concurrency: number;
	readonly prober: ProberSettings;
	readonly receiver: OutcomeReceiver;
	/** What the threads run; the probe thread unless a test brings one that dies. */
	readonly program?: URL;
	/** Called when a thread had to be replaced; for the log. */
	onThreadLost(reason: Error, checksLost: number): void;
	/** Called when a prober met a bug of ours; for the log. Its check is missed. */
	onProberFault(error: Error, monitorId: number): void;
	/** The clock by which orders are due, epoch milliseconds. */
	now(): number;
	/** For all lengths of time; default: the system's monotonic clock. */
	monotonic?(): number;
}

/**
 * Orders that may wait in a thread for their turn: as many as it can start between two ticks of the schedule, no more,
 * because a check that waits here can't be made by anybody else. A monitor that does not fit stays due.
 */
export const WAITING_AT_MOST = 1_000;
/**
 * Of all checks that may run at once, those that are slow take at most this share: the rest is for monitors that answer
 * quickly, which need few places because they keep them so briefly.
 */
const SLOW_SHARE = 0.75;
const SCAN_EVERY_MS = 1_000;

export class InProcessDispatcher implements Dispatcher {
	readonly #options: InProcessOptions;
	readonly #running: RunningChecks;
	readonly #pool: ThreadPool<ToThread, FromThread>;
	readonly #stopScans: () => void;
	/** Single attempts that were asked for, by id. */
	readonly #attempts = new Map<number, { thread: ProbeThread; settle(outcome: AttemptOutcome | null): void }>();
	#lastAttempt = 0;
	#unacknowledged = 0;
	#isClosing = false;
	#whenIdle: (() => void) | undefined;

	constructor(options: InProcessOptions) {
		this.#options = options;
		const monotonic = options.monotonic ?? (() => performance.now());
		this.#running = new RunningChecks(monotonic);
		this.#pool = new ThreadPool({
			program: options.program ?? new URL("./probe-thread.ts", import.meta.url),
			name: "probe",
			threads: options.threads,
			workerData: options.prober,
			monotonic,
			onMessage: (thread, message) => this.#read(thread, message),
			onLost: (thread, reason) => this.#lose(thread, reason),
			onStartFailed: (error) => options.onThreadLost(error, 0),
		});
		this.#stopScans = atEachMultiple(SCAN_EVERY_MS, () => this.#giveUpLost());
	}

	get capacity() {
		if (this.#isClosing) return NO_CAPACITY;
		const free = this.#options.concurrency - this.#running.size - this.#attempts.size;
		const startable = this.#pool.threads.length * WAITING_AT_MOST - this.#running.waiting;
		const total = Math.max(0, Math.min(free, startable));
		const slowFree = Math.floor(this.#options.concurrency * SLOW_SHARE) - this.#running.slow;
		return { total, slow: Math.max(0, Math.min(total, slowFree)) };
	}

	get inFlight() {
		return this.#running.size + this.#unacknowledged;
	}

	get noProberForMs() {
		return this.#pool.noneLiveForMs;
	}

	async dispatch(orders: readonly CheckOrder[]): Promise<readonly CheckOrder[]> {
		const batches = new Map<ProbeThread, [number, CheckOrder][]>();
		const refused: CheckOrder[] = [];
		for (const order of orders) {
			const older = this.#running.ofMonitor(order.monitorId);
			if (older && !takesPlace(order, older.order)) {
				// Of another minute: the caller keeps it until this check has ended.
				if (older.order.scheduledAt !== order.scheduledAt) refused.push(order);
				continue;
			}
			if (older) older.thread.send({ kind: "abort", checkIds: [older.id] });
			// The thread that aborts the older check: it never runs beside the newer one.
			const thread = older?.thread ?? this.#running.leastLoaded(this.#pool.threads);
			if (!thread || this.#isClosing) {
				refused.push(order);
				continue;
			}
			const assigned: [number, CheckOrder] = [this.#running.add(order, thread), order];
			const batch = batches.get(thread);
			if (batch) batch.push(assigned);
			else batches.set(thread, [assigned]);
		}
		for (const [thread, batch] of batches) {
			thread.send({ kind: "orders", orders: pack(batch), clockMs: this.#clockMs() });
		}
		return refused;
	}

	runs(monitorId: number): boolean {
		return this.#running.ofMonitor(monitorId) !== undefined;
	}

	/** As `attempt` of Attempts, in one of these threads. */
	attempt(order: CheckOrder, { timeoutMs, signal }: AttemptOptions): Promise<AttemptOutcome | null> {
		const thread = this.#running.leastLoaded(this.#pool.threads);
		if (!thread || signal.aborted || this.capacity.total === 0) return Promise.resolve(null);
		const id = ++this.#lastAttempt;
		const { promise, resolve } = Promise.withResolvers<AttemptOutcome | null>();
		const giveUp = () => settle(null);
		const settle = (outcome: AttemptOutcome | null) => {
			this.#attempts.delete(id);
			clearTimeout(timer);
			signal.removeEventListener("abort", giveUp);
			resolve(outcome);
		};
		const timer = setTimeout(giveUp, timeoutMs);
		signal.addEventListener("abort", giveUp, { once: true });
		this.#attempts.set(id, { thread, settle });
		const within = Math.min(timeoutMs, order.timeoutMs);
		thread.send({ kind: "attempt", id, order: pack(order), timeoutMs: within, clockMs: this.#clockMs() });
		return promise;
	}

	async drain(withinMs: number): Promise<readonly CheckOrder[]> {
		this.#isClosing = true;
		if (this.#running.size > 0) {
			const { promise: idle, resolve } = Promise.withResolvers<void>();
			const timer = setTimeout(resolve, withinMs);
			this.#whenIdle = resolve;
			await idle;
			clearTimeout(timer);
		}
		return this.#running.drain();
	}

	async close(): Promise<void> {
		this.#isClosing = true;
		for (const { settle } of [...this.#attempts.values()]) settle(null);
		this.#stopScans();
		await this.#pool.close({ kind: "close" });
	}

	#read(thread: ProbeThread, message: FromThread): void {
		switch (message.kind) {
			case "progress":
				this.#running.noteStarted(thread, message.started);
				this.#take(unpack(message.answers));
				break;
			case "attempted":
				this.#settle(message.id, unpack(message.outcome));
				break;
			case "fault":
				this.#options.onProberFault(message.error, message.monitorId);
				break;
		}
	}

	#settle(id: number, outcome: AttemptOutcome | null): void {
		this.#attempts.get(id)?.settle(outcome);
	}

	#clockMs(): number {
		return this.#options.now() - sharedMonotonic();
	}

	#take(answers: readonly Answer[]): void {
		const outcomes: CheckOutcome[] = [];
		for (const [id, outcome] of answers) {
			// Not known any more: it came after its check had been given up.
			const check = this.#running.remove(id);
			if (!check || !outcome) continue;
			// No check begins before it is due: what says so is the error of a clock.
			const earlyMs = Math.max(0, check.order.scheduledAt - outcome.firstAttemptAt);
			outcomes.push(shiftOutcome({ order: check.order, ...outcome }, earlyMs));
		}
		this.#handOver(outcomes);
	}

	#lose(thread: ProbeThread, reason: Error): void {
		for (const attempt of [...this.#attempts.values()]) if (attempt.thread === thread) attempt.settle(null);
		const lost = this.#running.removeThread(thread);
		this.#handOver(lost.map((check) => this.#missed(check, "The process that made the check was lost.")));
		if (!this.#isClosing) this.#options.onThreadLost(reason, lost.length);
	}

	#giveUpLost(): void {
		const lost = this.#running.findLost();
		// Should it run after all, it must not run beside the monitor's next one.
		for (const { id, thread } of lost) thread.send({ kind: "abort", checkIds: [id] });
		const message = "No answer came from the process that made the check.";
		this.#handOver(lost.map((check) => this.#missed(check, message)));
	}

	#missed({ order }: RunningCheck, message: string): CheckOutcome {
		const at = this.#options.now();
		const observation = { kind: "missed", cause: "prober_lost", message } as const;
		return { order, observation, startedAt: at, completedAt: at, firstAttemptAt: at, attempts: 1 };
	}

	#handOver(outcomes: readonly CheckOutcome[]): void {
		if (outcomes.length > 0) {
			this.#unacknowledged += outcomes.length;
			const acknowledge = () => {
				this.#unacknowledged -= outcomes.length;
			};
			this.#options.receiver.receive({ outcomes, acknowledge });
		}
		if (this.#running.size === 0) this.#whenIdle?.();
	}
}
