/** What goes wrong in bench/kills-many.ts: kills, restarts, cut links and broken networks, one after the other. */

import { setTimeout as pause } from "node:timers/promises";
import type { BrokenNetworks } from "./broken-networks.ts";
import type { Kept } from "./kept.ts";

/** What is down stays so for up to this long, and a cut lasts for up to a minute. */
const DOWN_MS = 10_000;
const CUT_MS = 60_000;
/** Between two troubles. */
const QUIET_MS = 8_000;

interface Stage {
	readonly processes: readonly Kept[];
	readonly nats: { kill(options: { andForget: true }): Promise<void>; start(): Promise<unknown> };
	/** By what they connect. */
	readonly links: Readonly<Record<string, { fallSilent(): void; restore(): void }>>;
	readonly networks: BrokenNetworks;
	restartPostgres(awayMs: number): Promise<void>;
}

export class Troubles {
	readonly #stage: Stage;
	readonly #random: () => number;
	/** How often each happened. */
	readonly counts = new Map<string, number>();
	readonly #cut = new Set<string>();
	readonly #over: Promise<void>[] = [];

	constructor(stage: Stage, random: () => number) {
		this.#stage = stage;
		this.#random = random;
	}

	/**
	 * Each once, in an order of chance, and then all of them again; resolves when every trouble is over.
	 *
	 * @param endsAt by the monotonic clock
	 */
	async goOn(endsAt: number): Promise<void> {
		const all = this.#all();
		let next: typeof all = [];
		while (performance.now() < endsAt) {
			if (next.length === 0) next = all.toSorted(() => this.#random() - 0.5);
			await next.shift()?.();
			await pause(this.#random() * QUIET_MS);
		}
		await Promise.all(this.#over);
	}

	#all(): (() => Promise<void>)[] {
		const { processes, nats, links, networks, restartPostgres } = this.#stage;
		return [
			...processes.map((each) => async () => {
				this.#count(`kill −9 of ${each.name}`);
				each.kill(500 + this.#random() * DOWN_MS);
			}),
			async () => {
				this.#count("kill −9 of NATS with its store");
				await nats.kill({ andForget: true });
				await pause(this.#random() * DOWN_MS);
				await nats.start();
			},
			async () => {
				this.#count("restart of PostgreSQL");
				await restartPostgres(this.#random() * DOWN_MS);
			},
			...Object.keys(links).map((name) => async () => this.#cutLink(name)),
			async () => {
				if (networks.break(this.#random) !== null) this.#count("network of a prober broken");
			},
		];
	}

	#cutLink(name: string): void {
		const network = this.#stage.links[name];
		if (network === undefined || this.#cut.has(name)) return;
		this.#cut.add(name);
		this.#count(`cut of ${name}`);
		network.fallSilent();
		this.#over.push(
			pause(CUT_MS / 3 + (this.#random() * CUT_MS * 2) / 3).then(() => {
				network.restore();
				this.#cut.delete(name);
			}),
		);
	}

	#count(what: string): void {
		this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
	}
}
