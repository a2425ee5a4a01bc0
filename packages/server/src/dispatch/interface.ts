/** How orders reach probers and outcomes come back. In process: ./threads/dispatcher.ts. */

import type { CheckOrder, CheckOutcome } from "../domain/checks/check.ts";

export interface Dispatcher {
	/** Orders that can be taken now, to be begun at once or very soon: the back-pressure on the schedule. */
	readonly capacity: number;
	/** Orders taken and not yet answered. */
	readonly inFlight: number;
	/**
	 * Hands orders to probers. An order for a monitor whose older revision is being checked ends that check: one
	 * monitor never has two checks running. The same order again, while it runs, is ignored.
	 */
	dispatch(orders: readonly CheckOrder[]): void;
	/**
	 * Takes no more orders, lets what runs end within `withinMs`, and aborts the rest. Resolves with the orders that were
	 * aborted, when every outcome has been handed over.
	 */
	drain(withinMs: number): Promise<readonly CheckOrder[]>;
	/** Ends the probers. */
	close(): Promise<void>;
}

export interface OutcomeReceiver {
	/** Outcomes, at least one. Orders whose prober was lost come back as missed. Must not throw. */
	receive(outcomes: readonly CheckOutcome[]): void;
}
