/** Reads the parameters of a COSE RSA key (RFC 8230 §4), and limits the work that a stranger's key can cause. */

import { encodeBase64url } from "../../base64url.ts";
import type { CborMap } from "../responses/cbor.ts";
import type { ImportableKey, KeyRefusal } from "./importable-key.ts";

const MODULUS = -1;
const EXPONENT = -2;

/** RFC 8230 §6.1: shorter keys must not be used. */
const MIN_MODULUS_BITS = 2048;
/** No authenticator has longer keys, and a signature by one of this length takes a millisecond to verify. */
const MAX_MODULUS_BITS = 8192;
/** Every authenticator uses 65537; BoringSSL, under browsers and workerd, takes no exponent over 33 bits. */
const MAX_EXPONENT_BYTES = 4;

export function readRsaKey(parameters: CborMap): ImportableKey | KeyRefusal {
	const n = parameters.get(MODULUS);
	const e = parameters.get(EXPONENT);
	if (!isOddMinimal(n) || !isOddMinimal(e)) return "malformed";
	const modulusBits = n.length * 8 - Math.clz32(n[0] ?? 0) + 24;
	if (modulusBits < MIN_MODULUS_BITS || modulusBits > MAX_MODULUS_BITS) return "unsupported";
	if (e.length > MAX_EXPONENT_BYTES) return "unsupported";
	if (e.length === 1 && e[0] === 1) return "malformed";
	return { format: "jwk", key: { kty: "RSA", n: encodeBase64url(n), e: encodeBase64url(e) } };
}

/** Whether `value` is an odd number without leading zeros: no modulus and no exponent is even. */
function isOddMinimal(value: unknown): value is Uint8Array {
	return value instanceof Uint8Array && value[0] !== 0 && ((value.at(-1) ?? 0) & 1) === 1;
}
