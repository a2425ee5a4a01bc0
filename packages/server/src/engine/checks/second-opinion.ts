/**
 * Stands between the probers and what gathers locations. A failing attempt whose order says `confirmElsewhere` is
 * confirmed from another location in place of the prober's own second attempt (docs/rules/checks.md#confirmation):
 *
 * - down there, too: down; refuted: what the other location saw, and both are kept with the result;
 * - no answer in time, or none that says anything of the target: the first location's own second attempt decides. It is
 *   begun before that answer is given up where it would end too late otherwise;
 * - nobody can make one in time: missed. That is our own trouble, and one lost packet is not an outage, nor are two
 *   that were lost a minute apart.
 *
 * Probers never speak to one another. What waits here is made again after a crash, for its lease ends.
 */

import type { Attempts, OutcomeBatch, OutcomeReceiver } from "../../dispatch/interface.ts";
import type { AttemptOutcome, CheckOrder, CheckOutcome } from "../../domain/checks/check.ts";
import { aloneAfterMs, confirmationOf } from "../../domain/checks/confirmation.ts";
import { judge, type Verdict } from "../../domain/checks/judgement.ts";
import type { LocationId } from "../../domain/checks/locations/locations.ts";
import type { Opinion } from "../../domain/checks/locations/refutations.ts";
import { SharedLimit } from "../../domain/checks/locations/shared-limit.ts";
import { locationOutcome } from "./gather-locations.ts";
import { handOn } from "./hand-on.ts";

/**
 * Beyond the attempt's own time: a second and a half for the request, its answer, and the questions to NATS and to a
 * canary by which a prober weighs a failure, and a second for the pause between two trials of its canaries.
 */
const ON_THE_WAY_MS = 2_500;
/**
 * A failure that arrives later was seen so long ago that a second attempt says nothing of it: half of the shortest
 * interval. A prober whose `control` has died has found another by then (../../dispatch/nats/prober/kept-outcomes.ts).
 */
const ARRIVES_WITHIN_MS = 30_000;
/**
 * Confirmations at once: about 2 KB each. Beyond, the failing attempt is confirmed by nobody, and the check missed. A
 * location that fails wholly has half of them, and no other's checks are missed for it.
 */
const AT_ONCE = 20_000;

interface SecondOpinionOptions {
	readonly receiver: OutcomeReceiver;
	readonly dispatcher: Pick<Attempts, "attempt">;
	mayConfirm(failing: CheckOutcome): readonly LocationId[];
	/** Called for each answer from elsewhere. */
	onOpinion(opinion: Opinion): void;
	/** Wall clock. */
	now(): number;
	/** Of confirmations at once; default: 20,000. */
	readonly limit?: number;
	/** In [0, 1); default: Math.random. */
	random?(): number;
}

export class SecondOpinion implements OutcomeReceiver {
	readonly #options: SecondOpinionOptions;
	readonly #random: () => number;
	readonly #stopping = new AbortController();
	/** The orders that wait for an answer, and what lets go of each. */
	readonly #asked: SharedLimit<CheckOrder, () => void>;

	constructor(options: SecondOpinionOptions) {
		this.#options = options;
		this.#random = options.random ?? Math.random;
		this.#asked = new SharedLimit(options.limit ?? AT_ONCE);
	}

