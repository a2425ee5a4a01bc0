/** Reads an attestation object (WebAuthn Level 3 §6.5.4). attestation.ts judges its statement. */

import type { Bytes } from "../../bytes.ts";
import { type CborMap, type CborValue, decodeCbor } from "./cbor.ts";

interface AttestationObject {
	readonly format: string;
	/** Empty for `compound`, whose statement is a list. */
	readonly statement: CborMap;
	/** That list; other formats have none. */
	readonly statements?: readonly CborValue[];
	readonly authenticatorData: Bytes;
}

/** The attestation object in `bytes`, or `undefined` when there is none. Unknown members are ignored. */
export function parseAttestationObject(bytes: Bytes): AttestationObject | undefined {
	const object = decodeCbor(bytes);
	if (!(object instanceof Map)) return undefined;
	const format = object.get("fmt");
	const statement = object.get("attStmt");
	const authenticatorData = object.get("authData");
	if (typeof format !== "string" || !(authenticatorData instanceof Uint8Array)) return undefined;
	if (format === "compound" && Array.isArray(statement)) {
		return { format, statement: new Map(), statements: statement, authenticatorData };
	}
	return statement instanceof Map ? { format, statement, authenticatorData } : undefined;
}
