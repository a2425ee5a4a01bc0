/**
 * What waits of several locations under one limit. None takes more of it than is left to the others: one whose checks
 * wait for long holds up no other (a dynamic threshold: Choudhury and Hahne, IEEE/ACM Transactions on Networking 6
 * (1998), 130-140).
 */

import type { LocationId } from "./locations.ts";

export class SharedLimit<Key, Waiting> {
	readonly #limit: number;
	readonly #byLocation = new Map<LocationId, Map<Key, Waiting>>();
	#size = 0;

	constructor(limit: number) {
		this.#limit = limit;
	}

	get size(): number {
		return this.#size;
	}

	/** How much of the limit is not left to a location. */
	takenFrom(locationId: LocationId): number {
		return this.#size + (this.#byLocation.get(locationId)?.size ?? 0);
	}

	isFullFor(locationId: LocationId): boolean {
		return this.takenFrom(locationId) >= this.#limit;
	}

	get(locationId: LocationId, key: Key): Waiting | undefined {
		return this.#byLocation.get(locationId)?.get(key);
	}

	/** A key that does not wait there yet. */
	add(locationId: LocationId, key: Key, waiting: Waiting): void {
		this.#byLocation.getOrInsertComputed(locationId, () => new Map()).set(key, waiting);
		this.#size += 1;
	}

	/** Whether it waited. */
	delete(locationId: LocationId, key: Key): boolean {
		const there = this.#byLocation.get(locationId);
		if (!there?.delete(key)) return false;
		this.#size -= 1;
		if (there.size === 0) this.#byLocation.delete(locationId);
		return true;
	}

	/** Returns all that waited. */
	clear(): readonly (readonly [Key, Waiting])[] {
		const all = this.#byLocation
			.values()
			.toArray()
			.flatMap((there) => [...there]);
		this.#byLocation.clear();
		this.#size = 0;
		return all;
	}
}
