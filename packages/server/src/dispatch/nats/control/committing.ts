/** Outcomes of other locations that wait to be committed: one whose outcomes wait for long holds up no other. */

import { minuteOf } from "../../../domain/checks/check.ts";
import { SharedLimit } from "../../../domain/checks/locations/shared-limit.ts";
import type { CheckRef } from "../messages.ts";

export class Committing extends SharedLimit<string, Promise<void>> {
	/** Resolves when the outcome of that check is committed; undefined when it does not wait. */
	of(check: CheckRef, locationId: number): Promise<void> | undefined {
		return this.get(locationId, checkId(check));
	}

	/** Returns what is to be called when it is committed. */
	begin(check: CheckRef, locationId: number): () => void {
		const id = checkId(check);
		const { promise, resolve } = Promise.withResolvers<void>();
		this.add(locationId, id, promise);
		return () => {
			this.delete(locationId, id);
			resolve();
		};
	}
}

/** A check of one location: one for each monitor and minute. */
export function checkId({ monitorId, scheduledAt }: CheckRef): string {
	return `${monitorId} ${minuteOf(scheduledAt)}`;
}
