/** Numbers as bits, the highest bit of each first. A reader never goes beyond the end, whatever the bits are. */

/** The most that is written at once. */
export const MOST_BITS = 24;
/** A number of any size travels in groups of these bits, each after a bit that announces it. */
const GROUP_BITS = 4;
const GROUP_SIZE = 2 ** GROUP_BITS;
/** Groups of Number.MAX_SAFE_INTEGER. */
const MOST_GROUPS = 14;
/** Of four bytes, from any bit of the first one on. */
const SEEN_BITS = 25;

/** The bits are not what a {@link BitWriter} wrote. */
export class BitsExhausted extends Error {
	override readonly name = "BitsExhausted";
}

export class BitWriter {
	/** Of Node's pool: an hour is packed at once, and memory of its own would cost as much as its bits. */
	#bytes: Uint8Array = Buffer.allocUnsafe(512);
	#length = 0;
	/** Bits that are not a whole byte yet, and how many. */
	#rest = 0;
	#restBits = 0;

	/** @param value below 2 to the power of `bits`; @param bits 0–24 */
	write(value: number, bits: number): void {
		this.#rest = ((this.#rest << bits) | value) >>> 0;
		this.#restBits += bits;
		while (this.#restBits >= 8) {
			this.#restBits -= 8;
			if (this.#length === this.#bytes.length) this.#grow();
			this.#bytes[this.#length] = this.#rest >>> this.#restBits;
			this.#length += 1;
		}
		this.#rest &= (1 << this.#restBits) - 1;
	}

	/** @param value a whole number from 0 to Number.MAX_SAFE_INTEGER */
	writeNumber(value: number): void {
		let groups = 1;
		for (let rest = value; rest >= GROUP_SIZE; rest = Math.floor(rest / GROUP_SIZE)) groups += 1;
		for (let at = groups - 1; at >= 0; at -= 1) {
			const group = Math.floor(value / GROUP_SIZE ** at) % GROUP_SIZE;
			this.write((at > 0 ? GROUP_SIZE : 0) + group, GROUP_BITS + 1);
		}
	}

	/** What was written, and `spare` bytes after it; the last byte that was written is filled up with zeros. */
	bytes(spare = 0): Uint8Array {
		const isWhole = this.#restBits === 0;
		const written = new Uint8Array(this.#length + (isWhole ? 0 : 1) + spare);
		written.set(this.#bytes.subarray(0, this.#length));
		if (!isWhole) written[this.#length] = this.#rest << (8 - this.#restBits);
		return written;
	}

	#grow(): void {
		const larger = new Uint8Array(this.#bytes.length * 2);
		larger.set(this.#bytes);
		this.#bytes = larger;
	}
}

export class BitReader {
	/** The bytes, and zeros that are seen beyond the end. */
	readonly #bytes: DataView;
	#at = 0;
	readonly #end: number;

	constructor(bytes: Uint8Array) {
		const copy = new Uint8Array(bytes.length + 4);
		copy.set(bytes);
		this.#bytes = new DataView(copy.buffer);
		this.#end = bytes.length * 8;
	}

	/** @param bits 0–24 */
	read(bits: number): number {
		const from = this.#at;
		const to = from + bits;
		if (to > this.#end || bits > MOST_BITS) throw new BitsExhausted("There are fewer bits than were written");
		this.#at = to;
		return bits === 0 ? 0 : this.#next(from) >>> (32 - bits);
	}

	/** How many ones come next, and reads them with the zero after them; `most`, below 24, when there are as many. */
	readOnes(most: number): number {
		const ones = Math.min(most, Math.clz32(~this.#next(this.#at)));
		const to = this.#at + ones + (ones < most ? 1 : 0);
		if (to > this.#end) throw new BitsExhausted("There are fewer bits than were written");
		this.#at = to;
		return ones;
	}

	/**
	 * Reads Rice codes, each of ones, a zero and `bits` bits, into the places [place, end) of `codes`, for as long as a
	 * code has fewer than `most` ones and is seen at once. Returns the place of the first one that was not read.
	 */
	readCodes(codes: Float64Array, place: number, end: number, most: number, bits: number): number {
		// In a loop of its own, without a call for each: half of the time of a block.
		let at = this.#at;
		let done = place;
		for (; done < end; done += 1) {
			const next = this.#next(at);
			const ones = Math.clz32(~next);
			const length = ones + 1 + bits;
			if (ones >= most || length > SEEN_BITS || at + length > this.#end) break;
			at += length;
			codes[done] = (ones << bits) | (((next << (ones + 1)) >>> 1) >>> (31 - bits));
		}
		this.#at = at;
		return done;
	}

	/** The next {@link SEEN_BITS} bits or more, the first one highest; zeros beyond the end. */
	#next(at: number): number {
		return this.#bytes.getUint32(at >>> 3) << (at & 7);
	}

	readNumber(): number {
		let value = 0;
		for (let groups = 1; groups <= MOST_GROUPS; groups += 1) {
			const group = this.read(GROUP_BITS + 1);
			value = value * GROUP_SIZE + (group % GROUP_SIZE);
			if (group < GROUP_SIZE) {
				if (!Number.isSafeInteger(value)) break;
				return value;
			}
		}
		throw new BitsExhausted("A number is larger than any that is written");
	}

	/** Throws unless all was read but the zeros that fill up the last byte. */
	end(): void {
		const left = this.#end - this.#at;
		if (left >= 8 || this.read(left) !== 0) throw new BitsExhausted("There are more bits than were written");
	}
}

export function writeText(bits: BitWriter, text: string): void {
	const bytes = Buffer.from(text);
	bits.writeNumber(bytes.length);
	for (const byte of bytes) bits.write(byte, 8);
}

export function readText(bits: BitReader): string {
	const length = bits.readNumber();
	const bytes: number[] = [];
	// A length that is not true ends with the bits.
	for (let index = 0; index < length; index += 1) bytes.push(bits.read(8));
	return Buffer.from(bytes).toString();
}
