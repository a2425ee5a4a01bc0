/**
 * Runs checks of monitors that are not saved. They have a separate thread, started at the first trial, so that a heavy
 * pattern or a costly handshake delays neither the API nor scheduled checks.
 */

import type { Logger } from "pino";
import { ABSENCE_WORDS, type Attempts } from "../dispatch/interface.ts";
import { InProcessDispatcher } from "../dispatch/threads/dispatcher.ts";
import type { ProberSettings } from "../dispatch/threads/messages.ts";
import type { CheckOrder, CheckOutcome } from "../domain/checks/check.ts";
import type { MissedCause } from "../domain/checks/observation.ts";
import type { Trial, TrialOutcome } from "../domain/checks/trial.ts";

/**
 * Enough for a Prometheus whose 600 probes a minute hang for ten seconds, and for three teams whose trials hang for a
 * minute. A place costs a socket and a few kilobytes.
 */
const TRIALS_AT_ONCE = 192;
const STOPPING = "The service is stopping.";
/** What the way to another location and back may take, beside the check. */
const ON_THE_WAY_MS = 1_500;

const NO_NATS = "This process has no NATS. Start it with NATS_URL and NATS_CREDENTIALS.";

interface TrialOptions {
	readonly prober: ProberSettings;
	readonly log: Logger;
	/** Probers of other locations; null: this process reaches none. */
	elsewhere?(): Attempts | null;
	now(): number;
}

export interface TrialChecks {
	/**
	 * Runs one check. Never rejects: a trial that could not be run gives a missed observation.
	 * @param locationId null: where `control` is
	 */
	run(trial: Trial, locationId?: number | null): Promise<TrialOutcome>;
	/** Ends the thread. Running trials become missed. May be called twice. */
	close(): Promise<void>;
}

export class ThreadedTrialChecks implements TrialChecks {
	readonly #prober: ProberSettings;
	readonly #log: Logger;
	readonly #now: () => number;
	#dispatcher: InProcessDispatcher | null = null;
	/** By the id that the order has as its monitor. */
	readonly #waiting = new Map<number, (outcome: TrialOutcome) => void>();
	#lastId = 0;
	readonly #elsewhere: () => Attempts | null;
	readonly #stopping = new AbortController();
	#closed: Promise<void> | null = null;

	constructor({ prober, log, now, elsewhere = () => null }: TrialOptions) {
		this.#elsewhere = elsewhere;
		this.#prober = prober;
		this.#log = log;
		this.#now = now;
	}

	async run(trial: Trial, locationId: number | null = null): Promise<TrialOutcome> {
		if (this.#closed !== null) return this.#missed("prober_lost", STOPPING);
		const now = this.#now();
		const id = ++this.#lastId;
		// The next check is due at once, so there is no second attempt.
		const place = { scheduledAt: now, nextDueAt: now, revision: 0, wasSlow: false, locationId };
		const order: CheckOrder = { ...trial, ...place, monitorId: id };
		return locationId === null ? this.#runHere(order) : this.#runThere(order, locationId);
	}

	async #runThere(order: CheckOrder, locationId: number): Promise<TrialOutcome> {
		const attempts = this.#elsewhere();
		if (attempts === null) return this.#missed("no_prober", NO_NATS);
		const absence = attempts.absenceAt(locationId);
		if (absence !== null) return this.#missed(absence, ABSENCE_WORDS[absence]);
		const timeoutMs = order.timeoutMs + ON_THE_WAY_MS;
		const outcome = await attempts.attempt(order, locationId, { timeoutMs, signal: this.#stopping.signal });
		return outcome ?? this.#missed("prober_lost", "The location gave no answer in time. Try again.");
	}

	async #runHere(order: CheckOrder): Promise<TrialOutcome> {
		const { monitorId: id } = order;
		this.#dispatcher ??= this.#start();
		if (this.#dispatcher.capacity.total === 0) {
			return this.#missed("no_capacity", "Too many checks are being tried at once. Try again in a minute.");
		}
		const { promise, resolve } = Promise.withResolvers<TrialOutcome>();
		this.#waiting.set(id, resolve);
		const refused = await this.#dispatcher.dispatch([order]);
		if (refused.length > 0) {
			this.#settle(id, this.#missed("no_capacity", "The check could not be started. Try again in a minute."));
		}
		return promise;
	}

	close(): Promise<void> {
		this.#closed ??= this.#end();
		return this.#closed;
	}

	async #end(): Promise<void> {
		this.#stopping.abort();
		const aborted = (await this.#dispatcher?.drain(0)) ?? [];
		for (const { monitorId } of aborted) this.#settle(monitorId, this.#missed("prober_lost", STOPPING));
		await this.#dispatcher?.close();
	}

	#start(): InProcessDispatcher {
		return new InProcessDispatcher({
			threads: 1,
			concurrency: TRIALS_AT_ONCE,
			prober: this.#prober,
			receiver: {
				receive: ({ outcomes, acknowledge }) => {
					for (const outcome of outcomes) this.#settle(outcome.order.monitorId, outcome);
					acknowledge();
				},
			},
			onThreadLost: (error, checksLost) =>
				this.#log.error({ err: error, checksLost }, "The thread for trial checks was lost and is replaced"),
			onProberFault: (error) => this.#log.error({ err: error }, "A prober failed; the trial check is missed"),
			now: this.#now,
		});
	}

	#settle(id: number, outcome: TrialOutcome | CheckOutcome): void {
		const resolve = this.#waiting.get(id);
		this.#waiting.delete(id);
		resolve?.(outcome);
	}

	#missed(cause: MissedCause, message: string): TrialOutcome {
		const at = this.#now();
		return { observation: { kind: "missed", cause, message }, startedAt: at, completedAt: at };
	}
}
