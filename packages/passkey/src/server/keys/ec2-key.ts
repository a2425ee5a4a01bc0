/**
 * Reads the parameters of a COSE key on one of the NIST curves (RFC 9053 §7.1.1). Whether the point lies on the curve
 * is tested here, because not every runtime's cryptography tests it on import.
 */

import type { CborMap } from "../responses/cbor.ts";
import { bigIntegerFrom } from "./big-integer.ts";
import type { ImportableKey, KeyRefusal } from "./importable-key.ts";

const CURVE = -1;
const X = -2;
const Y = -3;

/** y² = x³ − 3x + b over a prime field (SP 800-186 §3.2.1). */
export interface Curve {
	/** Its number in the IANA registry of COSE elliptic curves. */
	readonly id: number;
	/** Bytes of a coordinate, and of each of the two numbers of a signature. */
	readonly widthBytes: number;
	readonly field: bigint;
	readonly b: bigint;
	/**
	 * What stands before the two coordinates in the DER of a SubjectPublicKeyInfo: id-ecPublicKey on this curve, and the
	 * first byte of an uncompressed point (RFC 5480 §2). Node imports this form in two thirds of the time of a JWK.
	 */
	readonly spkiPrefix: readonly number[];
}

/** WebAuthn §5.8.5: ES256. */
export const P256: Curve = {
	id: 1,
	widthBytes: 32,
	field: 2n ** 256n - 2n ** 224n + 2n ** 192n + 2n ** 96n - 1n,
	b: 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn,
	// biome-ignore format: bytes
	spkiPrefix: [
		0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01,
		0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04,
	],
};

/** The key on `curve` with these COSE_Key parameters. */
export function readEc2Key(parameters: CborMap, curve: Curve): ImportableKey | KeyRefusal {
	const { id, widthBytes, spkiPrefix } = curve;
	if (parameters.get(CURVE) !== id) return "unsupported";
	const x = parameters.get(X);
	const y = parameters.get(Y);
	if (!(x instanceof Uint8Array && x.length === widthBytes)) return "malformed";
	// A compressed point has a boolean here, which WebAuthn §5.8.5 forbids.
	if (!(y instanceof Uint8Array && y.length === widthBytes)) return "malformed";
	if (!isOnCurve(bigIntegerFrom(x), bigIntegerFrom(y), curve)) return "malformed";
	const key = new Uint8Array(spkiPrefix.length + 2 * widthBytes);
	key.set(spkiPrefix);
	key.set(x, spkiPrefix.length);
	key.set(y, spkiPrefix.length + widthBytes);
	return { format: "spki", key };
}

function isOnCurve(x: bigint, y: bigint, { field, b }: Curve): boolean {
	return x < field && y < field && (y * y - x * x * x + 3n * x - b) % field === 0n;
}
