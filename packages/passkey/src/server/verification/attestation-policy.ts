/**
 * What the server half asks of whoever judges attestation statements. `@lapwing/passkey/attestation` makes such a
 * policy; nothing of it is imported here, so that a host without it pays for none of its certificates.
 */

import type { Bytes } from "../../bytes.ts";
import type { AttestationError } from "../errors.ts";
import type { VerifyingKey } from "../keys/verifying-key.ts";
import type { CborMap, CborValue } from "../responses/cbor.ts";

/** Made by `attestationPolicy` of `@lapwing/passkey/attestation`; an option of `RelyingParty`. */
export interface AttestationPolicy {
	/** What registrations ask browsers for (WebAuthn Level 3 §5.4.7). */
	readonly conveyance: "indirect" | "direct" | "enterprise";
	/** The formats that are accepted, the preferred first, as registrations name them. */
	readonly formats: readonly string[];
	/** What the statement proves, or the refusal. Never throws for anything a client can send. */
	judge(statement: ReceivedAttestation): Promise<AttestationTrust | AttestationError>;
}

/** A statement and what it speaks of, all of it parsed and, but for the statement, judged already. */
export interface ReceivedAttestation {
	readonly format: string;
	readonly statement: CborMap;
	/** Those in a `compound` statement. */
	readonly statements?: readonly CborValue[] | undefined;
	readonly authenticatorData: Bytes;
	readonly clientDataHash: Bytes;
	readonly rpIdHash: Uint8Array;
	readonly aaguid: Uint8Array;
	readonly credentialId: Uint8Array;
	/** The bytes of the COSE_Key, and the key that they hold. */
	readonly publicKey: Bytes;
	readonly key: VerifyingKey;
}

/**
 * The attestation types of WebAuthn Level 3 §6.5.4. `basic-or-attca`: the statement looks alike in both, and no
 * metadata told which it is.
 */
export type AttestationType = "none" | "self" | "basic" | "attca" | "anonca" | "basic-or-attca";

/** What an accepted attestation statement proves. */
export interface AttestationTrust {
	type: AttestationType;
	/**
	 * The certificates from the attestation's own to the trust anchor, both included, each the base64 of its DER. Empty
	 * for `none` and `self`.
	 */
	path: string[];
	/** Whether the path ends at a root that the metadata's entry of this model names. `aaguid` is a claim otherwise. */
	modelProven: boolean;
	/** Why the model is not proven; absent where it is. */
	unproven?: ModelUnprovenReason;
	/** What the FIDO Metadata Service says of this model; absent unless the model is proven. */
	metadata?: MetadataBlobEntry;
}

/**
 * `unattested`: `none` or `self`. `no-metadata`: the policy has none. `no-entry`: they don't know the model.
 * `own-anchor`: they do, and the path leads to one of the policy's own `trustAnchors`, not to a root of the model.
 */
export type ModelUnprovenReason = "unattested" | "no-metadata" | "no-entry" | "own-anchor";

/** An entry of the blob as FIDO publishes it. More members than these may be there. */
export interface MetadataBlobEntry {
	readonly aaguid?: string;
	readonly attestationCertificateKeyIdentifiers?: readonly string[];
	readonly metadataStatement?: MetadataStatement;
	readonly statusReports?: readonly StatusReport[];
	readonly [member: string]: unknown;
}

export interface MetadataStatement {
	readonly description?: string;
	readonly attestationTypes?: readonly string[];
	/** Base64 of DER. */
	readonly attestationRootCertificates?: readonly string[];
	readonly [member: string]: unknown;
}

export interface StatusReport {
	readonly status?: string;
	/** `YYYY-MM-DD`. In effect from the first to before the second; always, where both are missing. */
	readonly effectiveDate?: string;
	readonly sunsetDate?: string;
	readonly [member: string]: unknown;
}
