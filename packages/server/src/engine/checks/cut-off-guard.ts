/**
 * Stands between the probers and the recorder when canaries are configured. Checks of this machine that a cut of its
 * own network can explain wait here until the canaries have been tried (../../domain/checks/cut-off.ts); all others
 * pass at once. A cut that lasts is notified once, and its end once (../../storage/alerts/cut-offs.ts).
 */

import type { Logger } from "pino";
import type { OutcomeBatch, OutcomeReceiver } from "../../dispatch/interface.ts";
import type { AttemptOutcome, CheckOrder, CheckOutcome } from "../../domain/checks/check.ts";
import { CutOffJudge, contactOf, type Fate, type NetworkState } from "../../domain/checks/cut-off.ts";
import { beginCutOff, endCutOff, openCutOff } from "../../storage/alerts/cut-offs.ts";
import type { Tx } from "../../storage/database/tx.ts";

/** Addresses whose answer shows that our own network works. */
interface Canaries {
	/** For the log. */
	readonly addresses: readonly string[];
	/** Whether one of them accepts a connection now; false when `signal` is aborted. Never rejects. */
	answer(signal: AbortSignal): Promise<boolean>;
}

interface CutOffGuardDependencies {
	readonly canaries: Canaries;
	/** Gets the checks (./record-observations.ts). */
	readonly receiver: OutcomeReceiver;
	readonly database: Tx;
	readonly machine: string;
	readonly log: Logger;
	now(): number;
	/** Milliseconds; default: the system's monotonic clock. */
	monotonic?(): number;
}

export interface CutOffGuard extends OutcomeReceiver {
	/** Whether a canary answered when they were tried last. */
	readonly isConnected: boolean;
	/** Resolves with a single attempt of this machine as it counts: missed when a cut can explain that it failed. */
	weigh(attempt: AttemptOutcome): Promise<AttemptOutcome>;
	/** Tries the canaries until `signal` is aborted. */
	run(signal: AbortSignal): Promise<void>;
	/**
	 * After `run` has ended: lets go of the checks that are still held, which are to be made again. An attempt that is
	 * still weighed is never answered.
	 */
	releaseHeld(): readonly CheckOrder[];
}

/** The pause after the database did not take a notice. */
const RETRY_AFTER_MS = 2_000;

const MESSAGE = "Lapwing's own network was cut off: most targets failed, and no canary answered.";

/** What the log says when the state has changed. */
const NEWS: Readonly<Record<NetworkState, string>> = {
	connected: "A canary answers again (PROBE_CANARIES)",
	doubtful: "No canary answers (PROBE_CANARIES); checks that fail are held for some seconds",
	cut_off: "This prober is cut off: most targets fail, and no canary answers. Checks are missed until one does",
	mistrusted: "No canary answers, though most targets do: failing checks count until one does. Correct PROBE_CANARIES",
};

interface Held {
	readonly outcome: CheckOutcome;
	settle(): void;
}

interface Weighed {
	readonly startedAt: number;
	decide(fate: Fate): void;
}

export class CanaryGuard implements CutOffGuard {
	readonly #deps: CutOffGuardDependencies;
	readonly #monotonic: () => number;
	readonly #judge = new CutOffJudge();
	#held: Held[] = [];
	/** Single attempts that are held. */
	#weighed: Weighed[] = [];
	/** Start of the earliest check that was missed for the present cut, epoch milliseconds. */
	#cutSince: number | null = null;
	#lastTrialAt = Number.NEGATIVE_INFINITY;
	#endPause: (() => void) | undefined;

	constructor(deps: CutOffGuardDependencies) {
		this.#deps = deps;
		this.#monotonic = deps.monotonic ?? (() => performance.now());
	}

