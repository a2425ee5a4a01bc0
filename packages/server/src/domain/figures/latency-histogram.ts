/**
 * The number of occurrences of each response time. Exact histograms merge without loss, in any order. The coarse form
 * has a relative precision of 1/32 in a tenth of the space; merging before or after gives the same result.
 *
 * Histograms are exact while single checks are kept, so that percentiles over many hours need no single checks, and
 * coarse afterwards.
 */

import { NumberReader, pushNumber } from "./leb128.ts";

export interface LatencyHistogram {
	/** Whole milliseconds, ascending, each once. */
	readonly times: readonly number[];
	/** How often each occurred, at least 1. */
	readonly counts: readonly number[];
}

/** Significant bits in the coarse form: times below 32 ms stay exact. */
const COARSE_BITS = 5;

/** Times below it, which are nearly all, are counted by their place in FAST. */
const FAST_MS = 2_048;
/** Zeros but while a histogram is made: all share it. A map took three to six times as long. */
const FAST = new Float64Array(FAST_MS);

/** Adds up response times and histograms. */
export class LatencyTally {
	readonly #times: number[] = [];
	readonly #parts: LatencyHistogram[] = [];

	add(timeMs: number): void {
		this.#times.push(timeMs);
	}

	addAll(part: LatencyHistogram): void {
		this.#parts.push(part);
	}

	histogram(): LatencyHistogram {
		const slow = new Map<number, number>();
		let [first, last] = [FAST_MS, -1];
		const add = (time: number, count: number) => {
			if (time >= FAST_MS) {
				slow.set(time, (slow.get(time) ?? 0) + count);
				return;
			}
			FAST[time] = (FAST[time] ?? 0) + count;
			if (time < first) first = time;
			if (time > last) last = time;
		};
		for (const time of this.#times) add(time, 1);
		for (const { times, counts } of this.#parts) {
			for (let index = 0; index < times.length; index += 1) add(times[index] ?? 0, counts[index] ?? 0);
		}
		const times: number[] = [];
		const counts: number[] = [];
		for (let time = first; time <= last; time += 1) {
			const count = FAST[time] ?? 0;
			if (count === 0) continue;
			times.push(time);
			counts.push(count);
			FAST[time] = 0;
		}
		for (const time of [...slow.keys()].sort((a, b) => a - b)) {
			times.push(time);
			counts.push(slow.get(time) ?? 0);
		}
		return { times, counts };
	}
}

/** The coarse form: each time becomes the middle of its bucket. Applying it again changes nothing. */
export function coarse({ times, counts }: LatencyHistogram): LatencyHistogram {
	const coarseTimes: number[] = [];
	const coarseCounts: number[] = [];
	for (let index = 0; index < times.length; index += 1) {
		const time = coarseTime(times[index] ?? 0);
		const count = counts[index] ?? 0;
		// Times ascend, and so do their buckets.
		const last = coarseTimes.length - 1;
		if (coarseTimes[last] === time) coarseCounts[last] = (coarseCounts[last] ?? 0) + count;
		else {
			coarseTimes.push(time);
			coarseCounts.push(count);
		}
	}
	return { times: coarseTimes, counts: coarseCounts };
}

function coarseTime(time: number): number {
	const dropped = Math.max(0, 32 - Math.clz32(time) - COARSE_BITS);
	const width = 2 ** dropped;
	return Math.floor(time / width) * width + Math.floor(width / 2);
}

/** The number of response times. */
export function countOf({ counts }: LatencyHistogram): number {
	return counts.reduce((sum, count) => sum + count, 0);
}

/**
 * The percentile by nearest rank: the smallest time that at least `percent` % of all times do not exceed. 0 when there
 * is none.
 * @param percent whole, 1–100
 */
export function nearestRank(histogram: LatencyHistogram, percent: number): number {
	const { times, counts } = histogram;
	const rank = Math.ceil((percent * countOf(histogram)) / 100);
	for (let index = 0, seen = 0; index < counts.length; index += 1) {
		seen += counts[index] ?? 0;
		if (seen >= rank) return times[index] ?? 0;
	}
	return 0;
}

/**
 * A histogram as bytes: for each time its distance from the one before, doubled, plus one when a count above 1
 * follows; numbers as LEB128. An hour of checks takes about a byte a check.
 */
export function encodeHistogram({ times, counts }: LatencyHistogram): Uint8Array {
	const bytes: number[] = [];
	let before = 0;
	for (const [index, time] of times.entries()) {
		const count = counts[index] ?? 0;
		pushNumber(bytes, (time - before) * 2 + (count > 1 ? 1 : 0));
		if (count > 1) pushNumber(bytes, count);
		before = time;
	}
	return Uint8Array.from(bytes);
}

/** What {@link encodeHistogram} wrote. Throws a RangeError for bytes that end in the middle of a number. */
export function decodeHistogram(bytes: Uint8Array): LatencyHistogram {
	const times: number[] = [];
	const counts: number[] = [];
	const numbers = new NumberReader(bytes);
	let time = 0;
	while (!numbers.isAtEnd) {
		const step = numbers.next();
		time += Math.floor(step / 2);
		times.push(time);
		counts.push(step % 2 === 1 ? numbers.next() : 1);
	}
	return { times, counts };
}
