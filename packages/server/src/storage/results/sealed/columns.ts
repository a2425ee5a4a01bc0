/**
 * Columns of numbers as bits, in two forms. *Runs*, for what rarely changes from check to check: each value once, with
 * how often it follows. *Deviations*, for times: the distance of each from the median, as a Rice code, whose length
 * grows with the size of the number and whose parameter fits the column (Golomb 1966, Rice 1979). An outlier costs
 * itself a few bits more and the others none.
 */

import { type BitReader, BitsExhausted, type BitWriter, MOST_BITS } from "./bits.ts";

/** The longest column: the minutes of an hour. A run's length takes six bits. */
export const MOST_VALUES = 60;
const RUN_BITS = 6;
/** Bits of the parameter of a Rice code, and the value that says that all numbers are zero. */
const PARAMETER_BITS = 5;
const ALL_EQUAL = 31;
const MOST_PARAMETER = 20;
/** From this quotient on a number is written as a whole instead. */
const ESCAPE = 20;
/** Which values of a column are there. */
const [NONE, ALL, SOME] = [0, 1, 2];

/** @param values whole numbers from 0 to Number.MAX_SAFE_INTEGER, at most MOST_VALUES */
export function writeRuns(bits: BitWriter, values: readonly number[]): void {
	for (let at = 0; at < values.length; ) {
		const value = values[at] ?? 0;
		let end = at + 1;
		while (end < values.length && values[end] === value) end += 1;
		bits.writeNumber(value);
		if (end === values.length) bits.write(1, 1);
		else bits.write(end - at, 1 + RUN_BITS);
		at = end;
	}
}

export function readRuns(bits: BitReader, length: number): number[] {
	const values: number[] = [];
	while (values.length < length) {
		const value = bits.readNumber();
		for (let left = readRun(bits, length - values.length); left > 0; left -= 1) values.push(value);
	}
	return values;
}

/** Reads what {@link writeRuns} wrote, for the columns after it. */
export function skipRuns(bits: BitReader, length: number): void {
	for (let left = length; left > 0; ) {
		bits.readNumber();
		left -= readRun(bits, left);
	}
}

/** How often a value follows. */
function readRun(bits: BitReader, left: number): number {
	const run = bits.read(1) === 1 ? left : bits.read(RUN_BITS);
	if (run === 0 || run > left) throw new BitsExhausted("A run is longer than its column");
	return run;
}

/** As {@link writeRuns}, for values that may be null. */
export function writeNullableRuns(bits: BitWriter, values: readonly (number | null)[]): void {
	writeRuns(
		bits,
		values.map((value) => (value === null ? 0 : value + 1)),
	);
}

export function readNullableRuns(bits: BitReader, length: number): (number | null)[] {
	return readRuns(bits, length).map((value) => (value === 0 ? null : value - 1));
}

/** The column that is being written. Memory of its own for each would cost as much as its bits. */
const [GIVEN, SORTED] = [new Float64Array(MOST_VALUES), new Float64Array(MOST_VALUES)];

/** @param values whole numbers, at most MOST_VALUES; differences below 2 to the power of 52 */
export function writeDeviations(bits: BitWriter, values: readonly (number | null)[]): void {
	let length = 0;
	for (const value of values) {
		if (value === null) continue;
		GIVEN[length] = value;
		SORTED[length] = value;
		length += 1;
	}
	if (length === values.length) bits.write(ALL, 2);
	else if (length === 0) bits.write(NONE, 2);
	else {
		bits.write(SOME, 2);
		for (const value of values) bits.write(value === null ? 0 : 1, 1);
	}
	if (length === 0) return;
	const folded = GIVEN.subarray(0, length);
	const median = SORTED.subarray(0, length).sort()[length >>> 1] ?? 0;
	for (let place = 0; place < length; place += 1) folded[place] = fold((folded[place] ?? 0) - median);
	bits.writeNumber(fold(median));
	writeRice(bits, folded);
}

/** @param numbers whole numbers from 0 to Number.MAX_SAFE_INTEGER, small ones for the most part */
export function writeRice(bits: BitWriter, numbers: Float64Array): void {
	const parameter = parameterFor(numbers);
	bits.write(parameter, PARAMETER_BITS);
	if (parameter === ALL_EQUAL) return;
	const divisor = 2 ** parameter;
	for (const number of numbers) {
		const quotient = Math.floor(number / divisor);
		if (quotient < ESCAPE) {
			// As many ones as the quotient says, and a zero; in one with the remainder where that fits.
			const ones = (1 << (quotient + 1)) - 2;
			const rest = number % divisor;
			if (quotient + 1 + parameter <= MOST_BITS) bits.write(ones * divisor + rest, quotient + 1 + parameter);
			else {
				bits.write(ones, quotient + 1);
				bits.write(rest, parameter);
			}
		} else {
			bits.write(2 ** ESCAPE - 1, ESCAPE);
			bits.writeNumber(number);
		}
	}
}

