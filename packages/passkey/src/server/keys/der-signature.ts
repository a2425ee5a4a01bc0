/**
 * Reads the DER of an ECDSA signature (RFC 3279 §2.2.3: a sequence of two integers) into the fixed-width form that
 * WebCrypto wants. One encoding a signature: what BER would also allow is no signature, so that no second spelling of
 * an assertion verifies.
 */

import type { Bytes } from "../../bytes.ts";

const SEQUENCE = 0x30;
const INTEGER = 0x02;
/** Before a length in one byte that does not fit in seven bits. */
const LONG_LENGTH = 0x81;

/**
 * `r` and `s` side by side, each `width` bytes wide, or `undefined` when `bytes` are not the DER of two such numbers.
 */
export function parseDerSignature(bytes: Uint8Array, width: number): Bytes | undefined {
	// Two numbers of up to 66 bytes: their lengths are always one byte, and the sequence's two from 128 on.
	const isLong = bytes[1] === LONG_LENGTH;
	const start = isLong ? 3 : 2;
	const length = bytes.length - start;
	if (bytes[0] !== SEQUENCE || bytes[start - 1] !== length || length >= 128 !== isLong) return undefined;
	const rEnd = integerEnd(bytes, start, width);
	const sEnd = integerEnd(bytes, rEnd, width);
	if (sEnd !== bytes.length) return undefined;
	const signature = new Uint8Array(2 * width);
	const r = magnitude(bytes, start, rEnd);
	const s = magnitude(bytes, rEnd, sEnd);
	signature.set(r, width - r.length);
	signature.set(s, 2 * width - s.length);
	return signature;
}

/** Where the positive, minimal INTEGER at `start` ends; NaN, which no later offset equals, when there is none. */
function integerEnd(bytes: Uint8Array, start: number, width: number): number {
	const length = bytes[start + 1] ?? 0;
	const first = bytes[start + 2] ?? 0;
	const second = bytes[start + 3] ?? 0;
	const isPadded = first === 0;
	const isMinimal = isPadded ? length > 1 && second >= 0x80 : first < 0x80;
	const fits = length > 0 && length - (isPadded ? 1 : 0) <= width;
	return bytes[start] === INTEGER && isMinimal && fits ? start + 2 + length : Number.NaN;
}

function magnitude(bytes: Uint8Array, start: number, end: number): Uint8Array {
	return bytes.subarray(start + (bytes[start + 2] === 0 ? 3 : 2), end);
}
