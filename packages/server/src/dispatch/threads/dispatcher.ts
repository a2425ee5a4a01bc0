/**
 * Orders and outcomes on one machine: probe threads of this process. Owns the threads, which check runs in which, and
 * what becomes of checks whose thread dies or hangs: they are missed, because the fault is ours, and not tried again,
 * because an order that kills a thread would kill the next one too. A dead thread is replaced.
 */

import { Worker } from "node:worker_threads";
import type { CheckOrder, CheckOutcome } from "../../domain/checks/check.ts";
import { longestCheckMs } from "../../domain/checks/confirmation.ts";
import type { Dispatcher, OutcomeReceiver } from "../interface.ts";
import { type Answer, type FromThread, HEARTBEAT_MS, type ProberSettings, type ToThread } from "./messages.ts";

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
	/** Wall clock, for outcomes alone. */
	now(): number;
	/** For all lengths of time; default: the system's monotonic clock. A wall clock that is set would make every thread seem to hang, or none. */
	monotonic?(): number;
}

/**
 * A thread that says nothing for this long hangs. Far above any pause of the machine that a check could survive; and seen at
 * two sweeps, for after a pause of our own what the threads have said meanwhile is still to be read.
 */
const HANGS_AFTER_MS = 20 * HEARTBEAT_MS;
/** Past the longest that its check may take, an answer is not waited for any more. */
const ANSWER_GRACE_MS = 10_000;
const SWEEP_EVERY_MS = 2_000;
/**
 * Orders that may wait in a thread for their turn: as many as it can start between two looks of the schedule, no more,
 * because a check that waits here can't be made by anybody else. A monitor that does not fit stays due.
 */
export const WAITING_AT_MOST = 1_000;
/** Thread that dies at once again and again must not keep the machine busy with starting it. */
const RESTART_AFTER_MS = 1_000;

interface Running {
	readonly order: CheckOrder;
	readonly thread: Thread;
	/** Past this instant, of the monotonic clock, no answer is waited for. Infinite until the check is started. */
	lostAt: number;
	seemsLost: boolean;
}

interface Thread {
	worker: Worker;
	heardAt: number;
	/** What `heardAt` was when it first seemed to hang. */
	suspectedAt: number | null;
	load: number;
	/** Names of the checks that it has not started yet, in the order in which it will. */
	waiting: number[];
	isGone: boolean;
}

