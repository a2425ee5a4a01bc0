/** Reads a COSE_Key (RFC 9052 §7), the form in which authenticators give a credential's public key. */

import type { Bytes } from "../../bytes.ts";
import { decodeCbor } from "../responses/cbor.ts";
import { ALGORITHMS, type Algorithm } from "./algorithm.ts";
import type { ImportableKey, KeyRefusal } from "./importable-key.ts";

export interface PublicKey {
	readonly algorithm: Algorithm;
	readonly importable: ImportableKey;
}

/**
 * The longest RSA key that is taken, of 8,192 bits, has 1,041 bytes. Hosts store a key as it came, ignored parameters
 * included, so a stranger must not choose how much that is.
 */
const MAX_KEY_BYTES = 2_048;

const KEY_TYPE = 1;
const ALGORITHM = 3;

/**
 * The key of one of `algorithms` that `bytes` hold from the first to the last, or why there is none. Parameters that it
 * doesn't know are ignored.
 */
export function parseCoseKey(bytes: Bytes, algorithms: readonly Algorithm[] = ALGORITHMS): PublicKey | KeyRefusal {
	const parameters = decodeCbor(bytes);
	if (!(parameters instanceof Map) || !parameters.has(ALGORITHM)) return "malformed";
	const id = parameters.get(ALGORITHM);
	const algorithm = algorithms.find((each) => each.id === id);
	if (!algorithm || parameters.get(KEY_TYPE) !== algorithm.keyType) return "unsupported";
	const importable = algorithm.readKey(parameters);
	if (typeof importable === "string") return importable;
	return bytes.length > (algorithm.maxKeyBytes ?? MAX_KEY_BYTES) ? "malformed" : { algorithm, importable };
}
