/**
 * A thread for patterns that may take long: one text at a time. A text that takes longer than its time limit ends the
 * thread, and the next text gets a new one. It starts with the first text that needs it.
 */

import { Worker } from "node:worker_threads";
import type { ValueSource } from "../../domain/checks/saved-values.ts";
import type { Content } from "../../domain/content/content.ts";
import type { ContentCheck } from "../../domain/monitors/monitor.ts";
import type { Examined } from "./content-matchers.ts";

/** A pattern that compiles to more than this ends its thread, not the prober. */
const MEMORY_MB = 256;

export interface PatternQuestion {
	readonly checks: readonly ContentCheck[];
	/** Of values to read, when all checks hold. */
	readonly sources: readonly ValueSource[];
	readonly content: Content;
}

/** `overran`: the time limit passed, or the memory was used up. */
export type PatternAnswer = { readonly kind: "answered"; readonly examined: Examined } | { readonly kind: "overran" };

export type FromPatternWorker = "ready" | Examined;

const OVERRAN: PatternAnswer = { kind: "overran" };
/** For a thread to start, on a machine that has much else to do. */
const START_WITHIN_MS = 10_000;

export class PatternThread {
	readonly #program: URL;
	#worker: Worker | null = null;
	#isReady = false;

	/** @param program what the thread runs, for tests */
	constructor(program = new URL("./pattern-worker.ts", import.meta.url)) {
		this.#program = program;
	}

	/**
	 * Answers `question` within `timeoutMs`, which begin once the thread has started. One question at a time. Rejects
	 * when a check does not compile, which its creation should have refused, and when the system has no room for a
	 * thread.
	 */
	async ask(question: PatternQuestion, timeoutMs: number): Promise<PatternAnswer> {
		const worker = this.#started();
		worker.ref();
		return new Promise((resolve, reject) => {
			const settle = () => {
				clearTimeout(timer);
				worker.off("message", onMessage).off("error", onError).off("exit", overrun);
				// Idle, it keeps no process alive.
				worker.unref();
			};
			const abandon = () => {
				settle();
				this.#worker = null;
				void worker.terminate();
			};
			const overrun = () => {
				abandon();
				resolve(OVERRAN);
			};
			const onError = (error: NodeJS.ErrnoException) => {
				if (error.code === "ERR_WORKER_OUT_OF_MEMORY") return overrun();
				abandon();
				reject(error);
			};
			const send = () => {
				clearTimeout(timer);
				timer = setTimeout(overrun, timeoutMs);
				worker.postMessage(question);
			};
			const onMessage = (message: FromPatternWorker) => {
				if (message === "ready") {
					this.#isReady = true;
					send();
				} else {
					settle();
					resolve({ kind: "answered", examined: message });
				}
			};
			let timer = setTimeout(overrun, START_WITHIN_MS);
			worker.on("message", onMessage).on("error", onError).on("exit", overrun);
			if (this.#isReady) send();
		});
	}

	async close(): Promise<void> {
		await this.#worker?.terminate();
		this.#worker = null;
	}

	#started(): Worker {
		if (this.#worker) return this.#worker;
		this.#isReady = false;
		const worker = new Worker(this.#program, { resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB } });
		// One that fails between two questions, or while it is stopped, ends nothing else.
		worker
			.on("error", () => {})
			.on("exit", () => {
				if (this.#worker === worker) this.#worker = null;
			});
		this.#worker = worker;
		return worker;
	}
}
