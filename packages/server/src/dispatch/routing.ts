/**
 * Sends each order where its check is to be made: to the threads of this process, or to the probers of its location.
 * An order of a check from several locations that no prober took is answered as missed, because the others are under
 * way already; any other goes back to the schedule.
 */

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
	attempt(order: CheckOrder, options: AttemptOptions): Promise<AttemptOutcome | null>;
};

/** Probers of other locations. */
export type Elsewhere = Omit<LocatedDispatcher, "capacity" | "noProberForMs">;

interface RoutingOptions {
	readonly here: Here;
	/** Null: no location has probers. */
	readonly elsewhere: Elsewhere | null;
	readonly receiver: OutcomeReceiver;
	/** Chooses where checks are made that are bound to no location. */
	place(orders: readonly CheckOrder[]): readonly CheckOrder[];
	now(): number;
}

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
		const { here, elsewhere } = this.#options;
		const orders = elsewhere === null ? claimed : this.#options.place(claimed);
		const away = orders.filter(({ locationId }) => locationId !== null);
		if (away.length === 0) return here.dispatch(orders);
		const [refusedHere, refusedElsewhere] = await Promise.all([
			here.dispatch(orders.filter(({ locationId }) => locationId === null)),
			elsewhere?.dispatch(away) ?? away,
		]);
		const [partial, whole] = [
			refusedElsewhere.filter(isOneOfSeveral),
			refusedElsewhere.filter((o) => !isOneOfSeveral(o)),
		];
		if (partial.length > 0) {
			const outcomes = partial.map((order) => this.#missed(order));
			this.#options.receiver.receive({ outcomes, acknowledge() {} });
		}
		return [...refusedHere, ...whole];
	}

	async drain(withinMs: number): Promise<readonly CheckOrder[]> {
		const { here, elsewhere } = this.#options;
		return (await Promise.all([here.drain(withinMs), elsewhere?.drain(withinMs) ?? []])).flat();
	}

	async close(): Promise<void> {
		const { here, elsewhere } = this.#options;
		await Promise.all([here.close(), elsewhere?.close()]);
	}

	#missed(order: CheckOrder): CheckOutcome {
		const at = this.#options.now();
		const cause = this.absenceAt(order.locationId ?? 0) ?? "no_capacity";
		const observation = { kind: "missed", cause, message: ABSENCE_WORDS[cause] } as const;
		return { order, observation, startedAt: at, completedAt: at, firstAttemptAt: at, attempts: 1 };
	}
}

function isOneOfSeveral({ locationIds }: CheckOrder): boolean {
	return locationIds !== undefined && locationIds.length > 1;
}
