/** Injects faults into a service one after the other, and notes when each was under way. */

import { setTimeout as pause } from "node:timers/promises";
import type { OurFault } from "./injectable-fault.ts";
import { OUR_FAULTS } from "./our-faults.ts";
import type { ServiceUnderTest } from "./service-under-test.ts";
import type { Injected } from "./tally.ts";

export interface InjectionOptions {
	/** Ids of ./our-faults.ts, in this order and again from the first; null: all, shuffled. */
	readonly ours: readonly string[] | null;
	/** How long a fault of ours lasts, and the pause after it, of what its row says. */
	readonly lastsShare: number;
	/** Between two faults of ours, beside that pause. */
	readonly gapSeconds: number;
	/** 0 ≤ random < 1 */
	random(): number;
	/** Called with one sentence now and then. */
	onProgress?(sentence: string): void;
}

const SHORTEST_FAULT_SECONDS = 1;
/** A late start has to catch up for as long. */
const STARTED_LATE_MS = 5_000;

export class Injections {
	readonly #options: InjectionOptions;
	readonly #service: ServiceUnderTest;
	readonly #possible: readonly OurFault[];
	readonly #injected: (Injected & { to: number; hidesUntil: number })[] = [];
	/** Those that this machine does not allow. */
	readonly leftOut: readonly (readonly [id: string, reason: string])[];

	constructor(options: InjectionOptions, service: ServiceUnderTest) {
		this.#options = options;
		this.#service = service;
		const chosen = chosenFaults(options).map((fault) => [fault, fault.lacks(service)] as const);
		this.#possible = chosen.flatMap(([fault, reason]) => (reason === null ? [fault] : []));
		this.leftOut = chosen.flatMap(([{ id }, reason]) => (reason === null ? [] : [[id, reason] as const]));
	}

	/** Those so far; of one that is under way, the end is not known. */
	get injected(): readonly Injected[] {
		return this.#injected;
	}

	/** On a busy machine: what was due before now says nothing. */
	noteLateStart(from: number): void {
		const to = Date.now() + STARTED_LATE_MS;
		this.#injected.push({ fault: "started late", owner: "ours", from, to, hidesUntil: to, hides: () => true });
	}

	/** One after the other, and again from the first as long as there is time. Each has its turn once in any case. */
	async injectUntil(ends: number): Promise<void> {
		const { lastsShare, gapSeconds } = this.#options;
		for (let turn = 0; this.#possible.length > 0; turn += 1) {
			const fault = this.#possible[turn % this.#possible.length] as OurFault;
			const share = fault.lastsSeconds * lastsShare;
			const lastsMs = fault.lastsSeconds === 0 ? 0 : Math.max(SHORTEST_FAULT_SECONDS, share) * 1_000;
			const pauseMs = lastsShare * fault.settlesSeconds * 1_000;
			const endsAt = Date.now() + gapSeconds * 1_000 + lastsMs + pauseMs;
			if (turn >= this.#possible.length && endsAt > ends) return;
			await pause(gapSeconds * 1_000);
			await this.#inject(fault, lastsMs);
			await pause(pauseMs);
		}
	}

	async #inject({ id, by, owner, hides, inject, settlesSeconds }: OurFault, lastsMs: number): Promise<void> {
		const never = Number.POSITIVE_INFINITY;
		const fault = by === undefined ? id : `${id} (${by})`;
		const injected = { fault, owner, from: Date.now(), to: never, hidesUntil: never, hides };
		this.#injected.push(injected);
		this.#options.onProgress?.(`${new Date().toISOString().slice(11, 19)} ${fault}`);
		try {
			await inject(this.#service, () => pause(lastsMs));
		} catch (error) {
			throw new Error(`${id} could not be injected. The service: ${this.#service.lastWords}`, { cause: error });
		}
		injected.to = Date.now();
		injected.hidesUntil = injected.to + settlesSeconds * 1_000;
	}
}

function chosenFaults({ ours, random }: InjectionOptions): readonly OurFault[] {
	if (ours !== null) return ours.flatMap((id) => OUR_FAULTS.filter((fault) => fault.id === id));
	return OUR_FAULTS.map((fault) => ({ fault, key: random() }))
		.sort((a, b) => a.key - b.key)
		.map(({ fault }) => fault);
}
