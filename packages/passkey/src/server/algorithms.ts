/**
 * The algorithms that this library verifies: one row each, and nothing about any of them elsewhere. A further one is
 * a row here and, when its key is of a new kind, a reader of that kind.
 */

import type { CborMap } from "./cbor.ts";
import { parseDerSignature } from "./der-signature.ts";
import { readEd25519Key } from "./ed25519-key.ts";
import type { ImportableKey, KeyRefusal } from "./importable-key.ts";
import { readP256Key } from "./p256-key.ts";
import { readRsaKey } from "./rsa-key.ts";

export interface Algorithm {
	/** Its number in the IANA registry of COSE algorithms. */
	readonly id: number;
	/** The COSE key type (`kty`) that belongs to it. */
	readonly keyType: number;
	/** The key of that type with these COSE_Key parameters. */
	readonly readKey: (parameters: CborMap) => ImportableKey | KeyRefusal;
	/** The signature in the form that cryptography wants, or `undefined` when it is not in the one that WebAuthn wants. */
	readonly readSignature: (signature: Uint8Array<ArrayBuffer>) => Uint8Array<ArrayBuffer> | undefined;
	/** What WebCrypto calls it, for importing a key and for verifying alike. */
	readonly webCrypto: { readonly name: string; readonly hash?: string; readonly namedCurve?: string };
	/** The digest that `node:crypto` wants named; null where the algorithm has its own. */
	readonly nodeDigest: "sha256" | null;
}

const P256_WIDTH_BYTES = 32;

/** In the order in which they are offered when the host says nothing. */
export const ALGORITHMS: readonly Algorithm[] = [
	{
		id: -7, // ES256
		keyType: 2, // EC2
		readKey: readP256Key,
		readSignature: (signature) => parseDerSignature(signature, P256_WIDTH_BYTES),
		webCrypto: { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" },
		nodeDigest: "sha256",
	},
	{
		id: -257, // RS256
		keyType: 3, // RSA
		readKey: readRsaKey,
		readSignature: (signature) => signature,
		webCrypto: { name: "RSASSA-PKCS1-v1_5", hash: "SHA-256" },
		nodeDigest: "sha256",
	},
	{
		id: -8, // EdDSA
		keyType: 1, // OKP
		readKey: readEd25519Key,
		readSignature: (signature) => signature,
		webCrypto: { name: "Ed25519" },
		nodeDigest: null,
	},
];

/** The algorithm with that COSE number, if it is one of ours. */
export function algorithmOf(id: unknown): Algorithm | undefined {
	return ALGORITHMS.find((algorithm) => algorithm.id === id);
}
