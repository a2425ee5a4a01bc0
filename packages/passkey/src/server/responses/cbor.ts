/**
 * Reads the CBOR (RFC 8949) that authenticators write: the subset of CTAP 2.1 §8, with one accepted encoding for each
 * value. Indefinite lengths, lengths and integers that are not minimal, tags, floats, `undefined`, other simple values,
 * invalid UTF-8, duplicate keys and keys that are neither integers nor texts are no such CBOR. An order of map keys is
 * not demanded, because real devices don't keep it.
 *
 * Every limit is tested before anything is allocated. Byte strings are views of the input, never copies.
 */

import type { Bytes } from "../../bytes.ts";

export type CborKey = number | bigint | string;
export type CborValue = CborKey | boolean | null | Bytes | CborValue[] | CborMap;
export type CborMap = Map<CborKey, CborValue>;

/** CTAP 2.1 allows 4, but the attestation format `compound` of WebAuthn Level 3 nests a certificate chain 5 deep. */
export const MAX_DEPTH = 8;

/** Values in one input, all levels together. The largest real attestation objects hold about 30. */
export const MAX_VALUES = 1_000;

const UNSIGNED = 0;
const NEGATIVE = 1;
const BYTES = 2;
const TEXT = 3;
const ARRAY = 4;
const MAP = 5;
const SIMPLE = 7;

/** The value that `bytes` encode from the first to the last, or `undefined` when they are not exactly one. */
export function decodeCbor(bytes: Bytes): CborValue | undefined {
	const first = decodeFirstCbor(bytes);
	return first?.rest.length === 0 ? first.value : undefined;
}

/** The value at the beginning of `bytes` and what follows it, or `undefined` when they begin with none. */
export function decodeFirstCbor(bytes: Bytes): { value: CborValue; rest: Bytes } | undefined {
	const reader = new CborReader(bytes);
	const value = reader.value(0);
	return value === undefined ? undefined : { value, rest: bytes.subarray(reader.offset) };
}

class CborReader {
	offset = 0;
	readonly #bytes: Bytes;
	#values = 0;

	constructor(bytes: Bytes) {
		this.#bytes = bytes;
	}

	value(depth: number): CborValue | undefined {
		const initial = this.#bytes[this.offset++];
		if (initial === undefined || depth > MAX_DEPTH || ++this.#values > MAX_VALUES) return undefined;
		const major = initial >> 5;
		if (major === SIMPLE) return simple(initial);
		const argument = this.#argument(initial & 31);
		if (argument === undefined) return undefined;
		if (major === UNSIGNED) return argument;
		if (major === NEGATIVE) return negative(argument);

		// No string is longer than what is left, and no container holds more members than there are bytes left.
		if (argument > this.#bytes.length - this.offset) return undefined;
		const count = Number(argument);
		if (major === BYTES) return this.#take(count);
		if (major === TEXT) return utf8(this.#take(count));
		if (major === ARRAY) return this.#array(count, depth);
		return major === MAP ? this.#map(count, depth) : undefined;
	}

	/** The number after an initial byte: the byte's own five bits, or the 1, 2, 4 or 8 bytes that they announce. */
	#argument(low: number): number | bigint | undefined {
		if (low < 24) return low;
		if (low > 27) return undefined;
		const size = 1 << (low - 24);
		if (this.#bytes.length - this.offset < size) return undefined;
		let argument = 0;
		if (size === 8) {
			const big = new DataView(this.#bytes.buffer, this.#bytes.byteOffset + this.offset).getBigUint64(0);
			this.offset += 8;
			if (big < 0x1_0000_0000n) return undefined;
			return big <= Number.MAX_SAFE_INTEGER ? Number(big) : big;
		}
		for (const byte of this.#take(size)) argument = argument * 256 + byte;
		return argument >= (size === 1 ? 24 : 256 ** (size / 2)) ? argument : undefined;
	}

	#take(count: number): Bytes {
		const start = this.offset;
		this.offset += count;
		return this.#bytes.subarray(start, this.offset);
	}

	#array(count: number, depth: number): CborValue[] | undefined {
		const array: CborValue[] = [];
		while (array.length < count) {
			const value = this.value(depth + 1);
			if (value === undefined) return undefined;
			array.push(value);
		}
		return array;
	}

	#map(count: number, depth: number): CborMap | undefined {
		const map: CborMap = new Map();
		while (map.size < count) {
			const key = this.value(depth + 1);
			if ((typeof key !== "string" && typeof key !== "number" && typeof key !== "bigint") || map.has(key)) {
				return undefined;
			}
			const value = this.value(depth + 1);
			if (value === undefined) return undefined;
			map.set(key, value);
		}
		return map;
	}
}

function simple(initial: number): boolean | null | undefined {
	if (initial === 0xf4) return false;
	if (initial === 0xf5) return true;
	return initial === 0xf6 ? null : undefined;
}

function negative(argument: number | bigint): number | bigint {
	const isSafe = typeof argument === "number" && argument < Number.MAX_SAFE_INTEGER;
	return isSafe ? -1 - argument : -1n - BigInt(argument);
}

function utf8(bytes: Uint8Array): string | undefined {
	try {
		// The BOM is kept: a text with one is not the text without.
		return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
	} catch {
		return undefined;
	}
}