	receive(batch: OutcomeBatch): void {
		const { receiver } = this.#options;
		handOn(batch, receiver, (outcome, settle) => {
			if (!isToBeConfirmed(outcome)) return outcome;
			const { order } = outcome;
			const { locationId } = order;
			if (this.#asked.isFullFor(locationId) || this.#stopping.signal.aborted) {
				return unconfirmed(outcome, "no_capacity");
			}
			this.#asked.add(locationId, order, settle);
			void this.#confirmed(outcome).then((confirmed) => {
				// Unless it was let go of meanwhile.
				if (this.#asked.delete(locationId, order)) receiver.receive({ outcomes: [confirmed], acknowledge: settle });
			});
			return null;
		});
	}

	/** Asks nobody any more, and lets go of the checks that wait for an answer, which are to be made again. */
	releaseHeld(): readonly CheckOrder[] {
		this.#stopping.abort();
		const held = this.#asked.clear();
		for (const [, settle] of held) settle();
		return held.map(([order]) => order);
	}

	async #confirmed(outcome: CheckOutcome): Promise<CheckOutcome> {
		const { order, observation, startedAt, completedAt } = outcome;
		// The prober's clock may have been set meanwhile.
		const tookMs = Math.min(Math.max(0, completedAt - startedAt), order.timeoutMs);
		const confirmation = confirmationOf(order, observation, { tookMs, random: this.#random() });
		if (confirmation === null) return outcome;
		const ours = order.locationId === null ? "no_capacity" : "prober_away";
		if (this.#options.now() - completedAt > ARRIVES_WITHIN_MS) return unconfirmed(outcome, "too_late");
		const { pauseMs, timeoutMs } = confirmation;
		await this.#pause(pauseMs);
		const asking = this.#elsewhere(outcome, timeoutMs);
		const early = await Promise.race([asking, this.#pause(aloneAfterMs(order, tookMs, confirmation), asking)]);
		const own = early ? null : this.#attempt(order, order.locationId, timeoutMs);
		const other = early ?? (await asking);
		if (other !== null) {
			const { verdict } = judge(other.observation, order);
			this.#options.onOpinion({ order, first: outcome, isRefuted: verdict !== "down" });
			return withOther(outcome, other, verdict);
		}
		const second = await own;
		if (second !== null) return withOwnSecond(outcome, second, timeoutMs);
		return unconfirmed(outcome, ours);
	}

	/** What another location sees; null when none says anything of the target in time. */
	async #elsewhere(failing: CheckOutcome, timeoutMs: number) {
		const { order } = failing;
		const locationId = this.#other(failing);
		if (locationId === undefined) return null;
		const seen = await this.#attempt(order, locationId, timeoutMs);
		if (seen === null || judge(seen.observation, order).verdict === "missed") return null;
		return { ...seen, locationId };
	}

	/** One that may confirm, by chance so that none has all of them; undefined when there is none. */
	#other(failing: CheckOutcome): LocationId | undefined {
		const all = this.#options.mayConfirm(failing);
		return all[Math.floor(this.#random() * all.length)];
	}

	#attempt(order: CheckOrder, locationId: LocationId, timeoutMs: number): Promise<AttemptOutcome | null> {
		const { signal } = this.#stopping;
		const alone = { ...order, timeoutMs };
		return this.#options.dispatcher.attempt(alone, locationId, { timeoutMs: timeoutMs + ON_THE_WAY_MS, signal });
	}

	/** Resolves after `ms`, or when `settled` does. */
	#pause(ms: number, settled?: Promise<unknown>): Promise<void> {
		return new Promise((resolve) => {
			const { signal } = this.#stopping;
			const end = () => {
				clearTimeout(timer);
				signal.removeEventListener("abort", end);
				resolve();
			};
			const timer = setTimeout(end, ms);
			signal.addEventListener("abort", end, { once: true });
			void settled?.then(end);
		});
	}
}

function isToBeConfirmed({ order, observation, attempts }: CheckOutcome): boolean {
	return order.confirmElsewhere === true && attempts === 1 && judge(observation, order).verdict === "down";
}

/** There is no second attempt, and what failed once says too little. */
function unconfirmed(outcome: CheckOutcome, cause: "no_capacity" | "prober_away" | "too_late"): CheckOutcome {
	const { message } = judge(outcome.observation, outcome.order);
	const why = cause === "too_late" ? "it arrived too late to be confirmed" : "no prober could confirm it";
	const told = `An attempt failed, and ${why} by a second one${message ? `: ${message}` : "."}`;
	return { ...outcome, observation: { kind: "missed", cause, message: told } };
}

/** It had less time than the check allows, and says nothing by itself. */
function isShortTimeout({ observation }: AttemptOutcome, timeoutMs: number, order: CheckOrder): boolean {
	return timeoutMs < order.timeoutMs && observation.kind === "failed" && observation.fault === "timeout";
}

/** As the prober itself would have made a second attempt. */
function withOwnSecond(outcome: CheckOutcome, second: AttemptOutcome, timeoutMs: number): CheckOutcome {
	if (isShortTimeout(second, timeoutMs, outcome.order)) return { ...outcome, attempts: 2 };
	const { observation, startedAt, completedAt } = outcome;
	return { ...outcome, ...second, attempts: 2, firstAttempt: { observation, startedAt, completedAt } };
}

/** What the first location saw decides when it was confirmed, else what the other one saw. */
function withOther(
	outcome: CheckOutcome,
	other: AttemptOutcome & { readonly locationId: LocationId },
	verdict: Verdict,
): CheckOutcome {
	const there = { firstAttemptAt: other.startedAt, attempts: 1, ...other } as const;
	const locations = [locationOutcome(outcome), there];
	if (verdict === "down") return { ...outcome, attempts: 2, locations };
	const { observation, startedAt, completedAt } = other;
	return { ...outcome, observation, startedAt, completedAt, attempts: 2, locations };
}
