/**
 * Sends each order where its check is to be made: to the threads of this process, or to the probers of its location.
 * An order of a check from several locations that no prober took is answered as missed, because the others are under
 * way already; any other goes back to the schedule. So does the whole check when this process, cut off from NATS,
 * does not reach a location that others reach: it is left to them; and what was claimed beyond the capacity of here.
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
	readonly locations: {
		/** Chooses where checks are made that are bound to no location. */
		place(orders: readonly CheckOrder[]): readonly CheckOrder[];
		/** Why nobody can send orders to a location, as far as all processes together know; null: one can. */
		absenceAt(locationId: number): Absence | null;
	};
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
		const all = elsewhere === null ? claimed : this.#options.locations.place(claimed);
		const left = new Set(all.filter((order) => this.#isForOthers(order)).map(checkOf));
		if (elsewhere !== null) {
			// Claimed for other locations, but made here.
			const mine = all.filter((order) => order.locationId === null && !isOneOfSeveral(order));
			for (const order of mine.slice(here.capacity.total)) left.add(checkOf(order));
		}
		const orders = left.size === 0 ? all : all.filter((order) => !left.has(checkOf(order)));
		const returned = left.size === 0 ? [] : all.filter((order) => left.has(checkOf(order)));
		const away = orders.filter(({ locationId }) => locationId !== null);
		if (away.length === 0) return [...returned, ...(await here.dispatch(orders))];
		const [refusedHere, refusedElsewhere] = await Promise.all([
			here.dispatch(orders.filter(({ locationId }) => locationId === null)),
			elsewhere?.dispatch(away) ?? away,
		]);
		const refused = new Set([...refusedHere, ...refusedElsewhere]);
		const underWay = new Set(orders.filter((order) => isOneOfSeveral(order) && !refused.has(order)).map(checkOf));
		const isPart = (order: CheckOrder) => isOneOfSeveral(order) && underWay.has(checkOf(order));
		const partial = [...refused].filter(isPart);
		const whole = [...refused].filter((order) => !isPart(order));
		if (partial.length > 0) {
			const outcomes = partial.map((order) => this.#missed(order));
			this.#options.receiver.receive({ outcomes, acknowledge() {} });
		}
		return [...returned, ...whole];
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
		const cause = this.absenceAt(order.locationId ?? 0) ?? "no_capacity";
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
