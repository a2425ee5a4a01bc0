/**
 * Breaks the network of one prober at a time until it is set aside, and watches which probers are: none may be without
 * such a fault in the ten minutes before.
 */

import { setTimeout as pause } from "node:timers/promises";
import { sql } from "kysely";
import { SET_ASIDE_MS } from "../../packages/server/src/domain/checks/locations/refutations.ts";
import type { Database } from "../../packages/server/src/storage/database/tx.ts";
import { PROBERS } from "./located-monitors.ts";
import type { LocatedTargets } from "./located-targets.ts";

/** Between two faults, so that most of the time all probers take part. */
const EVERY_MS = 12 * 60_000;
/** A control that is killed meanwhile counts anew. */
const LASTS_AT_MOST_MS = 4 * 60_000;
/** For what is counted until it is known. */
const SEEN_WITHIN_MS = 10 * 60_000;
const POLL_MS = 2_000;

interface Fault {
	readonly prober: string;
	readonly from: number;
	until: number;
	/** How long after its begin the prober was set aside; null: it was not. */
	setAsideAfterMs: number | null;
}

export class BrokenNetworks {
	readonly #database: Database;
	readonly #targets: LocatedTargets;
	readonly faults: Fault[] = [];
	/** By prober, the instants until which it was set aside. */
	readonly #setAside = new Map<string, Set<number>>();
	/** Why reads failed, and how often: PostgreSQL is away at times. */
	readonly failedReads = new Map<string, number>();
	#nextAt = 0;

	constructor(database: Database, targets: LocatedTargets) {
		this.#database = database;
		this.#targets = targets;
	}

	/** The prober whose network breaks now; null: it is not yet time for another. */
	break(random: () => number): string | null {
		if (Date.now() < this.#nextAt) return null;
		this.#nextAt = Date.now() + EVERY_MS;
		const prober = PROBERS[Math.floor(random() * PROBERS.length)] as string;
		this.faults.push({ prober, from: Date.now(), until: Number.POSITIVE_INFINITY, setAsideAfterMs: null });
		this.#targets.breakNetworkOf(prober);
		return prober;
	}

	/** Until `signal` is aborted, which mends what is broken. */
	async watch(signal: AbortSignal): Promise<void> {
		while (!signal.aborted) {
			await pause(POLL_MS, null, { signal }).catch(() => {});
			await this.#read().catch(({ message }: Error) =>
				this.failedReads.set(message, (this.failedReads.get(message) ?? 0) + 1),
			);
			const last = this.faults.at(-1);
			if (!last || last.until !== Number.POSITIVE_INFINITY) continue;
			const isLong = Date.now() - last.from > LASTS_AT_MOST_MS;
			if (last.setAsideAfterMs === null && !isLong && !signal.aborted) continue;
			this.#targets.mendNetworkOf(last.prober);
			last.until = Date.now();
		}
	}

	/** Probers that were set aside without a fault of their own. */
	wronglySetAside(): string[] {
		return [...this.#setAside].flatMap(([prober, untils]) =>
			Array.from(untils, (until) => until - SET_ASIDE_MS)
				.filter(
					(at) =>
						!this.faults.some(
							(fault) => fault.prober === prober && at >= fault.from && at <= fault.until + SEEN_WITHIN_MS,
						),
				)
				.map((at) => `${prober} was set aside at ${new Date(at).toISOString()}, and its network was not broken`),
		);
	}

	async #read(): Promise<void> {
		const { rows } = await sql<{ name: string; until: number }>`
			select name, set_aside_until as until from probers where set_aside_until is not null`.execute(this.#database.db);
		for (const { name, until } of rows) {
			this.#setAside.set(name, (this.#setAside.get(name) ?? new Set()).add(until));
			const at = until - SET_ASIDE_MS;
			const fault = this.faults.findLast(({ prober, from }) => prober === name && from <= at);
			if (fault) fault.setAsideAfterMs ??= at - fault.from;
		}
	}
}
