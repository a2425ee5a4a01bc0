/**
 * Reads the DER of an ECDSA signature (RFC 3279 §2.2.3: a sequence of two integers) into the fixed-width form that
 * WebCrypto wants. One encoding a signature: what BER would also allow is no signature, so that no second spelling of
 * an assertion verifies.
 */

const SEQUENCE = 0x30;
const INTEGER = 0x02;

/** `r` and `s` side by side, each `width` bytes wide, or `undefined` when `bytes` are not the DER of two such numbers. */
export function parseDerSignature(bytes: Uint8Array, width: number): Uint8Array<ArrayBuffer> | undefined {
	// Two numbers of up to 33 bytes: lengths are always one byte, and a long form is never minimal.
	if (bytes[0] !== SEQUENCE || bytes[1] !== bytes.length - 2) return undefined;
	const rEnd = integerEnd(bytes, 2, width);
	const sEnd = integerEnd(bytes, rEnd, width);
	if (sEnd !== bytes.length) return undefined;
	const signature = new Uint8Array(2 * width);
	const r = magnitude(bytes, 2, rEnd);
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
