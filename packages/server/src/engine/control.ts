/**
 * This process among those that share a database: it beats, ends the leases of others that are silent, and tells the
 * time by the database's clock, whatever its machine's own says. Where one process uses the database, there is none of
 * it.
 */

import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import { endCutOff } from "../storage/alerts/cut-offs.ts";
import type { Tx } from "../storage/database/tx.ts";
import {
	BEAT_EVERY_MS,
	beat,
	endLeasesOfSilent,
	type Holder,
	type HolderId,
	leave,
	SILENT_AFTER_MS,
} from "../storage/installation/controls.ts";
import { recordMachine } from "../storage/installation/machines.ts";

/** The log says when the machine's own clock is further from the database's than this. */
const CLOCK_OFF_MS = 2_000;

interface ControlDependencies {
	readonly database: Tx;
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
	/** The database's clock minus the monotonic one. */
	#offsetMs: number | null = null;
	/** When the last heartbeat that arrived was sent. */
	#beatAt = Number.NEGATIVE_INFINITY;
	#machines: string | null = null;
	#isClockOff = false;
	#running: Promise<void> = Promise.resolve();

	private constructor(deps: ControlDependencies) {
		this.#deps = deps;
		this.#monotonic = deps.monotonic ?? (() => performance.now());
	}

	/** Resolves after the first heartbeat; rejects when the database does not take it. */
	static async start(deps: ControlDependencies): Promise<Control> {
		const control = new Control(deps);
		await control.beat();
		control.#running = control.#beatUntilClosed();
		return control;
	}

	get id(): HolderId {
		return this.#id;
	}

	get isSilent(): boolean {
		return this.#monotonic() - this.#beatAt >= SILENT_AFTER_MS;
	}

	/** Epoch milliseconds by the database's clock. */
	readonly now = (): number => Math.floor(this.#monotonic() + (this.#offsetMs ?? 0));

	/** One heartbeat. */
	async beat(): Promise<void> {
		const { database, log } = this.#deps;
		const sentAt = this.#monotonic();
		const { id, at, machines, isAnySilent } = await beat(database, this.#id, this.#deps);
		this.#readClock(at, sentAt);
		if (this.#id !== null && this.#id !== id) log.warn("This process was silent for so long that others took its work");
		this.#id = id;
		this.#beatAt = sentAt;
		if (isAnySilent) await this.#takeOver();
		const names = JSON.stringify(machines);
		if (names === this.#machines) return;
		// Where several make checks, which one made a check is not known afterwards.
		await recordMachine(database, machines.length === 1 ? (machines[0] ?? "") : "", this.now());
		this.#machines = names;
	}

	/** After its leases were released. */
	async [Symbol.asyncDispose](): Promise<void> {
		this.#stopping.abort();
		await this.#running;
		await leave(this.#deps.database, this.#id).catch((error) => {
			this.#deps.log.warn({ err: error }, "The others notice in some seconds that this process has ended");
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

	async #takeOver(): Promise<void> {
		const { database, log } = this.#deps;
		const { checks, machines } = await endLeasesOfSilent(database, this.now());
		if (checks > 0) log.warn({ checks }, "Another process is silent; its checks are due again");
		for (const machine of machines) await endCutOff(database, machine, this.now());
	}

	/** The answer says that the clock was `at` between `sentAt` and now: it is corrected by as little as that demands. */
	#readClock(at: number, sentAt: number): void {
		const [least, most] = [at - this.#monotonic(), at + 1 - sentAt];
		this.#offsetMs = Math.min(Math.max(this.#offsetMs ?? (least + most) / 2, least), most);
		const offMs = Date.now() - this.now();
		const isOff = Math.abs(offMs) > CLOCK_OFF_MS;
		if (isOff && !this.#isClockOff) {
			this.#deps.log.warn({ offMs: Math.round(offMs) }, "This machine's clock is wrong; the database's is used");
		}
		this.#isClockOff = isOff;
	}
}
