/**
 * Checks in several locations: where those are made that are bound to none, which of them another location may confirm,
 * and the way of their outcomes to the recorder (./second-opinion.ts, then ./gather-locations.ts).
 */

import type { Logger } from "pino";
import type { Absence, Attempts, LocatedDispatcher, OutcomeBatch, OutcomeReceiver } from "../../dispatch/interface.ts";
import type { AttemptOutcome, CheckOrder, CheckOutcome } from "../../domain/checks/check.ts";
import {
	type KnownLocations,
	type Location,
	type LocationId,
	locationUnder,
	mayConfirm,
} from "../../domain/checks/locations/locations.ts";
import { networkOf, type Opinion, Refutations, SET_ASIDE_MS } from "../../domain/checks/locations/refutations.ts";
import {
	AWAY_AFTER_MS,
	PROBER_STATES,
	type ProberSeen,
	proberFields,
	proberState,
} from "../../domain/locations/prober.ts";
import { COMMON_DEFAULTS } from "../../domain/monitors/common-settings.ts";
import type { Metrics } from "../../metrics.ts";
import type { Database } from "../../storage/database/tx.ts";
import { knownLocations } from "../../storage/locations/known-locations.ts";
import { listProbers } from "../../storage/locations/probers.ts";
import { countOpinions, setProberAside } from "../../storage/locations/set-aside.ts";
import { moveStandIns } from "../../storage/locations/stand-ins.ts";
import type { CutOffGuard } from "./cut-off-guard.ts";
import { LocationGatherer } from "./gather-locations.ts";
import { SecondOpinion } from "./second-opinion.ts";

/** A new location is used, and one without prober replaced where that is allowed, within this time. */
export const LOCATIONS_EVERY_MS = 5_000;

const REFUTED = "Other locations refute what it sees of several networks.";
const SET_ASIDE =
	"A prober is set aside, because other locations refute what it sees; its checks move until it is tried again";

interface LocatedChecksOptions {
	readonly database: Database;
	readonly log: Logger;
	readonly metrics: Metrics;
	/** Gets the outcomes, one for each check (./record-observations.ts). */
	readonly receiver: OutcomeReceiver;
	/** It gives its outcomes to `receive`, and so is made later. */
	probers(): Pick<LocatedDispatcher, "attempt" | "capacityAt" | "locationsWithProber">;
	/** Knows whether the network of this machine is cut off; null: nothing does. It gives its outcomes to `receive`. */
	guard(): Pick<CutOffGuard, "isConnected" | "weigh"> | null;
	isPrivate(address: string): boolean;
	readonly controlReachesPrivate: boolean;
	now(): number;
}

export class LocatedChecks implements OutcomeReceiver {
	readonly #options: LocatedChecksOptions;
	readonly #opinion: SecondOpinion;
	readonly #gatherer: LocationGatherer;
	readonly #refutations = new Refutations();
	/** Probers that are to be set aside. */
	readonly #suspects = new Set<number>();
	#all: readonly Location[] = [];
	/** Locations that have probers, and those of them with one that some process hears; null: not read yet. */
	#seen: { readonly staffed: ReadonlySet<number>; readonly heard: ReadonlySet<number> } | null = null;
	/** When this process read them first. */
	#since: number | null = null;

