/**
 * Sends each order where its check is to be made: to the threads of this process, or to the probers of its location.
 * An order of a check from several locations that no prober took is answered as missed, because the others are under
 * way already; any other goes back to the schedule. So does the whole check when this process, cut off from NATS,
 * does not reach a location that others reach: it is left to them.
 */

import { setTimeout as pause } from "node:timers/promises";
import type { AttemptOutcome, CheckOrder, CheckOutcome } from "../domain/checks/check.ts";
import {
	ABSENCE_WORDS,
	type Absence,
	type AttemptOptions,
	type Capacity,
	type Dispatcher,
	type LocatedDispatcher,
	NO_CAPACITY,
	type OutcomeReceiver,
} from "./interface.ts";

type Here = Dispatcher & {
	/** Whether it has a check of a monitor: one that is ordered again takes no further place. */
	runs(monitorId: number): boolean;
	attempt(order: CheckOrder, options: AttemptOptions): Promise<AttemptOutcome | null>;
};

/** Probers of other locations. */
export type Elsewhere = Omit<LocatedDispatcher, "capacity" | "noProberForMs">;

interface RoutingOptions {
	readonly here: Here;
	/** Null: no location has probers. */
	readonly elsewhere: Elsewhere | null;
	readonly receiver: OutcomeReceiver;
	/** Makes checks due again that probers of other locations refused late. */
	release(orders: readonly CheckOrder[]): void;
	readonly locations: {
		/** Chooses where checks are made that are bound to no location. */
		place(orders: readonly CheckOrder[]): readonly CheckOrder[];
		/** Why nobody can send orders to a location, as far as all processes together know; null: one can. */
		absenceAt(locationId: number): Absence | null;
	};
	now(): number;
}

/** Checks of here do not wait longer until those of other locations are handed over: NATS may be silent. */
const HANDED_OVER_WITHIN_MS = 100;
const NONE: ReadonlySet<number> = new Set();

export class RoutingDispatcher implements LocatedDispatcher {
	readonly #options: RoutingOptions;

	constructor(options: RoutingOptions) {
		this.#options = options;
	}

	get capacity(): Capacity {
		return this.#options.here.capacity;
	}

	get noProberForMs(): number | null {
		return this.#options.here.noProberForMs;
	}

	get inFlight(): number {
		return this.#options.here.inFlight + (this.#options.elsewhere?.inFlight ?? 0);
	}

	capacityAt(locationId: number | null): Capacity {
		const { here, elsewhere } = this.#options;
		return locationId === null ? here.capacity : (elsewhere?.capacityAt(locationId) ?? NO_CAPACITY);
	}

	inFlightAt(locationId: number | null): number {
		const { here, elsewhere } = this.#options;
		return locationId === null ? here.inFlight : (elsewhere?.inFlightAt(locationId) ?? 0);
	}

	locationsWithProber(): ReadonlySet<number> {
		return this.#options.elsewhere?.locationsWithProber() ?? NONE;
	}

	absenceAt(locationId: number): Absence | null {
		const { elsewhere } = this.#options;
		return elsewhere === null ? "no_prober" : elsewhere.absenceAt(locationId);
	}

	attempt(order: CheckOrder, locationId: number | null, options: AttemptOptions): Promise<AttemptOutcome | null> {
		const { here, elsewhere } = this.#options;
		if (locationId === null) return here.attempt(order, options);
		return elsewhere?.attempt(order, locationId, options) ?? Promise.resolve(null);
	}

	async dispatch(claimed: readonly CheckOrder[]): Promise<readonly CheckOrder[]> {
		const { elsewhere } = this.#options;
		const all = elsewhere === null ? claimed : this.#options.locations.place(claimed);
		const left = new Set(all.filter((order) => this.#isForOthers(order)).map(checkOf));
		const orders = left.size === 0 ? all : all.filter((order) => !left.has(checkOf(order)));
		const returned = left.size === 0 ? [] : all.filter((order) => left.has(checkOf(order)));
		const away = orders.filter(({ locationId }) => locationId !== null);
		if (away.length === 0) return [...returned, ...(await this.#dispatchHere(orders))];
		const handingOver = elsewhere?.dispatch(away) ?? Promise.resolve(away);
		const refusedHere = await this.#dispatchHere(orders.filter(({ locationId }) => locationId === null));
		const refusedInTime = await Promise.race([handingOver, pause(HANDED_OVER_WITHIN_MS, null, { ref: false })]);
		if (refusedInTime === null) {
			void handingOver.then((refused) => this.#options.release(this.#wholeOf(orders, refused)));
		}
		return [...returned, ...this.#wholeOf(orders, [...refusedHere, ...(refusedInTime ?? [])])];
	}

	/** What was claimed for other locations and is made here is not in the capacity of here. */
	async #dispatchHere(orders: readonly CheckOrder[]): Promise<readonly CheckOrder[]> {
		const { here, elsewhere } = this.#options;
		if (elsewhere === null) return here.dispatch(orders);
		const { running = [], begun = [] } = Object.groupBy(orders, (order) =>
			here.runs(order.monitorId) ? "running" : "begun",
		);
		const fitting = begun.slice(0, here.capacity.total);
		return [...begun.slice(fitting.length), ...(await here.dispatch([...running, ...fitting]))];
	}

	/** Of those refused, the orders of whole checks. Those of checks whose others are under way are missed. */
	#wholeOf(orders: readonly CheckOrder[], refusedOrders: readonly CheckOrder[]): readonly CheckOrder[] {
		const refused = new Set(refusedOrders);
		const underWay = new Set(orders.filter((order) => isOneOfSeveral(order) && !refused.has(order)).map(checkOf));
		const isPart = (order: CheckOrder) => isOneOfSeveral(order) && underWay.has(checkOf(order));
		const partial = [...refused].filter(isPart);
		const whole = [...refused].filter((order) => !isPart(order));
		if (partial.length > 0) {
			const outcomes = partial.map((order) => this.#missed(order));
			this.#options.receiver.receive({ outcomes, acknowledge() {} });
		}
		return whole;
	}

	async drain(withinMs: number): Promise<readonly CheckOrder[]> {
		const { here, elsewhere } = this.#options;
		return (await Promise.all([here.drain(withinMs), elsewhere?.drain(withinMs) ?? []])).flat();
	}

	async close(): Promise<void> {
		const { here, elsewhere } = this.#options;
		await Promise.all([here.close(), elsewhere?.close()]);
	}

	#isForOthers(order: CheckOrder): boolean {
		const { locationId } = order;
		if (locationId === null || !isOneOfSeveral(order)) return false;
		const own = this.absenceAt(locationId);
		return own !== null && own !== "no_capacity" && this.#options.locations.absenceAt(locationId) === null;
	}

	#missed(order: CheckOrder): CheckOutcome {
		const at = this.#options.now();
		const { locationId } = order;
		const cause = (locationId === null ? null : this.absenceAt(locationId)) ?? "no_capacity";
		const observation = { kind: "missed", cause, message: ABSENCE_WORDS[cause] } as const;
		return { order, observation, startedAt: at, completedAt: at, firstAttemptAt: at, attempts: 1 };
	}
}

function checkOf({ monitorId, scheduledAt }: CheckOrder): string {
	return `${monitorId} ${scheduledAt}`;
}

function isOneOfSeveral({ locationIds }: CheckOrder): boolean {
	return locationIds !== undefined && locationIds.length > 1;
}
