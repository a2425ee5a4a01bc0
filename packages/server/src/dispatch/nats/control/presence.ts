/** Which probers there are, and what their last heartbeats said. */

import { AWAY_AFTER_MS } from "../../../domain/locations/prober.ts";
import type { Absence } from "../../interface.ts";
import type { Heartbeat } from "../read-message.ts";
import type { Place } from "../subjects.ts";

/** A prober that was not removed, as the database knows it. */
export interface KnownProber {
	readonly id: number;
	/** `pro_…` */
	readonly publicId: string;
	readonly publicKey: string;
	readonly locationId: number;
	readonly place: Place;
	readonly allowsPrivateTargets: boolean;
	readonly isSetAside: boolean;
}

/**
 * A run of a prober that was silent for this long while a later one was heard has ended. Longer than between two
 * heartbeats: while a new version is rolled out, both live for a time.
 */
const REPLACED_AFTER_MS = 7_500;
/** Of one prober. Its runs name themselves; past it, the one that was heard the longest ago has ended. */
const RUNS_AT_MOST = 16;

interface Heard {
	readonly beat: Heartbeat;
	/** By `listenedMs`. */
	readonly at: number;
}

export class Presence {
	readonly #listenedMs: () => number;
	#byPublicId = new Map<string, KnownProber>();
	#byLocation = new Map<number, readonly KnownProber[]>();
	readonly #heard = new Map<number, Heard>();
	/** By prober, when each of its runs was heard last, in this order. */
	readonly #instances = new Map<number, Map<string, number>>();
	/** As the last heartbeat found it, which is newer than the list. */
	readonly #setAside = new Map<number, boolean>();

	/** @param listenedMs how long this process has listened (./listened-time.ts) */
	constructor(listenedMs: () => number) {
		this.#listenedMs = listenedMs;
	}

	replace(probers: readonly KnownProber[]): void {
		this.#byPublicId = new Map(probers.map((prober) => [prober.publicId, prober]));
		this.#byLocation = Map.groupBy(probers, ({ locationId }) => locationId);
		const ids = new Set(probers.map(({ id }) => id));
		for (const id of this.#heard.keys()) if (!ids.has(id)) this.#heard.delete(id);
		for (const id of this.#instances.keys()) if (!ids.has(id)) this.#instances.delete(id);
		this.#setAside.clear();
		for (const { id, isSetAside } of probers) this.#setAside.set(id, isSetAside);
	}

	byPublicId(publicId: string): KnownProber | undefined {
		return this.#byPublicId.get(publicId);
	}

	known(locationId: number): readonly KnownProber[] {
		return this.#byLocation.get(locationId) ?? [];
	}

	hear(prober: KnownProber, beat: Heartbeat): void {
		const at = this.#listenedMs();
		const instances = this.#instances.get(prober.id) ?? new Map<string, number>();
		this.#instances.set(prober.id, instances);
		const { instance, isLeaving } = beat;
		instances.delete(instance);
		if (!isLeaving) instances.set(instance, at);
		for (const [each, heardAt] of instances) {
			if (at - heardAt <= AWAY_AFTER_MS && instances.size <= RUNS_AT_MOST) break;
			instances.delete(each);
		}
		if (!isLeaving) this.#heard.set(prober.id, { beat, at });
		else if (instances.size === 0) this.#heard.delete(prober.id);
	}

	/** Whether a run of a prober makes nothing any more of what it had. */
	hasEnded(proberId: number, instance: string): boolean {
		const instances = this.#instances.get(proberId);
		const heardAt = instances?.get(instance);
		if (instances === undefined || heardAt === undefined) return true;
		const silentMs = this.#listenedMs() - heardAt;
		const lastHeardAt = [...instances.values()].at(-1) ?? heardAt;
		return silentMs > (lastHeardAt > heardAt ? REPLACED_AFTER_MS : AWAY_AFTER_MS);
	}

	setAside(proberId: number, isSetAside: boolean): void {
		this.#setAside.set(proberId, isSetAside);
	}

	isSetAside(proberId: number): boolean {
		return this.#setAside.get(proberId) === true;
	}

	/** Locations with a prober that lives and takes part. */
	locations(): ReadonlySet<number> {
		return new Set([...this.#byLocation.keys()].filter((id) => this.#takingPart(id).length > 0));
	}

	absenceAt(locationId: number): Exclude<Absence, "no_capacity"> | null {
		if (this.known(locationId).length === 0) return "no_prober";
		return this.#takingPart(locationId).length === 0 ? "prober_away" : null;
	}

	/** All checks that may run there at once, and those that did when the probers were last heard. */
	loadAt(locationId: number): { readonly capacity: number; readonly running: number } {
		let [capacity, running] = [0, 0];
		for (const { id } of this.#takingPart(locationId)) {
			const beat = this.#heard.get(id)?.beat;
			capacity += beat?.capacity ?? 0;
			running += beat?.running ?? 0;
		}
		return { capacity, running };
	}

	/** The prober there with the most free capacity; null: none has any. */
	freest(locationId: number): KnownProber | null {
		const free = ({ id }: KnownProber) => {
			const beat = this.#heard.get(id)?.beat;
			return beat === undefined ? 0 : beat.capacity - beat.running;
		};
		const [best] = this.#takingPart(locationId).toSorted((one, other) => free(other) - free(one));
		return best !== undefined && free(best) > 0 ? best : null;
	}

	#takingPart(locationId: number): readonly KnownProber[] {
		return this.known(locationId).filter(({ id }) => !this.isSetAside(id) && !this.#isSilent(id));
	}

	#isSilent(proberId: number): boolean {
		const heard = this.#heard.get(proberId);
		return heard === undefined || this.#listenedMs() - heard.at > AWAY_AFTER_MS;
	}
}
