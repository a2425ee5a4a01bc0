/**
 * Visitors that tests take turns with: a browser context and a fixture cost more than looking at a page. One for each
 * test that runs at once (vitest.config.ts), so that no test's time is spent in waiting for one. For tests that change
 * nothing.
 */

import type { Browser } from "playwright-core";
import type { FixtureOptions } from "./fixture/server.ts";
import { type Look, Visitor } from "./harness.ts";

const SIZE = 2;

export class VisitorPool implements AsyncDisposable {
	readonly #all: readonly Visitor[];
	readonly #free: Visitor[];
	readonly #waiting: ((visitor: Visitor) => void)[] = [];

	private constructor(visitors: readonly Visitor[]) {
		this.#all = visitors;
		this.#free = [...visitors];
	}

	static async open(browser: Browser, options: FixtureOptions, look: Look = {}): Promise<VisitorPool> {
		return new VisitorPool(
			await Promise.all(Array.from({ length: SIZE }, () => Visitor.arrive(browser, options, look))),
		);
	}

	/** Runs `work` with a visitor that nobody else has meanwhile. */
	async use(work: (visitor: Visitor) => Promise<void>): Promise<void> {
		const visitor = this.#free.pop() ?? (await new Promise<Visitor>((resolve) => this.#waiting.push(resolve)));
		try {
			visitor.pageErrors.length = 0;
			await work(visitor);
		} finally {
			const next = this.#waiting.shift();
			if (next) next(visitor);
			else this.#free.push(visitor);
		}
	}

	async [Symbol.asyncDispose](): Promise<void> {
		await Promise.all(this.#all.map((visitor) => visitor[Symbol.asyncDispose]()));
	}
}
