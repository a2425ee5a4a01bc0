/**
 * What an algorithm is to this library, and the three that are always there: one row each, and nothing about any of
 * them elsewhere. The rows of those that a host imports when it wants them are in ../algorithms.
 */

import type { Bytes } from "../../bytes.ts";
import type { CborMap } from "../responses/cbor.ts";
import { parseDerSignature } from "./der-signature.ts";
import { P256, readEc2Key } from "./ec2-key.ts";
import { readEd25519Key } from "./ed25519-key.ts";
import type { ImportableKey, KeyRefusal } from "./importable-key.ts";
import { readRsaKey } from "./rsa-key.ts";

/** Import one from `@lapwing/passkey/algorithms` and pass it to `RelyingParty`. Its members are internal. */
export interface Algorithm {
	/** Its number in the IANA registry of COSE algorithms. */
	readonly id: number;
	/** The COSE key type (`kty`) that belongs to it. */
	readonly keyType: number;
	/** The longest COSE_Key that is taken. Default: 2,048, twice the longest RSA key. */
	readonly maxKeyBytes?: number;
	/** The key of that type with these COSE_Key parameters. */
	readonly readKey: (parameters: CborMap) => ImportableKey | KeyRefusal;
	/**
	 * The signature in the form that cryptography wants, or `undefined` when it is not in the one that WebAuthn wants.
	 */
	readonly readSignature: (signature: Bytes) => Bytes | undefined;
	/** What WebCrypto calls it, for importing a key and for verifying. */
	readonly webCrypto: {
		readonly name: string;
		readonly hash?: string;
		readonly namedCurve?: string;
		readonly saltLength?: number;
	};
	/** The digest for `node:crypto`; null when the algorithm defines its own. */
	readonly nodeDigest: "sha256" | "sha384" | "sha512" | null;
	/** RSA's padding for `node:crypto`. Default: PKCS #1 version 1.5. */
	readonly nodePadding?: { readonly padding: number; readonly saltLength: number };
	/** Whether this runtime can verify it. Absent where every runtime can. Synchronous. */
	readonly isAvailable?: () => boolean;
}

/** In the order in which they are offered when the host says nothing. */
export const ALGORITHMS: readonly Algorithm[] = [
	{
		id: -7, // ES256
		keyType: 2, // EC2
		readKey: (parameters) => readEc2Key(parameters, P256),
		readSignature: (signature) => parseDerSignature(signature, P256.widthBytes),
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
