/**
 * Reads the parameters of a COSE key on the curve Ed25519 (RFC 9053 §7.2). Runtimes differ in which bytes they take for
 * a key, so the point is decoded here: its encoding is canonical, it lies on the curve, and it is not one of the points
 * of small order, for which anybody could sign.
 */

import { encodeBase64url } from "../../base64url.ts";
import type { CborMap } from "../responses/cbor.ts";
import { bigIntegerFrom } from "./big-integer.ts";
import type { ImportableKey, KeyRefusal } from "./importable-key.ts";

const CURVE = -1;
const X = -2;
const ED25519 = 6;
const KEY_BYTES = 32;

/** The field and the constant of −x² + y² = 1 + dx²y² (RFC 8032 §5.1). */
const P = (1n << 255n) - 19n;
const D = 0x52036cee2b6ffe738cc740797779e89800700a4d4141d8ab75eb4dca135978a3n;
const SIGN_BIT = 1n << 255n;

export function readEd25519Key(parameters: CborMap): ImportableKey | KeyRefusal {
	if (parameters.get(CURVE) !== ED25519) return "unsupported";
	const x = parameters.get(X);
	if (!(x instanceof Uint8Array && x.length === KEY_BYTES)) return "malformed";
	// Little-endian, with the sign of the point's x in the uppermost bit.
	const y = bigIntegerFrom(x.slice().reverse()) & (SIGN_BIT - 1n);
	if (y >= P || isOfSmallOrder(y) || !isOnCurve(y)) return "malformed";
	return { format: "jwk", key: { kty: "OKP", crv: "Ed25519", x: encodeBase64url(x) } };
}

/**
 * Whether a point with this y has an order of 1 or 2 (y = ±1), 4 (y = 0) or 8. Twice a point of order 8 has the order
 * 4: its y is 0, so x² = −y², and the curve's equation is dy⁴ + 2y² − 1 = 0.
 */
function isOfSmallOrder(y: bigint): boolean {
	const square = y * y;
	return (y * (square - 1n) * (D * square ** 2n + 2n * square - 1n)) % P === 0n;
}

/**
 * Whether x² = (y² − 1) / (dy² + 1) has a root: by Euler's criterion, with the denominator multiplied in. The exponent
 * (P − 1) / 2 is 250 ones and 0110 in binary.
 */
function isOnCurve(y: bigint): boolean {
	const square = (y * y) % P;
	const base = ((square - 1n) * (D * square + 1n)) % P;
	return (squared(powerOfOnes(base, 250), 4) * base ** 6n) % P === 1n;
}

/** `base` to the power that is `ones` ones in binary: half the multiplications of a bit at a time. */
function powerOfOnes(base: bigint, ones: number): bigint {
	if (ones === 1) return base;
	const half = powerOfOnes(base, ones >> 1);
	const even = (squared(half, ones >> 1) * half) % P;
	return ones & 1 ? (squared(even, 1) * base) % P : even;
}

function squared(base: bigint, times: number): bigint {
	let power = base;
	for (let time = 0; time < times; time++) power = (power * power) % P;
	return power;
}
