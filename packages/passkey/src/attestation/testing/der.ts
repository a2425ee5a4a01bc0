/** Writes DER, for certificates and extensions that tests make. */

import { type Bytes, concatenate } from "../../testing/bytes.ts";

/** An element with that identifier byte. */
function der(identifier: number, ...contents: readonly Uint8Array[]): Bytes {
	const body = concatenate(...contents);
	return concatenate(Uint8Array.of(identifier, ...lengthOf(body.length)), body);
}

/** A constructed, context-specific element, of a tag above 30 as well. */
export function context(tag: number, ...contents: readonly Uint8Array[]): Bytes {
	if (tag < 31) return der(0xa0 | tag, ...contents);
	const body = concatenate(...contents);
	return concatenate(Uint8Array.of(0xbf, 0x80 | (tag >> 7), tag & 127, ...lengthOf(body.length)), body);
}

export const sequence = (...members: readonly Uint8Array[]) => der(0x30, ...members);
export const set = (...members: readonly Uint8Array[]) => der(0x31, ...members);
export const octets = (bytes: Uint8Array) => der(0x04, bytes);
export const integer = (...bytes: readonly number[]) => der(0x02, Uint8Array.from(bytes));
export const enumerated = (value: number) => der(0x0a, Uint8Array.of(value));

function lengthOf(length: number): number[] {
	if (length < 0x80) return [length];
	return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
}
