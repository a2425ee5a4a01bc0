/**
 * Outcomes of other locations that wait to be committed. All locations share one limit, and none takes more of it than
 * is left to the others: one whose outcomes wait for long, for example to be confirmed, holds up no other (a dynamic
 * threshold: Choudhury and Hahne, IEEE/ACM Transactions on Networking 6 (1998), 130-140).
 */

import { minuteOf } from "../../domain/checks/check.ts";
import type { CheckRef } from "./messages.ts";

export class Committing {
	readonly #limit: number;
	/** By location, then by check; when it is committed. */
	readonly #byLocation = new Map<number, Map<string, Promise<void>>>();
	#size = 0;

	constructor(limit: number) {
		this.#limit = limit;
	}

	get size(): number {
		return this.#size;
	}

	/** How much of the limit is not left to a location. */
	takenFrom(locationId: number): number {
		return this.#size + (this.#byLocation.get(locationId)?.size ?? 0);
	}

	isFullFor(locationId: number): boolean {
		return this.takenFrom(locationId) >= this.#limit;
	}

	/** Resolves when the outcome of that check is committed; undefined when it does not wait. */
	of(check: CheckRef, locationId: number): Promise<void> | undefined {
		return this.#byLocation.get(locationId)?.get(checkId(check));
	}

	/** Returns what is to be called when it is committed. */
	begin(check: CheckRef, locationId: number): () => void {
		const id = checkId(check);
		const { promise, resolve } = Promise.withResolvers<void>();
		const there = this.#byLocation.get(locationId) ?? new Map<string, Promise<void>>();
		this.#byLocation.set(locationId, there.set(id, promise));
		this.#size += 1;
		return () => {
			this.#size -= 1;
			there.delete(id);
			if (there.size === 0 && this.#byLocation.get(locationId) === there) this.#byLocation.delete(locationId);
			resolve();
		};
	}
}

/** A check of one location: one for each monitor and minute. */
export function checkId({ monitorId, scheduledAt }: CheckRef): string {
	return `${monitorId} ${minuteOf(scheduledAt)}`;
}
