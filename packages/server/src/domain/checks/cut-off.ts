/**
 * Whether our own network is cut off, so that failing checks say nothing about their targets. Canaries are addresses
 * of the operator that nearly always accept a connection. A failing check is held until the canaries have been tried:
 * if one answers, the failure is the target's; if none does, checks are held for a few seconds more, in which most
 * targets answer or fail.
 *
 *     connected ── no canary answers ──▶ doubtful ──┬─ most targets fail ───▶ cut off
 *                                                   └─ most targets answer ─▶ mistrusted
 *
 * A canary that answers leads back to connected from everywhere; while cut off, most targets that answer for a minute
 * lead to mistrusted.
 *
 * Mistrusted canaries protect nothing: while they fail though targets answer, failing checks count. So a wrong or dead
 * address hides no outage for longer than it takes to notice.
 *
 * Pure: instants are passed in, milliseconds of a clock that is never set.
 */

import type { AttemptOutcome } from "./check.ts";
import type { Fault, MissedCause, Observation } from "./observation.ts";

/** How long checks are held while no canary answers: enough for some targets to answer, if the network works. */
const DOUBT_MS = 5_000;
/** While cut off, it is judged this often whether targets answer though no canary does. */
const JUDGE_AGAIN_MS = 60_000;

/** The pauses between two trials of the canaries. A trial is a connection to each of them. */
const PAUSE_MS = { calm: 60_000, doubtful: 1_000, cutOff: 2_000 };
/** The pause when a check is held and the canaries are not yet in doubt: bounds the connections to them. */
const PAUSE_WHEN_HELD_MS = 1_000;

/** What a cut network looks like to a check: no answer, or one of a router or a firewall on our side of the cut. */
const FAULTS_OF_A_CUT: ReadonlySet<Fault> = new Set([
	"refused",
	"reset",
	"unreachable",
	"dns_not_found",
	"dns_failure",
	"tls_handshake",
	"packet_loss",
	"timeout",
]);
const MISSED_BY_A_CUT: ReadonlySet<MissedCause> = new Set(["resolver", "no_network"]);
/** These say nothing about the network: nothing was sent. */
const WITHOUT_NETWORK: ReadonlySet<Fault> = new Set(["target_forbidden", "late", "unfinished"]);

/** Whether a check came through to something: `unknown` when it says nothing about the network. */
export type Contact = "made" | "failed" | "unknown";

export function contactOf(observation: Observation): Contact {
	switch (observation.kind) {
		case "answered":
			return "made";
		case "failed":
			if (FAULTS_OF_A_CUT.has(observation.fault)) return "failed";
			return WITHOUT_NETWORK.has(observation.fault) ? "unknown" : "made";
		case "missed":
			return MISSED_BY_A_CUT.has(observation.cause) ? "failed" : "unknown";
	}
}

/** What becomes of a check: `record` it as it was observed, `hold` it, or record it as missed (`miss`). */
export type Fate = "record" | "hold" | "miss";

const MISSED = {
	kind: "missed",
	cause: "cut_off",
	message: "Lapwing's own network was cut off: most targets failed, and no canary answered.",
} as const;

/** What becomes of an attempt whose fate is `miss`. */
export function missedByCut<Attempt extends AttemptOutcome>(attempt: Attempt): Attempt {
	return { ...attempt, observation: MISSED };
}

export type NetworkState = "connected" | "doubtful" | "cut_off" | "mistrusted";

export class CutOffJudge {
	#state: NetworkState = "connected";
	/** Since when no canary answers, or it was last judged so. */
	#since = 0;
	/** When a canary answered after none had. */
	#backAt = Number.NEGATIVE_INFINITY;
	#held = 0;
	/** Checks since #since, the held ones included. */
	#counts: Record<Contact, number> = { made: 0, failed: 0, unknown: 0 };

	get state(): NetworkState {
		return this.#state;
	}

	/** The pause before the next trial of the canaries. */
	get pauseMs(): number {
		if (this.#state === "cut_off") return PAUSE_MS.cutOff;
		if (this.#held === 0) return PAUSE_MS.calm;
		return this.#state === "doubtful" ? PAUSE_MS.doubtful : PAUSE_WHEN_HELD_MS;
	}

	/** @param beganAt when the attempt that gave the result began */
	noteCheck(contact: Contact, beganAt: number): Fate {
		this.#counts[contact] += 1;
		if (contact !== "failed" || this.#state === "mistrusted") return "record";
		// It may have failed because of a cut that is over by now.
		if (this.#state === "cut_off" || (this.#state === "connected" && beganAt <= this.#backAt)) return "miss";
		this.#held += 1;
		return "hold";
	}

	/** The result of a trial: whether a canary answered. Returns what becomes of the held checks. */
	noteTrial(isAnswered: boolean, at: number): Fate {
		const fate = isAnswered ? this.#afterAnswer(at) : this.#afterSilence(at);
		if (fate !== "hold") this.#held = 0;
		return fate;
	}

	#afterAnswer(at: number): Fate {
		const before = this.#state;
		this.#state = "connected";
		if (before !== "doubtful" && before !== "cut_off") return "record";
		this.#backAt = at;
		// The canaries did not answer when these checks failed, and do now: it was a short cut.
		return "miss";
	}

	#afterSilence(at: number): Fate {
		const { made, failed } = this.#counts;
		switch (this.#state) {
			case "connected":
				this.#enter("doubtful", at);
				return "hold";
			case "doubtful":
				if (at - this.#since < DOUBT_MS || made + failed === 0) return "hold";
				this.#enter(failed > made ? "cut_off" : "mistrusted", at);
				return failed > made ? "miss" : "record";
			case "cut_off":
				if (at - this.#since >= JUDGE_AGAIN_MS) this.#enter(made > failed ? "mistrusted" : "cut_off", at);
				return "miss";
			case "mistrusted":
				return "record";
		}
	}

	#enter(state: NetworkState, at: number): void {
		this.#state = state;
		this.#since = at;
		this.#counts = { made: 0, failed: this.#held, unknown: 0 };
	}
}
