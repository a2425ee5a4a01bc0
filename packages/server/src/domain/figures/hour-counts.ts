/**
 * How many checks of a team were judged in each minute of an hour, and how many of them were successful. Most minutes
 * are like the one before, so an hour is a few bytes.
 */

import { NumberReader, pushNumber } from "./leb128.ts";
import { MINUTES_AN_HOUR } from "./roll-up.ts";

export class HourCounts {
	/** By the index of the minute in its hour. */
	readonly total = new Int32Array(MINUTES_AN_HOUR);
	/** Never more than `total`. */
	readonly successful = new Int32Array(MINUTES_AN_HOUR);

	set(index: number, total: number, successful: number): void {
		this.total[index] = Math.max(0, total);
		this.successful[index] = Math.max(0, Math.min(total, successful));
	}

	add(index: number, total: number, successful: number): void {
		this.set(index, (this.total[index] ?? 0) + total, (this.successful[index] ?? 0) + successful);
	}

	subtract(others: HourCounts): void {
		for (let index = 0; index < MINUTES_AN_HOUR; index += 1) {
			this.add(index, -(others.total[index] ?? 0), -(others.successful[index] ?? 0));
		}
	}

	get isEmpty(): boolean {
		return this.total.every((total) => total === 0);
	}

	/** Runs of equal minutes: how many, their checks, and those that were not successful; as LEB128. */
	encode(): Uint8Array {
		const bytes: number[] = [];
		for (let index = 0; index < MINUTES_AN_HOUR; ) {
			const [total, successful] = [this.total[index] ?? 0, this.successful[index] ?? 0];
			let end = index + 1;
			while (end < MINUTES_AN_HOUR && this.total[end] === total && this.successful[end] === successful) end += 1;
			pushNumber(bytes, end - index);
			pushNumber(bytes, total);
			pushNumber(bytes, total - successful);
			index = end;
		}
		return Uint8Array.from(bytes);
	}

	/** What {@link encode} wrote. Throws a RangeError for bytes that it never writes. */
	static decode(bytes: Uint8Array): HourCounts {
		const counts = new HourCounts();
		const numbers = new NumberReader(bytes);
		for (let index = 0; index < MINUTES_AN_HOUR; ) {
			const end = index + numbers.next();
			const total = numbers.next();
			const successful = total - numbers.next();
			if (end === index || end > MINUTES_AN_HOUR) throw new RangeError("Minutes of counts do not make an hour");
			counts.total.fill(total, index, end);
			counts.successful.fill(successful, index, end);
			index = end;
		}
		return counts;
	}
}
