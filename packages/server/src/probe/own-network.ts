/**
 * Whether this machine's own network is cut off, as its canaries show (../domain/checks/cut-off.ts). An attempt that a
 * cut can explain is held until they have been tried; all others are decided at once.
 */

import type { AttemptOutcome, CheckOutcome } from "../domain/checks/check.ts";
import { CutOffJudge, contactOf, type Fate, missedByCut, type NetworkState } from "../domain/checks/cut-off.ts";

/** How an attempt counts: as it was seen, or as missed. */
type Decided = Exclude<Fate, "hold">;

/** One attempt, or a check of two. */
type Attempt = AttemptOutcome & Partial<Pick<CheckOutcome, "firstAttemptAt">>;

interface OwnNetworkOptions {
	readonly canaries: {
		/** For the log. */
		readonly addresses: readonly string[];
		/** Whether one of them accepts a connection now; false when `signal` is aborted. Never rejects. */
		answer(signal: AbortSignal): Promise<boolean>;
	};
	readonly log: { warn(facts: object, message: string): void };
	/** Milliseconds; default: the system's monotonic clock. */
	monotonic?(): number;
}

/** What the log says when the state has changed. */
const NEWS: Readonly<Record<NetworkState, string>> = {
	connected: "A canary answers again (PROBE_CANARIES)",
	doubtful: "No canary answers (PROBE_CANARIES); checks that fail are held for some seconds",
	cut_off: "This prober is cut off: most targets fail, and no canary answers. Checks are missed until one does",
	mistrusted: "No canary answers, though most targets do: failing checks count until one does. Correct PROBE_CANARIES",
};

/** The pause after `onTrial` could not do its work. */
const RETRY_AFTER_MS = 2_000;

export class OwnNetwork {
	readonly #options: OwnNetworkOptions;
	readonly #monotonic: () => number;
	readonly #judge = new CutOffJudge();
	#held: { readonly beganAt: number; decide(fate: Decided | null): void }[] = [];
	#hasEnded = false;
	#cutSince: number | null = null;
	#lastTrialAt = Number.NEGATIVE_INFINITY;
	#endPause: (() => void) | undefined;

	constructor(options: OwnNetworkOptions) {
		this.#options = options;
		this.#monotonic = options.monotonic ?? (() => performance.now());
	}

	get state(): NetworkState {
		return this.#judge.state;
	}

	/** Start of the earliest attempt that was missed for the present cut, epoch milliseconds; null: there is none. */
	get cutSince(): number | null {
		return this.#cutSince;
	}

	/** @param decide called later with what became of an attempt that is held; null: `run` ended before */
	fateOf(attempt: Attempt, decide: (fate: Decided | null) => void): Fate {
		const { observation, startedAt, completedAt, firstAttemptAt: beganAt = startedAt } = attempt;
		const fate = this.#judge.noteCheck(contactOf(observation), this.#monotonic() - (completedAt - startedAt));
		if (fate === "hold" && this.#hasEnded) decide(null);
		else if (fate === "hold") {
			this.#held.push({ beganAt, decide });
			this.#endPause?.();
		}
		return fate;
	}

	/** Resolves with a single attempt as it counts; null: `run` ended before that was known. */
	async weigh<One extends Attempt>(attempt: One): Promise<One | null> {
		const { promise, resolve } = Promise.withResolvers<Decided | null>();
		const fate = this.fateOf(attempt, resolve);
		const decided = fate === "hold" ? await promise : fate;
		if (decided === null) return null;
		return decided === "miss" ? missedByCut(attempt) : attempt;
	}

	/**
	 * Tries the canaries until `signal` is aborted.
	 * @param onTrial called after each trial, with what was held decided; resolves with whether it did its work
	 */
	async run(signal: AbortSignal, onTrial = async () => true): Promise<void> {
		signal.addEventListener("abort", () => this.#endPause?.(), { once: true });
		while (!signal.aborted) {
			this.#lastTrialAt = this.#monotonic();
			const isAnswered = await this.#options.canaries.answer(signal);
			if (signal.aborted) break;
			this.#noteTrial(isAnswered);
			await this.#pause((await onTrial()) ? Number.POSITIVE_INFINITY : RETRY_AFTER_MS, signal);
		}
		this.#hasEnded = true;
		for (const { decide } of this.#held.splice(0)) decide(null);
	}

	#noteTrial(isAnswered: boolean): void {
		const before = this.#judge.state;
		const fate = this.#judge.noteTrial(isAnswered, this.#monotonic());
		const { state } = this.#judge;
		const { log, canaries } = this.#options;
		if (state !== before) log.warn({ canaries: canaries.addresses }, NEWS[state]);
		if (fate === "hold") return;
		const held = this.#held.splice(0);
		if (state !== "cut_off") this.#cutSince = null;
		else this.#cutSince ??= Math.min(...held.map(({ beganAt }) => beganAt));
		for (const { decide } of held) decide(fate);
	}

	/** Until the next trial, which an attempt that is held brings forward. */
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