	constructor(options: LocatedChecksOptions) {
		const { receiver, now } = options;
		this.#options = options;
		const opinions = {
			mayConfirm: (failing: CheckOutcome) => this.#mayConfirm(failing),
			onOpinion: (opinion: Opinion) => this.#noteOpinion(opinion),
		};
		this.#gatherer = new LocationGatherer({ receiver, now, ...opinions });
		this.#opinion = new SecondOpinion({
			receiver: this.#gatherer,
			dispatcher: { attempt: (...asked) => this.#attempt(...asked) },
			now,
			...opinions,
		});
	}

	receive(batch: OutcomeBatch): void {
		for (const { proberId, order } of batch.outcomes) {
			if (proberId !== undefined) this.#refutations.noteCheck(proberId, order.monitorId, this.#options.now());
		}
		this.#opinion.receive(batch);
	}

	/** `orders` with the location of those that are bound to none, and whether a failure is confirmed elsewhere. */
	place(orders: readonly CheckOrder[]): readonly CheckOrder[] {
		if (this.#all.length === 0) return orders;
		const [known, left] = [this.#known(), new Map<number, number>()];
		return orders.map((order) => (order.locationIds === undefined ? this.#placed(order, known, left) : order));
	}

	/** As it is now. Made once for all that are asked about: each time, all probers are. */
	#known(): KnownLocations {
		const heard = this.#options.probers().locationsWithProber();
		return { all: this.#all, hasProber: (id) => heard.has(id) };
	}

	/** Reads the locations, and moves checks of those without a prober to where they may be made meanwhile. */
	async refresh(): Promise<"idle"> {
		const { now } = this.#options;
		const database = this.#options.database.background();
		this.#all = await knownLocations(database);
		const all = this.#all.length > 0 ? await listProbers(database) : [];
		const heard = this.#noteProbers(all);
		if (this.#all.length > 0) await moveStandIns(database, this.#all, heard);
		this.#showProbers(all);
		const counted = this.#refutations.take();
		if (counted.size > 0) await countOpinions(database, counted, now());
		for (const id of this.#suspects) await this.#setAside(id);
		return "idle";
	}

	/**
	 * Checks that locations of the installation under a hint can take now, in the place of where `control` is. Those of a
	 * team, which are for its own checks alone, would have checks of all claimed that nobody has capacity for.
	 */
	get hintedCapacity(): number {
		const probers = this.#options.probers();
		const { all, hasProber } = this.#known();
		const hinted = all.filter(({ id, teamId, hint }) => teamId === null && hint !== null && hasProber(id));
		return hinted.reduce((sum, { id }) => sum + probers.capacityAt(id).total, 0);
	}

	/**
	 * Why nobody can make checks in a location, as far as the database knows: one process that is cut off from NATS does
	 * not say that probers are gone which others hear. Null: some process hears one, or it is not known yet.
	 */
	absenceAt(locationId: number): Absence | null {
		if (this.#seen === null || this.#options.probers().locationsWithProber().has(locationId)) return null;
		const { staffed, heard } = this.#seen;
		return heard.has(locationId) ? null : staffed.has(locationId) ? "prober_away" : "no_prober";
	}

	/** Resolves with the locations in which some process hears a prober. */
	#noteProbers(all: readonly ProberSeen[]): ReadonlySet<number> {
		const now = this.#options.now();
		this.#since ??= now;
		// What the database has of them may be old because no process ran. One that runs has heard them by then.
		const hasListened = now - this.#since >= AWAY_AFTER_MS || now < this.#since;
		const isHeard = (prober: ProberSeen) =>
			proberState(prober, now) === "connected" || (!hasListened && prober.lastSeenAt !== null);
		const locationsOf = (probers: readonly ProberSeen[]) => new Set(probers.map(({ locationId }) => locationId));
		const heard = locationsOf(all.filter(isHeard)).union(this.#options.probers().locationsWithProber());
		this.#seen = { staffed: locationsOf(all), heard };
		return heard;
	}

	/** By location; those of teams that have the same name are one. */
	#showProbers(probers: readonly ProberSeen[]): void {
		const { metrics, now } = this.#options;
		for (const gauge of [metrics.probers, metrics.proberChecks, metrics.proberCapacity]) gauge.reset();
		for (const prober of probers) {
			const { location, state, running, capacity } = proberFields(prober, now());
			for (const each of PROBER_STATES) metrics.probers.inc({ location, state: each }, each === state ? 1 : 0);
			if (state !== "connected") continue;
			metrics.proberChecks.inc({ location }, running ?? 0);
			metrics.proberCapacity.inc({ location }, capacity ?? 0);
		}
	}

	/** By a prober of that location. What was made where `control` is counts as the guard says. */
	async #attempt(...[order, locationId, options]: Parameters<Attempts["attempt"]>): Promise<AttemptOutcome | null> {
		const attempt = await this.#options.probers().attempt(order, locationId, options);
		const guard = this.#options.guard();
		return attempt !== null && locationId === null && guard ? guard.weigh(attempt) : attempt;
	}

	#mayConfirm({ order, observation }: CheckOutcome): readonly LocationId[] {
		const { controlReachesPrivate, isPrivate } = this.#options;
		const address = observation.kind === "missed" ? null : observation.address;
		const target = {
			teamId: order.teamId,
			controlReachesPrivate,
			isPrivate: address === null ? null : isPrivate(address),
		};
		const may = mayConfirm(order.locationId, target, this.#known());
		// From a network that is cut off, every lost packet would be confirmed.
		const isConnected = this.#options.guard()?.isConnected ?? true;
		return isConnected ? may : may.filter((id) => id !== null);
	}

	/** What another location saw of a target says something of the prober that saw it fail. */
	#noteOpinion({ order, first, isRefuted }: Opinion): void {
		const { observation, proberId } = first;
		if (proberId === undefined || observation.kind === "missed") return;
		const opinion = { monitorId: order.monitorId, network: networkOf(observation.address), isRefuted };
		const isSuspect = this.#refutations.noteOpinion(proberId, opinion, this.#options.now());
		if (isSuspect) this.#suspects.add(proberId);
	}

	async #setAside(id: number): Promise<void> {
		const { database, log, now } = this.#options;
		const until = now() + SET_ASIDE_MS;
		const aside = await setProberAside(database.background(), { id, until, reason: REFUTED });
		this.#suspects.delete(id);
		if (aside) log.warn({ ...aside, until: new Date(until).toISOString() }, SET_ASIDE);
	}

	/** Lets go of the checks that are still held, which are to be made again. */
	releaseHeld(): readonly CheckOrder[] {
		return [...this.#opinion.releaseHeld(), ...this.#gatherer.releaseHeld()];
	}

	/** @param left how many more orders each location can take */
	#placed(order: CheckOrder, known: KnownLocations, left: Map<number, number>): CheckOrder {
		const { teamId, locationHint = COMMON_DEFAULTS.locationHint } = order;
		let { locationId } = order;
		const under = locationId === null ? locationUnder(locationHint, teamId, known) : null;
		if (under !== null) {
			const free = left.get(under) ?? this.#options.probers().capacityAt(under).total;
			left.set(under, free - 1);
			// A hint never binds: where there is no capacity, the check is made here.
			if (free > 0) locationId = under;
		}
		const { controlReachesPrivate } = this.#options;
		const target = { teamId, isPrivate: false, controlReachesPrivate };
		const confirmElsewhere = mayConfirm(locationId, target, known).length > 0;
		return { ...order, locationId, ...(confirmElsewhere && { confirmElsewhere }) };
	}
}
