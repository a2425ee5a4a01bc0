/**
 * All outages of a range, for a chart: as many spans as can be told apart on a screen, and sums over every outage.
 * Outages that are closer to each other than that are one span; nothing is left out, however often a monitor flaps.
 */

import type { FailingStatus } from "./outage.ts";

/** A screen has about this many columns. */
export const MAX_SPANS = 500;

/** Epoch milliseconds. */
export interface EndedOutage {
	readonly startedAt: number;
	/** Of a running one: the present. */
	readonly endedAt: number;
	readonly worstStatus: FailingStatus;
	readonly duringMaintenance: boolean;
}

interface OutageSpan extends EndedOutage {
	/** Outages that it stands for: the worst of their statuses; in maintenance where all of them are. */
	readonly outages: number;
}

export interface OutageRange {
	/** Epoch milliseconds, `to` excluded. */
	readonly from: number;
	readonly to: number;
}

export interface OutageSum {
	readonly outages: number;
	/** Lengths within the range: of the outages that were down at any time, and of those that never were. */
	readonly downMs: number;
	readonly degradedMs: number;
	/** Oldest first. */
	readonly spans: readonly OutageSpan[];
}

/** Adds up outages, oldest first; those outside of the range are passed over. */
export class OutageTally {
	readonly #range: OutageRange;
	readonly #leastGapMs: number;
	readonly #spans: OutageSpan[] = [];
	#outages = 0;
	#downMs = 0;
	#degradedMs = 0;

	constructor(range: OutageRange) {
		this.#range = range;
		// Beginnings are at least this far apart, and the first may lie at the beginning of the range.
		this.#leastGapMs = (range.to - range.from) / (MAX_SPANS - 1);
	}

	add(outage: EndedOutage): void {
		const startedAt = Math.max(outage.startedAt, this.#range.from);
		const endedAt = Math.min(outage.endedAt, this.#range.to);
		if (startedAt >= this.#range.to || endedAt < this.#range.from) return;
		this.#outages += 1;
		if (outage.worstStatus === "down") this.#downMs += endedAt - startedAt;
		else this.#degradedMs += endedAt - startedAt;
		const last = this.#spans.at(-1);
		if (last === undefined || startedAt - last.endedAt >= this.#leastGapMs) {
			this.#spans.push({ ...outage, startedAt, endedAt, outages: 1 });
			return;
		}
		this.#spans[this.#spans.length - 1] = {
			startedAt: last.startedAt,
			endedAt: Math.max(last.endedAt, endedAt),
			worstStatus: last.worstStatus === "down" ? "down" : outage.worstStatus,
			duringMaintenance: last.duringMaintenance && outage.duringMaintenance,
			outages: last.outages + 1,
		};
	}

	sum(): OutageSum {
		return {
			outages: this.#outages,
			downMs: this.#downMs,
			degradedMs: this.#degradedMs,
			spans: [...this.#spans],
		};
	}
}
