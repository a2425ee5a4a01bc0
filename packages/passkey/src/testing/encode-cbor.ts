/** Writes CBOR the one way that the server half reads it. Map keys keep the order in which they were put in. */

import type { CborKey, CborMap, CborValue } from "../server/responses/cbor.ts";
import { type Bytes, bigIntegerBytes, concatenate } from "./bytes.ts";

/** A map of these entries; spares callers the union of all their types. */
export function cborMap(...entries: readonly (readonly [key: CborKey, value: CborValue])[]): CborMap {
	return new Map(entries);
}

export function encodeCbor(value: CborValue): Bytes {
	if (value === false) return Uint8Array.of(0xf4);
	if (value === true) return Uint8Array.of(0xf5);
	if (value === null) return Uint8Array.of(0xf6);
	if (typeof value === "number" || typeof value === "bigint") {
		return value >= 0 ? head(0, BigInt(value)) : head(1, -1n - BigInt(value));
	}
	if (typeof value === "string") {
		const text = new TextEncoder().encode(value);
		return concatenate(head(3, text.length), text);
	}
	if (value instanceof Uint8Array) return concatenate(head(2, value.length), value);
	if (Array.isArray(value)) return concatenate(head(4, value.length), ...value.map(encodeCbor));
	const entries = [...value].flatMap(([key, member]) => [encodeCbor(key), encodeCbor(member)]);
	return concatenate(head(5, value.size), ...entries);
}

function head(major: number, argument: bigint | number): Bytes {
	const value = BigInt(argument);
	if (value < 24n) return Uint8Array.of((major << 5) | Number(value));
	const sizeExponent = value < 0x100n ? 0 : value < 0x1_0000n ? 1 : value < 0x1_0000_0000n ? 2 : 3;
	return concatenate(Uint8Array.of((major << 5) | (24 + sizeExponent)), bigIntegerBytes(value, 1 << sizeExponent));
}
