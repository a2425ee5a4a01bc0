/**
 * A thread for patterns that may take long: one text at a time, each with its time, after which the thread is stopped
 * and the next text gets a new one. It starts with the first text that needs it.
 */

import { Worker } from "node:worker_threads";
import type { ContentCheck } from "../../domain/monitors/monitor.ts";

/** For one text and all of its checks, the thread's own start included; and no text waits longer for its turn. */
const TIME_MS = 2_000;
/** Texts that wait, each of up to 1 MiB; with more, the answer is that there is no time. */
const MAX_WAITING = 32;
/** A pattern that compiles to more than this ends its thread, not the prober. */
const MEMORY_MB = 256;

export type PatternAnswer = { readonly failedId: string | null } | "too_slow";

export interface PatternQuestion {
	readonly checks: readonly ContentCheck[];
	readonly text: string;
}

export class PatternThread {
	#worker: Worker | null = null;
	#last: Promise<unknown> = Promise.resolve();
	#waiting = 0;

	/** Rejects when a check does not compile, which its creation should have refused. */
	async firstFailed(checks: readonly ContentCheck[], text: string): Promise<PatternAnswer> {
		if (this.#waiting >= MAX_WAITING) return "too_slow";
		this.#waiting++;
		const askedAt = performance.now();
		const asked = this.#last.then(() =>
			performance.now() - askedAt > TIME_MS ? "too_slow" : this.#ask({ checks, text }),
		);
		this.#last = asked.catch(() => {}).finally(() => this.#waiting--);
		return asked;
	}

	async close(): Promise<void> {
		await this.#worker?.terminate();
		this.#worker = null;
	}

	#ask(question: PatternQuestion): Promise<PatternAnswer> {
		this.#worker ??= new Worker(new URL("./pattern-worker.ts", import.meta.url), {
			resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
		});
		const worker = this.#worker;
		worker.ref();
		return new Promise((resolve, reject) => {
			const settle = () => {
				clearTimeout(timer);
				worker.off("message", onMessage).off("error", onError).off("exit", onExit);
				// Idle, it keeps no process alive.
				worker.unref();
			};
			const abandon = () => {
				settle();
				this.#worker = null;
				worker.on("error", () => {});
				void worker.terminate();
			};
			const onMessage = (answer: { failedId: string | null }) => {
				settle();
				resolve(answer);
			};
			const onError = (error: NodeJS.ErrnoException) => {
				abandon();
				if (error.code === "ERR_WORKER_OUT_OF_MEMORY") resolve("too_slow");
				else reject(error);
			};
			const onExit = () => {
				abandon();
				resolve("too_slow");
			};
			const timer = setTimeout(() => {
				abandon();
				resolve("too_slow");
			}, TIME_MS);
			worker.on("message", onMessage).on("error", onError).on("exit", onExit);
			worker.postMessage(question);
		});
	}
}
