/**
 * What our side of a handshake offers. It leaves out everything whose cost the server may choose freely: with
 * finite-field Diffie-Hellman the server picks the prime, and one of 10,000 bits keeps our thread busy for 770 ms.
 * Browsers have not offered it since 2016.
 */

import { createSecureContext, DEFAULT_CIPHERS, type SecureContext, type SecureContextOptions } from "node:tls";

/** No finite-field key exchange, and no DSA keys, whose size the server picks as well. */
const CIPHERS = `${DEFAULT_CIPHERS}:!kDHE:!aDSS`;

/** The named groups that OpenSSL 3.5 offers by itself, without the hybrid one and without the finite-field ones. */
const CLASSIC_GROUPS = "X25519:P-256:X448:P-384:P-521";
const ALL_GROUPS = `X25519MLKEM768:${CLASSIC_GROUPS}`;

/** `hybrid`: X25519MLKEM768, the post-quantum key agreement, goes first. */
export type Offer = "classic" | "hybrid";

/** For a library that makes its own context. */
export function offerOptions(offer: Offer): SecureContextOptions {
	const ecdhCurve = offer === "hybrid" ? ALL_GROUPS : CLASSIC_GROUPS;
	return { ciphers: CIPHERS, ecdhCurve };
}

/**
 * One context for all connections of a dialer: making one parses every root certificate, which costs about half of a
 * handshake. It trusts what Node trusts, NODE_EXTRA_CA_CERTS included.
 */
export function secureContextOf(offer: Offer): SecureContext {
	return createSecureContext(offerOptions(offer));
}
