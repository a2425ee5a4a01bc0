/**
 * Whether the database answers questions about pages. Readers wait for one that is away once; from then on it is asked
 * beside them. A fault of ours counts for the page alone that could not be read.
 */

import type { Logger } from "pino";

/** A database that takes longer is away; nobody waits longer while there is a page to show. */
const AWAY_AFTER_MS = 2_000;
/** How soon a database that was away, or a page that could not be read, is asked for again. */
const ASK_AGAIN_MS = 1_000;
/** Names whose reads failed for a fault of ours that are remembered; anybody can invent names. */
const MAX_FAULTS = 1_000;

/** The database is away, and there is nothing to show. */
export class NothingToShow extends Error {
	override readonly name = "NothingToShow";
}

interface Options {
	/** Whether an error says that the database is away or busy; other errors are faults of ours. */
	readonly source: { isAway(error: unknown): boolean };
	readonly log: Logger;
}

export class AskedDatabase {
	readonly #options: Options;
	/** When pages could not be read for a fault of ours, by slug. */
	readonly #faults = new Map<string, number>();
	/** It was asked in vain at this time; null: it answers. */
	#awaySince: number | null = null;
	#isAsking = false;

	constructor(options: Options) {
		this.#options = options;
	}

	/** Whether it answered last. */
	get answers(): boolean {
		return this.#awaySince === null;
	}

	/** Whether nobody needs to wait for the answer that it does not give. */
	isAway(slug: string, now: number): boolean {
		const faultAt = this.#faults.get(slug) ?? this.#faults.get("");
		return this.#awaySince !== null || (faultAt !== undefined && now - faultAt < ASK_AGAIN_MS);
	}

	/** Asks one that was away again, while readers get the last page. */
	askBeside(question: () => Promise<unknown>): void {
		if (this.#awaySince === null || this.#isAsking || performance.now() - this.#awaySince < ASK_AGAIN_MS) return;
		this.#isAsking = true;
		void this.ask(question).finally(() => {
			this.#isAsking = false;
		});
	}

	/**
	 * What it answers; null while it is away, or when a fault of ours keeps it from answering.
	 * @param slug whose page is read; empty: what all pages need
	 */
	async ask<Value>(question: () => Promise<Value>, slug = ""): Promise<{ readonly value: Value } | null> {
		try {
			const answer = await within(AWAY_AFTER_MS, question());
			if (answer === null) this.#noteAway(new Error(`The database has not answered for ${AWAY_AFTER_MS} ms.`));
			else this.#awaySince = null;
			if (answer !== null) this.#faults.delete(slug);
			return answer;
		} catch (error) {
			if (error instanceof NothingToShow) throw error;
			if (this.#options.source.isAway(error)) this.#noteAway(error);
			else this.#noteFault(error, slug);
			return null;
		}
	}

	#noteAway(error: unknown): void {
		if (this.#awaySince === null) this.#options.log.warn({ err: error }, "Status pages are shown as they were last");
		this.#awaySince = performance.now();
	}

	/** Logged once until it is over: a crowd asks for the page again and again. */
	#noteFault(error: unknown, slug: string): void {
		if (!this.#faults.has(slug)) {
			this.#options.log.error({ err: error, slug }, "A fault of Lapwing: a status page is shown as it was last");
		}
		if (this.#faults.size >= MAX_FAULTS) this.#faults.clear();
		this.#faults.set(slug, performance.now());
	}
}

/** Null: it takes longer. */
async function within<Value>(ms: number, work: Promise<Value>): Promise<{ readonly value: Value } | null> {
	const { promise: late, resolve } = Promise.withResolvers<null>();
	const timer = setTimeout(resolve, ms, null);
	try {
		return await Promise.race([work.then((value) => ({ value })), late]);
	} finally {
		clearTimeout(timer);
	}
}