export function createInProcessDispatcher(options: InProcessOptions): Dispatcher {
	const running = new Map<number, Running>();
	/** Name of the check that runs for a monitor. */
	const nameOfMonitor = new Map<number, number>();
	const threads: Thread[] = [];
	const monotonic = options.monotonic ?? (() => performance.now());
	let lastName = 0;
	let isClosing = false;
	let whenIdle: (() => void) | undefined;

	function startThread(): Thread {
		const worker = new Worker(options.program ?? new URL("./probe-thread.ts", import.meta.url), {
			workerData: options.prober,
			name: "probe",
		});
		const thread: Thread = { worker, heardAt: monotonic(), suspectedAt: null, load: 0, waiting: [], isGone: false };
		worker.on("message", (message: FromThread) => {
			thread.heardAt = monotonic();
			if (message.kind === "progress") {
				noteStarted(thread, message.started);
				take(message.answers);
			}
			if (message.kind === "fault") options.onProberFault(message.error, message.monitorId);
		});
		worker.on("error", (cause) => lose(thread, new Error("The probe thread failed", { cause })));
		worker.on("exit", (code) => lose(thread, new Error(`The probe thread ended with code ${code}`)));
		threads.push(thread);
		return thread;
	}

	function noteStarted(thread: Thread, count: number): void {
		const at = monotonic();
		for (const name of thread.waiting.splice(0, count)) {
			const check = running.get(name);
			if (check) check.lostAt = at + longestCheckMs(check.order.timeoutMs) + ANSWER_GRACE_MS;
		}
	}

	function take(answers: readonly Answer[]): void {
		const outcomes: CheckOutcome[] = [];
		for (const [name, outcome] of answers) {
			const check = prune(name);
			// Not known any more: it came after its check had been given up.
			if (check && outcome) outcomes.push({ order: check.order, ...outcome });
		}
		if (outcomes.length > 0) options.receiver.receive(outcomes);
		if (running.size === 0) whenIdle?.();
	}

	function prune(name: number): Running | undefined {
		const check = running.get(name);
		if (!check) return undefined;
		running.delete(name);
		check.thread.load -= 1;
		if (nameOfMonitor.get(check.order.monitorId) === name) nameOfMonitor.delete(check.order.monitorId);
		return check;
	}

	function lose(thread: Thread, reason: Error): void {
		if (thread.isGone) return;
		thread.isGone = true;
		threads.splice(threads.indexOf(thread), 1);
		void thread.worker.terminate();
		const names = [...running].filter(([, check]) => check.thread === thread).map(([name]) => name);
		giveUp(names, "The process that made the check was lost.");
		if (isClosing) return;
		options.onThreadLost(reason, names.length);
		restartLater();
	}

	function restartLater(): void {
		setTimeout(() => {
			if (isClosing) return;
			try {
				startThread();
			} catch (cause) {
				// The system has no room for a thread just now.
				options.onThreadLost(new Error("No probe thread could be started", { cause }), 0);
				restartLater();
			}
		}, RESTART_AFTER_MS).unref();
	}

	function giveUp(names: readonly number[], message: string): void {
		const at = options.now();
		const outcomes: CheckOutcome[] = [];
		for (const name of names) {
			const check = prune(name);
			if (!check) continue;
			const observation = { kind: "missed", cause: "prober_lost", message } as const;
			outcomes.push({
				order: check.order,
				observation,
				startedAt: at,
				completedAt: at,
				firstAttemptAt: at,
				attempts: 1,
			});
		}
		if (outcomes.length > 0) options.receiver.receive(outcomes);
		if (running.size === 0) whenIdle?.();
	}

	const sweep = setInterval(() => {
		const at = monotonic();
		for (const thread of [...threads]) {
			if (at - thread.heardAt <= HANGS_AFTER_MS) continue;
			if (thread.suspectedAt === thread.heardAt) lose(thread, new Error("The probe thread does not answer"));
			else thread.suspectedAt = thread.heardAt;
		}
		const lost: number[] = [];
		for (const [name, check] of running) {
			if (check.lostAt > at) continue;
			if (!check.seemsLost) check.seemsLost = true;
			else {
				lost.push(name);
				// Should it run after all, it must not run beside the monitor's next one.
				tell(check.thread, { kind: "abort", names: [name] });
			}
		}
		giveUp(lost, "No answer came from the process that made the check.");
	}, SWEEP_EVERY_MS);
	sweep.unref();

	function assign(order: CheckOrder, batches: Map<Thread, [number, CheckOrder][]>): void {
		const olderName = nameOfMonitor.get(order.monitorId);
		const older = olderName === undefined ? undefined : running.get(olderName);
		if (older && olderName !== undefined) {
			if (older.order.revision >= order.revision) return;
			tell(older.thread, { kind: "abort", names: [olderName] });
		}
		let thread = older?.thread ?? threads[0];
		if (!older) for (const each of threads) if (thread && each.load < thread.load) thread = each;
		if (!thread) {
			missed(order);
			return;
		}
		lastName += 1;
		thread.load += 1;
		thread.waiting.push(lastName);
		running.set(lastName, { order, thread, lostAt: Number.POSITIVE_INFINITY, seemsLost: false });
		nameOfMonitor.set(order.monitorId, lastName);
		const batch = batches.get(thread);
		if (batch) batch.push([lastName, order]);
		else batches.set(thread, [[lastName, order]]);
	}

	/** Between the loss of the last thread and the start of the next. */
	function missed(order: CheckOrder): void {
		const at = options.now();
		const observation = {
			kind: "missed",
			cause: "prober_lost",
			message: "No prober was there to make the check.",
		} as const;
		options.receiver.receive([{ order, observation, startedAt: at, completedAt: at, firstAttemptAt: at, attempts: 1 }]);
	}

	for (let index = 0; index < options.threads; index += 1) startThread();

	return {
		get capacity() {
			if (isClosing) return 0;
			const waiting = threads.reduce((sum, thread) => sum + thread.waiting.length, 0);
			return Math.max(0, Math.min(options.concurrency - running.size, threads.length * WAITING_AT_MOST - waiting));
		},
		get inFlight() {
			return running.size;
		},
		dispatch(orders) {
			const batches = new Map<Thread, [number, CheckOrder][]>();
			for (const order of orders) assign(order, batches);
			for (const [thread, batch] of batches) tell(thread, { kind: "orders", orders: batch });
		},
		async drain(withinMs) {
			isClosing = true;
			if (running.size > 0) {
				await new Promise<void>((resolve) => {
					const timer = setTimeout(resolve, withinMs);
					whenIdle = () => {
						clearTimeout(timer);
						resolve();
					};
				});
			}
			const aborted = [...running].map(([name, { order }]) => {
				prune(name);
				return order;
			});
			return aborted;
		},
		async close() {
			isClosing = true;
			clearInterval(sweep);
			await Promise.all(
				threads.map(async (thread) => {
					thread.isGone = true;
					const ended = new Promise((resolve) => thread.worker.once("exit", resolve));
					tell(thread, { kind: "close" });
					const timer = setTimeout(() => void thread.worker.terminate(), CLOSE_WITHIN_MS);
					await ended;
					clearTimeout(timer);
				}),
			);
		},
	};
}

const CLOSE_WITHIN_MS = 500;

function tell(thread: Thread, message: ToThread): void {
	thread.worker.postMessage(message);
}
