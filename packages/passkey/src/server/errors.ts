/**
 * The twelve refusals of the server half. Each class is one step of the verification. A message never holds a received
 * or expected value, so that logging an error can't leak a challenge, an origin or a key.
 */

import { PasskeyError } from "../passkey-error.ts";

/** The response is not what a browser sends, or a part of it is not in the encoding that the standard requires. */
export class MalformedResponseError extends PasskeyError {
	override readonly name = "MalformedResponseError";
	/** @param part which part, in the standard's words. */
	constructor(part: string) {
		super(`The response is malformed: ${part}`);
	}
}

/** The response answers another challenge than the one that was stored for this ceremony. */
export class ChallengeMismatchError extends PasskeyError {
	override readonly name = "ChallengeMismatchError";
	constructor() {
		super("The response answers another challenge");
	}
}

/** The ceremony ran on an origin that is not among the relying party's. */
export class OriginMismatchError extends PasskeyError {
	override readonly name = "OriginMismatchError";
	constructor() {
		super("The ceremony ran on an origin that is not allowed");
	}
}

/** The ceremony ran inside a cross-origin frame that `allowFramed` does not allow. */
export class CrossOriginError extends PasskeyError {
	override readonly name = "CrossOriginError";
	constructor() {
		super("The ceremony ran inside a cross-origin frame");
	}
}

/** The authenticator answered for another relying party id. */
export class RelyingPartyMismatchError extends PasskeyError {
	override readonly name = "RelyingPartyMismatchError";
	constructor() {
		super("The authenticator answered for another relying party");
	}
}

/**
 * The attestation statement is of a format that is refused, carries a certificate chain, is not empty or not valid; or,
 * under an attestation policy, it does not prove what the policy asks for.
 */
export class AttestationError extends PasskeyError {
	override readonly name = "AttestationError";
	/** Which check of the attestation policy refused; undefined without a policy. For logs, not for visitors. */
	readonly reason: AttestationRefusalReason | undefined;
	constructor(reason?: AttestationRefusalReason) {
		super("The attestation statement is unsupported or not valid");
		this.reason = reason;
	}
}

/** The checks of an attestation policy. */
export type AttestationRefusalReason =
	/** `none` or self attestation, which the policy does not take. */
	| "unattested"
	/** A format that the policy does not take. */
	| "format"
	/** Not the syntax of its format, or a certificate that can't be read. */
	| "statement"
	/** An algorithm, or a key, that nobody should rely on or that this runtime can't verify. */
	| "algorithm"
	| "signature"
	/** The attestation certificate lacks what its format demands of it. */
	| "certificate"
	/** The certificate was made for another model. */
	| "aaguid"
	/** The statement speaks of another credential key. */
	| "public-key"
	/** The statement was made for another ceremony. */
	| "nonce"
	/** What a TPM certified is not this key, or is nothing that a TPM certifies. */
	| "certified"
	/** An Android key that was not generated for signing inside the secure environment, or that every app may use. */
	| "authorization-list"
	/** The certificates lead to no trust anchor. */
	| "untrusted"
	/** A certificate is not valid yet, or not any more. */
	| "expired"
	| "revoked"
	/** The FIDO metadata report this model as broken. */
	| "status";

/** The authenticator did not see a user. */
export class UserPresenceError extends PasskeyError {
	override readonly name = "UserPresenceError";
	constructor() {
		super("The user was not present");
	}
}

/** User verification was required, and the authenticator verified nobody. */
export class UserVerificationError extends PasskeyError {
	override readonly name = "UserVerificationError";
	constructor() {
		super("The user was not verified");
	}
}

/** The assertion was made with another credential than the stored one. */
export class CredentialMismatchError extends PasskeyError {
	override readonly name = "CredentialMismatchError";
	constructor() {
		super("The assertion was made with another credential");
	}
}

/** The signature was not made with the stored key over the received data. */
export class SignatureError extends PasskeyError {
	override readonly name = "SignatureError";
	constructor() {
		super("The signature does not verify");
	}
}

/** The signature counter did not rise: the authenticator may have been cloned, or the assertion is an old one. */
export class CounterError extends PasskeyError {
	override readonly name = "CounterError";
	constructor() {
		super("The signature counter did not grow");
	}
}

/** The credential's key is of a kind that this relying party did not offer, or is too weak. */
export class UnsupportedAlgorithmError extends PasskeyError {
	override readonly name = "UnsupportedAlgorithmError";
	constructor() {
		super("The credential's algorithm or key is not supported");
	}
}

/** What `verifyRegistration` can refuse with. */
export type RegistrationRefusal =
	| MalformedResponseError
	| ChallengeMismatchError
	| OriginMismatchError
	| CrossOriginError
	| RelyingPartyMismatchError
	| UserPresenceError
	| UserVerificationError
	| UnsupportedAlgorithmError
	| AttestationError;

/** What `verifyAuthentication` can refuse with. */
export type AuthenticationRefusal =
	| MalformedResponseError
	| CredentialMismatchError
	| ChallengeMismatchError
	| OriginMismatchError
	| CrossOriginError
	| RelyingPartyMismatchError
	| UserPresenceError
	| UserVerificationError
	| UnsupportedAlgorithmError
	| SignatureError
	| CounterError;
