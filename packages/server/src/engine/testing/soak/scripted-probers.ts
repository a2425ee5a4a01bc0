/**
 * Probers whose observations are generated: each order has its outcome at once. Some outcomes are delivered a second
 * time hours later, when their hour is sealed, as a broker may deliver them.
 */

import { PlausibleHistory } from "../../../cli/demo/demo-history.ts";
import type { OutcomeReceiver } from "../../../dispatch/interface.ts";
import type { CheckOrder, CheckOutcome } from "../../../domain/checks/check.ts";
import { judge } from "../../../domain/checks/judgement.ts";
import type { Probers } from "../../checks/schedule-due-checks.ts";
import type { CountedHours } from "./counted-hours.ts";

/** One outcome in this many comes again. */
const REDELIVERED_EACH = 997;
const REDELIVERED_AFTER_MS = 5 * 3_600_000;

export class ScriptedProbers implements Probers {
	checks = 0;
	redelivered = 0;
	readonly #receiver: OutcomeReceiver;
	readonly #counted: CountedHours;
	readonly #histories = new Map<number, PlausibleHistory>();
	#again: CheckOutcome[] = [];

	constructor(receiver: OutcomeReceiver, counted: CountedHours) {
		this.#receiver = receiver;
		this.#counted = counted;
	}

	async dispatch(orders: readonly CheckOrder[]): Promise<readonly CheckOrder[]> {
		for (const order of orders) {
			const history = this.#histories.get(order.monitorId) ?? new PlausibleHistory(order.monitorId);
			this.#histories.set(order.monitorId, history);
			const outcome = history.next(order);
			this.#counted.add({ outcome, judgement: judge(outcome.observation, order) });
			this.checks += 1;
			if (this.checks % REDELIVERED_EACH === 0) this.#again.push(outcome);
			this.#deliver([outcome]);
		}
		return [];
	}

	/** Delivers a second time what is old enough at `now`. */
	redeliver(now: number): void {
		const isDue = ({ order }: CheckOutcome) => order.scheduledAt + REDELIVERED_AFTER_MS <= now;
		const due = this.#again.filter(isDue);
		if (due.length === 0) return;
		this.#again = this.#again.filter((outcome) => !isDue(outcome));
		this.redelivered += due.length;
		this.#deliver(due);
	}

	capacityAt() {
		return { total: 1_000_000, slow: 1_000_000 };
	}

	inFlightAt(): number {
		return 0;
	}

	absenceAt() {
		return null;
	}

	locationsWithProber(): ReadonlySet<number> {
		return new Set();
	}

	#deliver(outcomes: readonly CheckOutcome[]): void {
		this.#receiver.receive({ outcomes, acknowledge() {} });
	}
}
