/**
 * The interface for orders to probers and outcomes from them. In process: ./threads/dispatcher.ts; in other locations:
 * ./nats/control/dispatcher.ts; which of the two an order takes: ./routing.ts.
 *
 * Both directions are acknowledged, so that a broker fits in between: an order is handed over when `dispatch` resolves,
 * and an outcome is done with when its batch was acknowledged, after its commit. What is not acknowledged may come
 * again; recording is idempotent.
 */

import type { AttemptOutcome, CheckOrder, CheckOutcome } from "../domain/checks/check.ts";

/** What the probers reported to be free: the back-pressure on the schedule. */
export interface Capacity {
	/** Orders that can be taken now, to be begun at once or very soon. */
	readonly total: number;
	/** Of these, orders for monitors whose last check was slow (`CheckOrder.wasSlow`). */
	readonly slow: number;
}

export const NO_CAPACITY: Capacity = { total: 0, slow: 0 };

export interface AttemptOptions {
	/** Milliseconds from now until no answer is waited for. */
	readonly timeoutMs: number;
	readonly signal: AbortSignal;
}

/** Why no order can go to a location. */
export type Absence = "no_prober" | "prober_away" | "no_capacity";

export const ABSENCE_WORDS: Readonly<Record<Absence, string>> = {
	no_prober: "The location has no prober.",
	prober_away: "The probers of the location have not been heard of lately.",
	no_capacity: "The probers of the location have more checks than they can make.",
};

/** Makes single attempts, in a chosen location. */
export interface Attempts {
	/**
	 * One attempt of `order` there, by a direct request, whatever the order's own location. Null: nobody is there, or no
	 * answer came in time. Never rejects.
	 * @param locationId null: where `control` is
	 */
	attempt(order: CheckOrder, locationId: number | null, options: AttemptOptions): Promise<AttemptOutcome | null>;
	/** Locations that have a prober which takes part, by its heartbeats. */
	locationsWithProber(): ReadonlySet<number>;
	/** Why nothing can be sent to a location now; null: it can. */
	absenceAt(locationId: number): Absence | null;
}

/** Probers of one kind: threads of this process, or those of other locations. */
export interface Dispatcher {
	/** Where `control` is. */
	readonly capacity: Capacity;
	/** Orders that were handed over and whose outcomes are not acknowledged. */
	readonly inFlight: number;
	/** For how long there has been no prober that could run a check, milliseconds; null while there is one. */
	readonly noProberForMs: number | null;
	/**
	 * Hands orders to probers and resolves when they have them, with the orders that no prober took. An order for a
	 * monitor ends its running check when that is of an older revision, or of an earlier instant of the same minute:
	 * one monitor never has two checks running. While a check runs, its order is ignored when it comes again, and an
	 * order for another minute is returned. Never rejects.
	 */
	dispatch(orders: readonly CheckOrder[]): Promise<readonly CheckOrder[]>;
	/**
	 * Takes no more orders, lets what runs end within `withinMs`, and aborts the rest. Resolves with the orders that were
	 * aborted, when every outcome has been handed over.
	 */
	drain(withinMs: number): Promise<readonly CheckOrder[]>;
	/** Ends the probers. */
	close(): Promise<void>;
}

/** Probers in all locations. */
export interface LocatedDispatcher extends Dispatcher, Attempts {
	/** @param locationId null: where `control` is */
	capacityAt(locationId: number | null): Capacity;
	/** As `inFlight`, of one location. */
	inFlightAt(locationId: number | null): number;
}

export interface OutcomeBatch {
	/** At least one. Checks whose prober was lost come back as missed. */
	readonly outcomes: readonly CheckOutcome[];
	/** To be called once, when all of them are committed or can never be. */
	acknowledge(): void;
}

export interface OutcomeReceiver {
	/** Must not throw. */
	receive(batch: OutcomeBatch): void;
}
