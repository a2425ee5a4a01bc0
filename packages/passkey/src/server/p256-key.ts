/**
 * Reads the parameters of a COSE key on the curve P-256 (RFC 9053 §7.1.1). Whether the point lies on the curve is
 * tested here, because not every runtime's cryptography tests it on import.
 */

import { encodeBase64url } from "../base64url.ts";
import { bigIntegerFrom } from "./big-integer.ts";
import type { CborMap } from "./cbor.ts";
import type { KeyRefusal, PublicJwk } from "./public-jwk.ts";

const CURVE = -1;
const X = -2;
const Y = -3;
const P256 = 1;
const COORDINATE_BYTES = 32;

/** The field and the constant of y² = x³ − 3x + b (SP 800-186 §3.2.1.3). */
const P = 0xffffffff00000001000000000000000000000000ffffffffffffffffffffffffn;
const B = 0x5ac635d8aa3a93e7b3ebbd55769886bc651d06b0cc53b0f63bce3c3e27d2604bn;

export function readP256Key(parameters: CborMap): PublicJwk | KeyRefusal {
	if (parameters.get(CURVE) !== P256) return "unsupported";
	const x = parameters.get(X);
	const y = parameters.get(Y);
	if (!(x instanceof Uint8Array && x.length === COORDINATE_BYTES)) return "malformed";
	// A compressed point has a boolean here, which WebAuthn §5.8.5 forbids.
	if (!(y instanceof Uint8Array && y.length === COORDINATE_BYTES)) return "malformed";
	if (!isOnCurve(bigIntegerFrom(x), bigIntegerFrom(y))) return "malformed";
	return { kty: "EC", crv: "P-256", x: encodeBase64url(x), y: encodeBase64url(y) };
}

function isOnCurve(x: bigint, y: bigint): boolean {
	return x < P && y < P && (y * y - x * x * x + 3n * x - B) % P === 0n;
}
