/**
 * The response times of a monitor's hour as bytes: in order, as the steps from one to the next. Those are small
 * numbers, so 60 times take about 25 bytes as Rice codes (../results/sealed/columns.ts) instead of a byte each. What
 * the times add up to is not stored as long as they are exact.
 */

import { countOf, type LatencyHistogram } from "../../domain/figures/latency-histogram.ts";
import type { RollUp } from "../../domain/figures/roll-up.ts";
import { BitReader, BitsExhausted, BitWriter } from "../results/sealed/bits.ts";
import { readRice, writeRice } from "../results/sealed/columns.ts";

/** In two bits, so that an hour without a response takes a byte. */
const VERSION = 1;
const VERSION_BITS = 2;
/** Far more than the minutes of an hour: bytes that were changed end here. */
const MOST_TIMES = 4_096;

/** The response times of an hour, and what they add up to. */
export type HourTimes = Pick<RollUp, "answered" | "responseSumMs" | "responseMaxMs" | "responseTimes">;

export function encodeTimes(rollUp: HourTimes): Uint8Array {
	const bits = new BitWriter();
	bits.write(VERSION, VERSION_BITS);
	const { times, counts } = rollUp.responseTimes;
	const steps = new Float64Array(countOf(rollUp.responseTimes));
	let [at, before] = [0, 0];
	for (let index = 0; index < times.length; index += 1) {
		const time = times[index] ?? 0;
		// The same time again is a step of zero.
		steps[at] = time - before;
		before = time;
		at += counts[index] ?? 0;
	}
	bits.writeNumber(steps.length);
	if (steps.length > 0) {
		bits.writeNumber(steps[0] ?? 0);
		writeRice(bits, steps.subarray(1));
	}
	// Coarse times no longer add up to what the checks took.
	const isExact = addsUp(rollUp);
	bits.write(isExact ? 1 : 0, 1);
	if (!isExact) {
		for (const number of [rollUp.answered, rollUp.responseSumMs, rollUp.responseMaxMs]) bits.writeNumber(number);
	}
	return bits.bytes();
}

/** What {@link encodeTimes} wrote. Throws BitsExhausted for bytes that it never writes. */
export function decodeTimes(bytes: Uint8Array): HourTimes {
	const bits = new BitReader(bytes);
	if (bits.read(VERSION_BITS) !== VERSION) throw new BitsExhausted("Response times are of no known version");
	const responseTimes = readHistogram(bits);
	const sums =
		bits.read(1) === 1
			? sumsOf(responseTimes)
			: { answered: bits.readNumber(), responseSumMs: bits.readNumber(), responseMaxMs: bits.readNumber() };
	bits.end();
	return { ...sums, responseTimes };
}

function readHistogram(bits: BitReader): LatencyHistogram {
	const length = bits.readNumber();
	if (length > MOST_TIMES) throw new BitsExhausted("An hour has more times than checks");
	const [times, counts]: [number[], number[]] = [[], []];
	if (length > 0) {
		let time = bits.readNumber();
		let count = 1;
		const steps = new Float64Array(length - 1);
		readRice(bits, steps, steps.length);
		for (const step of steps) {
			if (step === 0) {
				count += 1;
				continue;
			}
			times.push(time);
			counts.push(count);
			time += step;
			count = 1;
		}
		times.push(time);
		counts.push(count);
	}
	return { times, counts };
}

function addsUp({ answered, responseSumMs, responseMaxMs, responseTimes }: HourTimes): boolean {
	const sums = sumsOf(responseTimes);
	return answered === sums.answered && responseSumMs === sums.responseSumMs && responseMaxMs === sums.responseMaxMs;
}

function sumsOf({ times, counts }: LatencyHistogram): Omit<HourTimes, "responseTimes"> {
	let [answered, responseSumMs] = [0, 0];
	for (let index = 0; index < counts.length; index += 1) {
		const count = counts[index] ?? 0;
		answered += count;
		responseSumMs += count * (times[index] ?? 0);
	}
	return { answered, responseSumMs, responseMaxMs: times.at(-1) ?? 0 };
}
