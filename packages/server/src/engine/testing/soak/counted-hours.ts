/**
 * Counts of checks by monitor and hour, kept apart from the database: what roll-ups, sealed hours and statistics are
 * compared with. Of a fixed size from the start, so that they don't grow in the measured heap.
 */

import { elapsedMs, minuteOf } from "../../../domain/checks/check.ts";
import { isTimed } from "../../../domain/checks/observation.ts";
import type { JudgedOutcome } from "../../../domain/checks/record.ts";
import { hourOf } from "../../../domain/figures/roll-up.ts";

/** One hour of one monitor. */
export interface CountedHour {
	readonly up: number;
	readonly degraded: number;
	readonly down: number;
	readonly missed: number;
	readonly answered: number;
	readonly responseSumMs: number;
	readonly responseMaxMs: number;
}

const FIELDS = ["up", "degraded", "down", "missed", "answered", "responseSumMs", "responseMaxMs"] as const;

export class CountedHours {
	readonly firstHour: number;
	readonly #hours: number;
	readonly #firstMonitor: number;
	readonly #counts: Int32Array;

	/** Of monitors whose keys follow one another, and hours since the epoch that do. */
	constructor(monitors: { readonly first: number; readonly count: number }, firstHour: number, hours: number) {
		this.firstHour = firstHour;
		this.#hours = hours;
		this.#firstMonitor = monitors.first;
		this.#counts = new Int32Array(monitors.count * hours * FIELDS.length);
	}

	add({ outcome, judgement }: JudgedOutcome): void {
		const { order, observation } = outcome;
		const at = this.#placeOf(order.monitorId, hourOf(minuteOf(order.scheduledAt)));
		this.#increase(at, judgement.verdict, 1);
		if (!isTimed(observation)) return;
		const timeMs = elapsedMs(outcome);
		this.#increase(at, "answered", 1);
		this.#increase(at, "responseSumMs", timeMs);
		const max = at + FIELDS.indexOf("responseMaxMs");
		this.#counts[max] = Math.max(this.#counts[max] ?? 0, timeMs);
	}

	of(monitorId: number, hour: number): CountedHour {
		const at = this.#placeOf(monitorId, hour);
		return Object.fromEntries(
			FIELDS.map((field, index) => [field, this.#counts[at + index] ?? 0]),
		) as unknown as CountedHour;
	}

	#increase(at: number, field: (typeof FIELDS)[number], by: number): void {
		const place = at + FIELDS.indexOf(field);
		this.#counts[place] = (this.#counts[place] ?? 0) + by;
	}

	#placeOf(monitorId: number, hour: number): number {
		const [monitor, place] = [monitorId - this.#firstMonitor, hour - this.firstHour];
		if (place < 0 || place >= this.#hours) throw new RangeError(`Hour ${hour} is not counted`);
		return (monitor * this.#hours + place) * FIELDS.length;
	}
}

export const judgedOf = ({ up, degraded, down }: CountedHour): number => up + degraded + down;
export const checksOf = (hour: CountedHour): number => judgedOf(hour) + hour.missed;

/** Hours added up. */
export function sumOf(hours: readonly CountedHour[]): CountedHour {
	const sum = (field: (typeof FIELDS)[number]) => hours.reduce((all, hour) => all + hour[field], 0);
	return {
		up: sum("up"),
		degraded: sum("degraded"),
		down: sum("down"),
		missed: sum("missed"),
		answered: sum("answered"),
		responseSumMs: sum("responseSumMs"),
		responseMaxMs: hours.reduce((most, { responseMaxMs }) => Math.max(most, responseMaxMs), 0),
	};
}
