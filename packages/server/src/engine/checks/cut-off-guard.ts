/**
 * Stands between the probers and the recorder when canaries are configured. Checks of this machine that a cut of its
 * own network can explain wait here until the canaries have been tried (../../domain/checks/cut-off.ts); all others
 * pass at once. A cut that lasts is notified once, and its end once (../../storage/alerts/cut-offs.ts).
 */

import type { Logger } from "pino";
import type { OutcomeBatch, OutcomeReceiver } from "../../dispatch/interface.ts";
import type { AttemptOutcome, CheckOrder, CheckOutcome } from "../../domain/checks/check.ts";
import { type Fate, missedByCut, type NetworkState } from "../../domain/checks/cut-off.ts";
import { beginCutOff, endCutOff } from "../../storage/alerts/cut-offs.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { handOn } from "./hand-on.ts";

/** What the canaries show of this machine's network (../../probe/own-network.ts). */
interface OwnNetwork {
	readonly state: NetworkState;
	readonly cutSince: number | null;
	weigh(attempt: AttemptOutcome): Promise<AttemptOutcome | null>;
	fateOf(outcome: CheckOutcome, decide: (fate: Exclude<Fate, "hold"> | null) => void): Fate;
	run(signal: AbortSignal, onTrial: () => Promise<boolean>): Promise<void>;
}

interface CutOffGuardDependencies {
	readonly network: OwnNetwork;
	/** Gets the checks (./record-observations.ts). */
	readonly receiver: OutcomeReceiver;
	readonly database: Tx;
	readonly machine: string;
	readonly log: Logger;
	now(): number;
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

export class CanaryGuard implements CutOffGuard {
	readonly #deps: CutOffGuardDependencies;
	/** Checks that are held, and what settles each in its batch. */
	readonly #held = new Map<CheckOutcome, () => void>();

	constructor(deps: CutOffGuardDependencies) {
		this.#deps = deps;
	}

	receive(batch: OutcomeBatch): void {
		const { network, receiver } = this.#deps;
		handOn(batch, receiver, (outcome, settle) => {
			// The canaries show the network of this machine alone.
			const isMine = outcome.order.locationId === null;
			const fate = isMine ? network.fateOf(outcome, (fate) => this.#release(outcome, fate)) : "record";
			if (fate !== "hold") return byFate(outcome, fate);
			this.#held.set(outcome, settle);
			return null;
		});
	}

	get isConnected(): boolean {
		return this.#deps.network.state === "connected";
	}

	async weigh(attempt: AttemptOutcome): Promise<AttemptOutcome> {
		// Without an answer, the check that waits for one is made again; any answer would be recorded.
		return (await this.#deps.network.weigh(attempt)) ?? new Promise(() => {});
	}

	run(signal: AbortSignal): Promise<void> {
		return this.#deps.network.run(signal, () => this.#note());
	}

	releaseHeld(): readonly CheckOrder[] {
		const orders = Array.from(this.#held.keys(), ({ order }) => order);
		for (const settle of this.#held.values()) settle();
		this.#held.clear();
		return orders;
	}

	#release(outcome: CheckOutcome, fate: Fate | null): void {
		const settle = this.#held.get(outcome);
		if (settle === undefined || fate === null) return;
		this.#held.delete(outcome);
		this.#deps.receiver.receive({ outcomes: [byFate(outcome, fate)], acknowledge: settle });
	}

	/** Notes a cut, or its end, with its notices. False when the database did not take it. */
	async #note(): Promise<boolean> {
		const { database, machine, log, now, network } = this.#deps;
		if (network.state === "doubtful") return true;
		const { cutSince } = network;
		try {
			if (cutSince === null) await endCutOff(database, machine, now());
			else await beginCutOff(database, machine, cutSince, now());
			return true;
		} catch (error) {
			log.error({ err: error }, "The notice about the prober's network can't be written yet; it is tried again");
			return false;
		}
	}
}

function byFate(outcome: CheckOutcome, fate: Fate): CheckOutcome {
	return fate === "miss" ? missedByCut(outcome) : outcome;
}
