/**
 * Judges attestation statements (WebAuthn Level 3 §8). Without an attestation
 * policy none is asked for. Only `none` and self-attestation are accepted, which prove no more than possession of the
 * credential's private key. A certificate chain is refused, because nobody has verified it.
 */

import type { Bytes } from "../../bytes.ts";
import type { VerifyingKey } from "../keys/verifying-key.ts";
import type { CborMap } from "../responses/cbor.ts";

/** Whether the statement of that format is one that we accept. `signed` is what a self-attestation signs. */
export async function isAcceptedAttestation(
	format: string,
	statement: CborMap,
	key: VerifyingKey,
	signed: Bytes,
): Promise<boolean> {
	if (format === "none") return statement.size === 0;
	if (format !== "packed") return false;
	// §8.2: of the two forms of the format, the one without certificates has these two members and no other.
	const signature = statement.get("sig");
	if (statement.size !== 2 || statement.get("alg") !== key.algorithm || !(signature instanceof Uint8Array))
		return false;
	return key.verify(signature, signed);
}
