/** One pattern thread and the questions that wait for it, in fair order (./fair-queue.ts). */

import { FairQueue, type Owner } from "../fair-queue.ts";
import { type PatternAnswer, type PatternQuestion, PatternThread } from "./pattern-thread.ts";

interface LaneLimits {
	/** For one text and all of its checks. */
	readonly timeMs: number;
	/** A text that waited this long for its turn is given up. */
	readonly waitMs: number;
	/** Letters that may wait, over all texts: bounds memory. A text has at most a million. */
	readonly lettersAtMost: number;
}

/** `queue_full`: others had the thread, and the question was never asked. */
type LaneAnswer = (PatternAnswer & { readonly tookMs: number }) | { readonly kind: "queue_full" };

interface Waiting {
	readonly owner: Owner;
	readonly question: PatternQuestion;
	settle(answer: LaneAnswer | Promise<LaneAnswer>): void;
}

const QUEUE_FULL: LaneAnswer = { kind: "queue_full" };

export class PatternLane {
	readonly #limits: LaneLimits;
	readonly #thread = new PatternThread();
	readonly #queue = new FairQueue<Waiting>();
	#letters = 0;
	#isRunning = false;

	constructor(limits: LaneLimits) {
		this.#limits = limits;
	}

	/** Rejects when a check does not compile, which its creation should have refused. */
	ask(owner: Owner, question: PatternQuestion): Promise<LaneAnswer> {
		return new Promise((resolve) => {
			const timer = setTimeout(() => this.#giveUp(waiting), this.#limits.waitMs);
			const waiting: Waiting = {
				owner,
				question,
				settle: (answer) => {
					clearTimeout(timer);
					this.#letters -= question.content.text.length;
					resolve(answer);
				},
			};
			this.#queue.add(waiting);
			this.#letters += question.content.text.length;
			while (this.#letters > this.#limits.lettersAtMost) this.#queue.evict()?.settle(QUEUE_FULL);
			if (!this.#isRunning) void this.#run();
		});
	}

	close(): Promise<void> {
		for (let waiting = this.#queue.take(); waiting; waiting = this.#queue.take()) waiting.settle(QUEUE_FULL);
		return this.#thread.close();
	}

	async #run(): Promise<void> {
		this.#isRunning = true;
		for (let next = this.#queue.take(); next; next = this.#queue.take()) {
			const startedAt = performance.now();
			const asked = this.#thread.ask(next.question, this.#limits.timeMs).then((answer) => {
				const tookMs = performance.now() - startedAt;
				this.#queue.charge(next.owner, tookMs);
				return { ...answer, tookMs };
			});
			next.settle(asked);
			await asked.catch(() => {});
		}
		this.#isRunning = false;
	}

	#giveUp(waiting: Waiting): void {
		if (this.#queue.remove(waiting)) waiting.settle(QUEUE_FULL);
	}
}
