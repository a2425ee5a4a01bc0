/** Reads an attestation object (WebAuthn Level 3 §6.5.4). attestation.ts judges its statement. */

import { type CborMap, decodeCbor } from "./cbor.ts";

export interface AttestationObject {
	readonly format: string;
	readonly statement: CborMap;
	readonly authenticatorData: Uint8Array<ArrayBuffer>;
}

/** The attestation object in `bytes`, or `undefined` when there is none. Unknown members are ignored. */
export function parseAttestationObject(bytes: Uint8Array<ArrayBuffer>): AttestationObject | undefined {
	const object = decodeCbor(bytes);
	if (!(object instanceof Map)) return undefined;
	const format = object.get("fmt");
	const statement = object.get("attStmt");
	const authenticatorData = object.get("authData");
	if (typeof format !== "string" || !(statement instanceof Map) || !(authenticatorData instanceof Uint8Array)) {
		return undefined;
	}
	return { format, statement, authenticatorData };
}
