/**
 * Checks in several locations: where those are made that are bound to none, which of them another location may confirm,
 * and the way of their outcomes to the recorder (./second-opinion.ts, then ./gather-locations.ts).
 */

import type { Logger } from "pino";
import type { LocatedDispatcher, OutcomeBatch, OutcomeReceiver } from "../../dispatch/interface.ts";
import type { CheckOrder } from "../../domain/checks/check.ts";
import { type KnownLocations, type Location, locationUnder, mayConfirm } from "../../domain/checks/locations.ts";
import { COMMON_DEFAULTS } from "../../domain/monitors/common-settings.ts";
import type { Database } from "../../storage/database/tx.ts";
import { knownLocations } from "../../storage/locations/known-locations.ts";
import { moveStandIns } from "../../storage/locations/stand-ins.ts";
import { LocationGatherer } from "./gather-locations.ts";
import { SecondOpinion } from "./second-opinion.ts";

/** A new location is used, and one without prober replaced where that is allowed, within this time. */
export const LOCATIONS_EVERY_MS = 5_000;

interface LocatedChecksOptions {
	readonly database: Database;
	readonly log: Logger;
	/** Gets the outcomes, one for each check (./record-observations.ts). */
	readonly receiver: OutcomeReceiver;
	/** It gives its outcomes to `receive`, and so is made later. */
	probers(): Pick<LocatedDispatcher, "attempt" | "capacityAt" | "locationsWithProber">;
	/** Whether an address is private. */
	isPrivate(address: string): boolean;
	readonly controlReachesPrivate: boolean;
	now(): number;
}

export class LocatedChecks implements OutcomeReceiver {
	readonly #options: LocatedChecksOptions;
	readonly #opinion: SecondOpinion;
	readonly #gatherer: LocationGatherer;
	#all: readonly Location[] = [];
	readonly #known: KnownLocations;

	constructor(options: LocatedChecksOptions) {
		const { receiver, isPrivate, controlReachesPrivate, now } = options;
		this.#options = options;
		const all = () => this.#all;
		this.#known = {
			get all() {
				return all();
			},
			hasProber: (id) => options.probers().locationsWithProber().has(id),
		};
		this.#gatherer = new LocationGatherer({ receiver, now });
		this.#opinion = new SecondOpinion({
			receiver: this.#gatherer,
			dispatcher: { attempt: (...asked) => options.probers().attempt(...asked) },
			locations: this.#known,
			isPrivate,
			controlReachesPrivate,
			onOpinion: () => {},
		});
	}

	receive(batch: OutcomeBatch): void {
		this.#opinion.receive(batch);
	}

	/** `orders` with the location of those that are bound to none, and whether a failure is confirmed elsewhere. */
	place(orders: readonly CheckOrder[]): readonly CheckOrder[] {
		if (this.#all.length === 0) return orders;
		const left = new Map<number, number>();
		return orders.map((order) => (order.locationIds === undefined ? this.#placed(order, left) : order));
	}

	/** Reads the locations, and moves checks of those without a prober to where they may be made meanwhile. */
	async refresh(): Promise<"idle"> {
		const { probers } = this.#options;
		const database = this.#options.database.background();
		this.#all = await knownLocations(database);
		if (this.#all.length > 0) await moveStandIns(database, this.#all, probers().locationsWithProber());
		return "idle";
	}

	/** Lets go of the checks that are still held, which are to be made again. */
	releaseHeld(): readonly CheckOrder[] {
		return [...this.#opinion.releaseHeld(), ...this.#gatherer.releaseHeld()];
	}

	/** @param left how many more orders each location can take */
	#placed(order: CheckOrder, left: Map<number, number>): CheckOrder {
		const { teamId, locationHint = COMMON_DEFAULTS.locationHint } = order;
		let { locationId } = order;
		const under = locationId === null ? locationUnder(locationHint, teamId, this.#known) : null;
		if (under !== null) {
			const free = left.get(under) ?? this.#options.probers().capacityAt(under).total;
			left.set(under, free - 1);
			// A hint never binds: where there is no capacity, the check is made here.
			if (free > 0) locationId = under;
		}
		const { controlReachesPrivate } = this.#options;
		const target = { teamId, isPrivate: false, controlReachesPrivate };
		const confirmElsewhere = mayConfirm(locationId, target, this.#known).length > 0;
		return { ...order, locationId, ...(confirmElsewhere && { confirmElsewhere }) };
	}
}
