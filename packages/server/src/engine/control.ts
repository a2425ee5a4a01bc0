/**
 * This process among those that share a database: it beats, ends the leases of others that are silent, and tells the
 * time by the database's clock, whatever its machine's own says. Where one process uses the database, there is none of
 * it.
 */

import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { ClockOffset } from "../domain/clock-offset.ts";
import { endCutOff } from "../storage/alerts/cut-offs.ts";
import type { Database, Tx } from "../storage/database/tx.ts";
import {
	BEAT_EVERY_MS,
	type Beat,
	beat,
	endLeasesOfSilent,
	endlessCuts,
	type Holder,
	type HolderId,
	leave,
	SILENT_AFTER_MS,
} from "../storage/installation/controls.ts";
import { recordMachine } from "../storage/installation/machines.ts";

/** The log says when the machine's own clock is further from the database's than this. */
const CLOCK_OFF_MS = 2_000;
/**
 * After so long without a heartbeat of its own a process does not know whether the others were silent, or the database
 * was away: they get the time to beat again before it judges them. Shorter cuts don't make anybody silent.
 */
const UNSURE_AFTER_MS = SILENT_AFTER_MS / 2;
/** So has it when the database's clock was set forward by more than this, which makes older heartbeats look old. */
const SET_FORWARD_MS = 2_000;

interface ControlDependencies {
	readonly database: Tx;
	/** The same one by a connection of its own: a heartbeat waits neither for statements of others nor for the pool. */
	readonly heartbeats: Pick<Database, "transaction" | "stopWaiting">;
	readonly machine: string;
	/** False for a process that answers requests alone. */
	readonly makesChecks: boolean;
	readonly log: Logger;
	/** Milliseconds; default: the system's monotonic clock. */
	monotonic?(): number;
}

export class Control implements Holder {
	readonly #deps: ControlDependencies;
	readonly #monotonic: () => number;
	readonly #stopping = new AbortController();
	#id: HolderId = null;
	/** Of the database's clock. */
	readonly #offset = new ClockOffset();
	/** When the last heartbeat that arrived was sent. */
	#beatAt = Number.NEGATIVE_INFINITY;
	/** What the machine's own clock said more than the monotonic one then: they part while the machine is suspended. */
	#partedMs = 0;
	/** Since when no heartbeat was late, and the database's clock was not set forward. */
	#steadySince = Number.POSITIVE_INFINITY;
	#machines: string | null = null;
	#isClockOff = false;
	#running: Promise<void> = Promise.resolve();
	#following: Promise<void> | null = null;

	private constructor(deps: ControlDependencies) {
		this.#deps = deps;
		this.#monotonic = deps.monotonic ?? (() => performance.now());
	}

	/** Resolves after the first heartbeat; rejects when the database does not take it. */
	static async start(deps: ControlDependencies): Promise<Control> {
		const control = new Control(deps);
		// By a connection that is there already: a start has much to do, and a new one may be late.
		await control.beat(deps.database);
		await control.followed;
		control.#running = control.#beatUntilClosed();
		return control;
	}

	get id(): HolderId {
		return this.#id;
	}

	get isSilent(): boolean {
		return this.#monotonic() - this.#beatAt >= SILENT_AFTER_MS;
	}

	/** False from a suspension of the machine, by which {@link now} is behind, to the next heartbeat, and when silent. */
	get knowsTime(): boolean {
		const partedMs = Date.now() - this.#monotonic();
		return !this.isSilent && Math.abs(partedMs - this.#partedMs) <= CLOCK_OFF_MS;
	}

	/** Epoch milliseconds by the database's clock. */
	readonly now = (): number => Math.floor(this.#monotonic() + (this.#offset.ms ?? 0));

	/** One heartbeat. What follows from it is done apart, however long it takes. */
	async beat(by: Pick<Tx, "transaction"> = this.#deps.heartbeats): Promise<void> {
		const { log } = this.#deps;
		const sentAt = this.#monotonic();
		const beaten = await beat(by, this.#id, this.#deps);
		const { id } = beaten;
		const aheadMs = this.#readClock(beaten.at, sentAt);
		if (this.#id !== null && this.#id !== id) log.warn("This process was silent for so long that others took its work");
		this.#id = id;
		if (sentAt - this.#beatAt > UNSURE_AFTER_MS || aheadMs > SET_FORWARD_MS) this.#steadySince = sentAt;
		this.#beatAt = sentAt;
		this.#partedMs = Date.now() - this.#monotonic();
		this.#following ??= this.#follow(beaten)
			.catch((error) =>
				log.warn({ err: error }, "What silent processes left can't be taken over yet; it is tried again"),
			)
			.finally(() => {
				this.#following = null;
			});
	}

	/** Resolves when what follows from the last heartbeat is done. */
	get followed(): Promise<void> {
		return this.#following ?? Promise.resolve();
	}

	/** After its leases were released. */
	async [Symbol.asyncDispose](): Promise<void> {
		const { database, heartbeats, log } = this.#deps;
		this.#stopping.abort();
		heartbeats.stopWaiting();
		await this.#running;
		await this.followed;
		if (this.#id === null) return;
		await leave(database, this.#id, this.now()).catch((error) => {
			log.warn({ err: error }, "The others notice in some seconds that this process has ended");
		});
	}

	async #beatUntilClosed(): Promise<void> {
		const { signal } = this.#stopping;
		let isFailing = false;
		for (;;) {
			await pause(BEAT_EVERY_MS, undefined, { signal, ref: false }).catch(() => {});
			if (signal.aborted) return;
			try {
				await this.beat();
				isFailing = false;
			} catch (error) {
				const message = "The database took no heartbeat of this process; others may take its work";
				if (!isFailing) this.#deps.log.warn({ err: error }, message);
				isFailing = true;
			}
		}
	}

	/** Each step finds in the database what is left of it, so that whoever dies in between leaves it to the others. */
	async #follow({ isAnySilent, machines }: Beat): Promise<void> {
		const { database, log } = this.#deps;
		if (isAnySilent && this.#isSure()) {
			const checks = await endLeasesOfSilent(database, this.now(), () => this.#isSure());
			if (checks > 0) log.warn({ checks }, "Another process is silent; its checks are due again");
		}
		for (const machine of await endlessCuts(database)) await endCutOff(database, machine, this.now());
		const names = JSON.stringify(machines);
		if (names === this.#machines) return;
		// Where several make checks, which one made a check is not known afterwards.
		await recordMachine(database, machines.length === 1 ? (machines[0] ?? "") : "", this.now());
		this.#machines = names;
	}

	/** Whether one that is silent is so by its own fault. */
	#isSure(): boolean {
		const now = this.#monotonic();
		return now - this.#beatAt <= UNSURE_AFTER_MS && this.#beatAt - this.#steadySince >= SILENT_AFTER_MS;
	}

	/** The clock was `at` between `sentAt` and now. Returns by how much it is ahead of what it was. */
	#readClock(at: number, sentAt: number): number {
		const aheadMs = this.#offset.read(at, sentAt, this.#monotonic());
		const offMs = Date.now() - this.now();
		const isOff = Math.abs(offMs) > CLOCK_OFF_MS;
		if (isOff && !this.#isClockOff) {
			this.#deps.log.warn({ offMs: Math.round(offMs) }, "This machine's clock is wrong; the database's is used");
		}
		this.#isClockOff = isOff;
		return aheadMs;
	}
}