/** The column that was read last: its numbers, and which of its values they are. */
const READ = new Float64Array(MOST_VALUES);
const IS_GIVEN: boolean[] = new Array(MOST_VALUES).fill(false);

/** Reads a column into READ and, unless it has all values, IS_GIVEN. */
function readColumn(bits: BitReader, length: number): { readonly median: number; readonly isFull: boolean } {
	const kind = bits.read(2);
	if (kind > SOME) throw new BitsExhausted("A column is of no known kind");
	if (kind !== ALL) IS_GIVEN.fill(false);
	if (kind === NONE) return { median: 0, isFull: false };
	let count = length;
	if (kind === SOME) {
		count = 0;
		for (let place = 0; place < length; place += 1) {
			if (bits.read(1) === 0) continue;
			IS_GIVEN[place] = true;
			count += 1;
		}
	}
	const median = unfold(bits.readNumber());
	readRice(bits, READ, count);
	return { median, isFull: kind === ALL };
}

export function readDeviations(bits: BitReader, length: number): (number | null)[] {
	const { median, isFull } = readColumn(bits, length);
	const values: (number | null)[] = [];
	for (let place = 0, at = 0; place < length; place += 1) {
		if (isFull || IS_GIVEN[place]) {
			values.push(median + unfold(READ[at] ?? 0));
			at += 1;
		} else values.push(null);
	}
	return values;
}

/**
 * Adds what {@link writeDeviations} wrote to `sums`, which has a number for each value.
 * @param absent what a sum becomes that gets no value; null: it stays as it is
 */
export function addDeviations(bits: BitReader, sums: Float64Array, absent: number | null): void {
	const { length } = sums;
	const { median, isFull } = readColumn(bits, length);
	for (let place = 0, at = 0; place < length; place += 1) {
		if (isFull || IS_GIVEN[place]) {
			sums[place] = (sums[place] ?? 0) + median + unfold(READ[at] ?? 0);
			at += 1;
		} else if (absent !== null) sums[place] = absent;
	}
}

/** Reads what {@link writeDeviations} wrote, for the columns after it. */
export function skipDeviations(bits: BitReader, length: number): void {
	readColumn(bits, length);
}

/** Reads what {@link writeRice} wrote into the first `count` of `numbers`. */
export function readRice(bits: BitReader, numbers: Float64Array, count: number): void {
	const parameter = bits.read(PARAMETER_BITS);
	if (parameter === ALL_EQUAL) return void numbers.fill(0, 0, count);
	if (parameter > MOST_PARAMETER) throw new BitsExhausted("A parameter is too large");
	for (let at = 0; ; at += 1) {
		at = bits.readCodes(numbers, at, count, ESCAPE, parameter);
		if (at === count) return;
		const quotient = bits.readOnes(ESCAPE);
		numbers[at] = quotient === ESCAPE ? bits.readNumber() : (quotient << parameter) + bits.read(parameter);
	}
}

/** 0, -1, 1, -2, 2 … as 0, 1, 2, 3, 4 … */
function fold(value: number): number {
	return value < 0 ? -value * 2 - 1 : value * 2;
}

function unfold(number: number): number {
	// Nearly all are small, and whole numbers of 31 bits take a fraction of the time.
	if (number < 2 ** 31) return (number >>> 1) ^ -(number & 1);
	return number % 2 === 1 ? -(number + 1) / 2 : number / 2;
}

/** The parameter of the shortest code, sought around the one that fits the mean. */
function parameterFor(numbers: Float64Array): number {
	let sum = 0;
	for (const number of numbers) sum += number;
	if (sum === 0) return ALL_EQUAL;
	const about = Math.max(0, Math.min(MOST_PARAMETER, Math.round(Math.log2(sum / numbers.length + 1))));
	// Below the mean's, for one outlier lifts the mean by far.
	const [first, last] = [Math.max(0, about - 4), Math.min(MOST_PARAMETER, about + 1)];
	const costs: number[] = new Array(last - first + 1).fill(0);
	for (const number of numbers) {
		const small = number < 2 ** 30 ? number : 2 ** 30;
		let quotient = small >>> first;
		for (let at = 0; at < costs.length; at += 1) {
			const cost = quotient < ESCAPE ? quotient + 1 + first + at : ESCAPE + 5 * Math.ceil((32 - Math.clz32(small)) / 4);
			costs[at] = (costs[at] ?? 0) + cost;
			quotient >>>= 1;
		}
	}
	return first + costs.indexOf(Math.min(...costs));
}
