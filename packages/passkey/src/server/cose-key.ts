/** Reads a COSE_Key (RFC 9052 §7), the form in which authenticators hand out a credential's public key. */

import { type Algorithm, algorithmOf } from "./algorithms.ts";
import { decodeCbor } from "./cbor.ts";
import type { ImportableKey, KeyRefusal } from "./importable-key.ts";

export interface PublicKey {
	readonly algorithm: Algorithm;
	readonly importable: ImportableKey;
}

const KEY_TYPE = 1;
const ALGORITHM = 3;

/** The key that `bytes` hold from the first to the last, or why there is none. Parameters it doesn't know are ignored. */
export function parseCoseKey(bytes: Uint8Array<ArrayBuffer>): PublicKey | KeyRefusal {
	const parameters = decodeCbor(bytes);
	if (!(parameters instanceof Map) || !parameters.has(ALGORITHM)) return "malformed";
	const algorithm = algorithmOf(parameters.get(ALGORITHM));
	if (!algorithm || parameters.get(KEY_TYPE) !== algorithm.keyType) return "unsupported";
	const importable = algorithm.readKey(parameters);
	return typeof importable === "string" ? importable : { algorithm, importable };
}
