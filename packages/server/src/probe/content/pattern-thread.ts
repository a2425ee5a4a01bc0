/**
 * A thread for patterns that may take long: one text at a time. A text that takes longer than its time limit ends the
 * thread, and the next text gets a new one. It starts with the first text that needs it.
 */

import { Worker } from "node:worker_threads";
import type { ContentCheck } from "../../domain/monitors/monitor.ts";

/** A pattern that compiles to more than this ends its thread, not the prober. */
const MEMORY_MB = 256;

export interface PatternQuestion {
	readonly checks: readonly ContentCheck[];
	readonly text: string;
}

/** `overran`: the time limit passed, or the memory was used up. */
export type PatternAnswer =
	| { readonly kind: "answered"; readonly failedId: string | null }
	| { readonly kind: "overran" };

const OVERRAN: PatternAnswer = { kind: "overran" };

export class PatternThread {
	#worker: Worker | null = null;

	/**
	 * Answers `question` within `timeoutMs`, the thread's own start included. One question at a time. Rejects when a check
	 * does not compile, which its creation should have refused.
	 */
	ask(question: PatternQuestion, timeoutMs: number): Promise<PatternAnswer> {
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
				resolve({ kind: "answered", failedId: answer.failedId });
			};
			const onError = (error: NodeJS.ErrnoException) => {
				abandon();
				if (error.code === "ERR_WORKER_OUT_OF_MEMORY") resolve(OVERRAN);
				else reject(error);
			};
			const onExit = () => {
				abandon();
				resolve(OVERRAN);
			};
			const timer = setTimeout(() => {
				abandon();
				resolve(OVERRAN);
			}, timeoutMs);
			worker.on("message", onMessage).on("error", onError).on("exit", onExit);
			worker.postMessage(question);
		});
	}

	async close(): Promise<void> {
		await this.#worker?.terminate();
		this.#worker = null;
	}
}
