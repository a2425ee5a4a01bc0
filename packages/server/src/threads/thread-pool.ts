/**
 * Worker threads that run one program each and are watched: a thread that dies, or that has sent nothing for long, is
 * lost and replaced. What becomes of the work that it had is its owner's business.
 */

import { Worker } from "node:worker_threads";
import { atEachMultiple } from "../shared-wakes.ts";
import { type Alive, HEARTBEAT_MS } from "./heartbeat.ts";

/**
 * A thread that has sent nothing for this long hangs. Far above any pause of the machine that its work could survive;
 * and seen at two sweeps, because after a pause of our own its messages are still to be read.
 */
const HANGS_AFTER_MS = 20 * HEARTBEAT_MS;
const SCAN_EVERY_MS = 2_000;
/** A thread that dies at once or can't be started, again and again, must not keep the machine busy with it. */
const START_AGAIN_AFTER_MS = 1_000;
const CLOSE_WITHIN_MS = 500;
/**
 * The part of each thread's heap for new objects, in V8's sense: two halves of 8 MB are used. By its default a busy
 * probe thread would keep up to 64 MB of garbage, and no check would be cheaper for it (bench/probe.ts: 53 and 757 µs,
 * http and https; with this limit 52 and 729 µs).
 */
const YOUNG_GENERATION_MB = 24;

export interface PoolThread<Command> {
	send(command: Command): void;
}

interface ThreadPoolOptions<Command, Message extends { readonly kind: string }> {
	/** What the threads run. It sends heartbeats (./heartbeat.ts) and ends at the command `close`. */
	readonly program: URL;
	/** For people who look at the process. */
	readonly name: string;
	/** At least 1. */
	readonly threads: number;
	readonly workerData: unknown;
	onMessage(thread: PoolThread<Command>, message: Message): void;
	/** The thread is gone, with all that it had; another one follows. */
	onLost(thread: PoolThread<Command>, reason: Error): void;
	/** The system has no room for a thread just now; it is tried again. */
	onStartFailed(error: Error): void;
	/**
	 * Milliseconds; default: the system's monotonic clock. A wall clock that is set would make every thread seem to
	 * hang.
	 */
	monotonic?(): number;
}

interface Thread<Command> extends PoolThread<Command> {
	readonly worker: Worker;
	heardAt: number;
	/** What `heardAt` was when it first seemed to hang. */
	suspectedAt: number | null;
	/** Whether it has sent anything: a thread that dies while it starts never does. */
	isLive: boolean;
	isGone: boolean;
}

export class ThreadPool<Command, Message extends { readonly kind: string }> {
	readonly #options: ThreadPoolOptions<Command, Message>;
	readonly #monotonic: () => number;
	readonly #threads: Thread<Command>[] = [];
	readonly #stopScans: () => void;
	#isClosing = false;
	/** Since when no thread is live; null while one is. */
	#noneLiveSince: number | null;

	constructor(options: ThreadPoolOptions<Command, Message>) {
		this.#options = options;
		this.#monotonic = options.monotonic ?? (() => performance.now());
		this.#noneLiveSince = this.#monotonic();
		this.#stopScans = atEachMultiple(SCAN_EVERY_MS, () => this.#findHanging());
		for (let index = 0; index < options.threads; index += 1) this.#start();
	}

	/** Those that run now. */
	get threads(): readonly PoolThread<Command>[] {
		return this.#threads;
	}

	/** For how long there has been no thread that came through its start, milliseconds; null while there is one. */
	get noneLiveForMs(): number | null {
		return this.#noneLiveSince === null ? null : this.#monotonic() - this.#noneLiveSince;
	}

	/** Ends every thread with `command`, by force if need be. */
	async close(command: Command): Promise<void> {
		this.#isClosing = true;
		this.#stopScans();
		await Promise.all(
			this.#threads.map(async (thread) => {
				thread.isGone = true;
				const ended = new Promise((resolve) => thread.worker.once("exit", resolve));
				thread.send(command);
				const timer = setTimeout(() => void thread.worker.terminate(), CLOSE_WITHIN_MS);
				await ended;
				clearTimeout(timer);
			}),
		);
	}

	#start(): void {
		try {
			this.#threads.push(this.#newThread());
		} catch (cause) {
			this.#options.onStartFailed(new Error(`No ${this.#options.name} thread could be started`, { cause }));
			this.#startLater();
		}
	}

	#newThread(): Thread<Command> {
		const { program, name, workerData, onMessage } = this.#options;
		const worker = new Worker(program, {
			workerData,
			name,
			resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
		});
		const thread: Thread<Command> = {
			worker,
			heardAt: this.#monotonic(),
			suspectedAt: null,
			isLive: false,
			isGone: false,
			send: (command) => worker.postMessage(command),
		};
		worker.on("message", (message: Message | Alive) => {
			thread.heardAt = this.#monotonic();
			if (!thread.isGone && !thread.isLive) {
				thread.isLive = true;
				this.#noneLiveSince = null;
			}
			if (message.kind !== "alive" && !thread.isGone) onMessage(thread, message as Message);
		});
		worker.on("error", (cause) => this.#lose(thread, new Error(`The ${name} thread failed`, { cause })));
		worker.on("exit", (code) => this.#lose(thread, new Error(`The ${name} thread ended with code ${code}`)));
		return thread;
	}

	#lose(thread: Thread<Command>, reason: Error): void {
		if (thread.isGone) return;
		thread.isGone = true;
		this.#threads.splice(this.#threads.indexOf(thread), 1);
		if (!this.#threads.some(({ isLive }) => isLive)) this.#noneLiveSince ??= this.#monotonic();
		void thread.worker.terminate();
		this.#options.onLost(thread, reason);
		this.#startLater();
	}

	#startLater(): void {
		setTimeout(() => {
			if (!this.#isClosing) this.#start();
		}, START_AGAIN_AFTER_MS).unref();
	}

	#findHanging(): void {
		const at = this.#monotonic();
		for (const thread of [...this.#threads]) {
			if (at - thread.heardAt <= HANGS_AFTER_MS) continue;
			if (thread.suspectedAt === thread.heardAt) {
				this.#lose(thread, new Error(`The ${this.#options.name} thread does not answer`));
			} else thread.suspectedAt = thread.heardAt;
		}
	}
}
