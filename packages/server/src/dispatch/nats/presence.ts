/** Which probers there are, and what their last heartbeats said. */

import type { Absence } from "../interface.ts";
import type { Heartbeat } from "./read-message.ts";
import type { Place } from "./subjects.ts";

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

/** A prober that was silent for this long has lost its checks. */
const SILENT_AFTER_MS = 15_000;

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
		if (beat.isLeaving) this.#heard.delete(prober.id);
		else this.#heard.set(prober.id, { beat, at: this.#listenedMs() });
	}

	setAside(proberId: number, isSetAside: boolean): void {
		this.#setAside.set(proberId, isSetAside);
	}

	isSilent(proberId: number): boolean {
		const heard = this.#heard.get(proberId);
		return heard === undefined || this.#listenedMs() - heard.at > SILENT_AFTER_MS;
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
		return this.known(locationId).filter(({ id }) => this.#setAside.get(id) !== true && !this.isSilent(id));
	}
}