	receive({ outcomes, acknowledge }: OutcomeBatch): void {
		let unsettled = outcomes.length;
		const settle = (count: number) => {
			unsettled -= count;
			if (unsettled === 0) acknowledge();
		};
		const passing: CheckOutcome[] = [];
		const at = this.#monotonic();
		for (const outcome of outcomes) {
			// The canaries show the network of this machine alone.
			if (outcome.order.locationId !== null) {
				passing.push(outcome);
				continue;
			}
			const fate = this.#fateOf(outcome, at);
			if (fate === "hold") this.#held.push({ outcome, settle: () => settle(1) });
			else passing.push(fate === "miss" ? missed(outcome) : outcome);
		}
		if (this.#held.length > 0) this.#endPause?.();
		this.#handOver(passing, () => settle(passing.length));
	}

	get isConnected(): boolean {
		return this.#judge.state === "connected";
	}

	async weigh(attempt: AttemptOutcome): Promise<AttemptOutcome> {
		let fate = this.#fateOf(attempt, this.#monotonic());
		if (fate === "hold") {
			const { promise, resolve } = Promise.withResolvers<Fate>();
			this.#weighed.push({ startedAt: attempt.startedAt, decide: resolve });
			this.#endPause?.();
			fate = await promise;
		}
		return fate === "miss" ? missed(attempt) : attempt;
	}

	async run(signal: AbortSignal): Promise<void> {
		signal.addEventListener("abort", () => this.#endPause?.(), { once: true });
		while (!signal.aborted) {
			this.#lastTrialAt = this.#monotonic();
			const isAnswered = await this.#deps.canaries.answer(signal);
			if (signal.aborted) break;
			this.#decide(isAnswered);
			const isNoted = await this.#note();
			await this.#pause(isNoted ? Number.POSITIVE_INFINITY : RETRY_AFTER_MS, signal);
		}
	}

	releaseHeld(): readonly CheckOrder[] {
		const held = this.#held;
		this.#held = [];
		for (const { settle } of held) settle();
		return held.map(({ outcome }) => outcome.order);
	}

	#fateOf({ observation, startedAt, completedAt }: AttemptOutcome, at: number): Fate {
		return this.#judge.noteCheck(contactOf(observation), at - (completedAt - startedAt));
	}

	#decide(isAnswered: boolean): void {
		const before = this.#judge.state;
		const fate = this.#judge.noteTrial(isAnswered, this.#monotonic());
		const { state } = this.#judge;
		const { log, canaries } = this.#deps;
		if (state !== before) log.warn({ canaries: canaries.addresses }, NEWS[state]);
		if (fate !== "hold") this.#release(fate);
	}

	#release(fate: Exclude<Fate, "hold">): void {
		const [held, weighed] = [this.#held, this.#weighed];
		[this.#held, this.#weighed] = [[], []];
		const beginnings = [...held.map(({ outcome }) => outcome.firstAttemptAt), ...weighed.map((each) => each.startedAt)];
		if (this.#judge.state !== "cut_off") this.#cutSince = null;
		else this.#cutSince ??= Math.min(...beginnings);
		for (const { decide } of weighed) decide(fate);
		const outcomes = held.map(({ outcome }) => (fate === "miss" ? missed(outcome) : outcome));
		this.#handOver(outcomes, () => {
			for (const { settle } of held) settle();
		});
	}

	#handOver(outcomes: readonly CheckOutcome[], acknowledge: () => void): void {
		if (outcomes.length > 0) this.#deps.receiver.receive({ outcomes, acknowledge });
	}

	/** Notes a cut, or its end, with its notices. False when the database did not take it. */
	async #note(): Promise<boolean> {
		const { database, machine, log, now } = this.#deps;
		const { state } = this.#judge;
		if (state === "doubtful") return true;
		try {
			const noted = await openCutOff(database, machine);
			if (this.#cutSince !== null && noted === null) await beginCutOff(database, machine, this.#cutSince, now());
			if (this.#cutSince === null && noted !== null) await endCutOff(database, machine, now());
			return true;
		} catch (error) {
			log.error({ err: error }, "The notice about the prober's network can't be written yet; it is tried again");
			return false;
		}
	}

	/** Until the next trial, which a check that is held brings forward. */
	async #pause(atMostMs: number, signal: AbortSignal): Promise<void> {
		const latestEnd = this.#monotonic() + atMostMs;
		while (!signal.aborted) {
			const leftMs = Math.min(latestEnd, this.#lastTrialAt + this.#judge.pauseMs) - this.#monotonic();
			if (leftMs <= 0) return;
			await new Promise<void>((resolve) => {
				const timer = setTimeout(resolve, leftMs);
				this.#endPause = () => {
					clearTimeout(timer);
					resolve();
				};
			});
			this.#endPause = undefined;
		}
	}
}

function missed<Outcome extends AttemptOutcome>(outcome: Outcome): Outcome {
	return { ...outcome, observation: { kind: "missed", cause: "cut_off", message: MESSAGE } };
}
