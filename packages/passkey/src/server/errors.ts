/**
 * The twelve refusals of the server half. Each class is one step of the verification. A message never holds a received
 * or expected value, so that logging an error can't leak a challenge, an origin or a key; `detail` holds the facts.
 */

import { PasskeyError } from "../passkey-error.ts";

/** Facts about a refusal, by name. Texts have at most 200 characters, with their controls escaped. */
export type RefusalDetail = Readonly<Record<string, string | number | boolean | readonly string[]>>;

type Facts = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** What every refusal has. */
export abstract class VerificationError extends PasskeyError {
	/** A fixed sentence. */
	protected static readonly sentence: string;
	readonly #detail: RefusalDetail;

	constructor(facts: Facts = {}, part = "") {
		super(new.target.sentence + part);
		const known: Record<string, RefusalDetail[string]> = {};
		for (const [name, fact] of Object.entries(facts)) if (fact !== undefined) known[name] = bounded(fact);
		this.#detail = Object.freeze(known);
	}

	/**
	 * What was received and what was expected, for whoever looks for the cause: `explain` puts it in words. It comes
	 * from strangers, so it stands in no message, and no logger and no `JSON.stringify` finds it by itself.
	 */
	get detail(): RefusalDetail {
		return this.#detail;
	}
}

/** Characters of a fact. */
const MAX_FACT_LENGTH = 200;

/** Whatever is not printable ASCII could write in the log or the terminal of whoever prints it. */
function bounded<Fact>(fact: Fact): Fact {
	if (Array.isArray(fact)) return Object.freeze(fact.map(bounded)) as Fact;
	if (typeof fact !== "string") return fact;
	const escaped = fact
		.slice(0, MAX_FACT_LENGTH)
		.replace(/[^ -~]/gu, (character) => `\\u{${character.codePointAt(0)?.toString(16)}}`);
	return escaped.slice(0, MAX_FACT_LENGTH) as Fact;
}

/** The response is not what a browser sends, or a part of it is not in the encoding that the standard requires. */
export class MalformedResponseError extends VerificationError {
	static override readonly sentence = "The response is malformed: ";
	override readonly name = "MalformedResponseError";
	/**
	 * @param part which part, in the standard's words.
	 * @param detail the member and what is wrong with it.
	 */
	constructor(part: string, detail?: Facts) {
		super(detail, part);
	}
}

/** The response answers another challenge than the one that was stored for this ceremony. */
export class ChallengeMismatchError extends VerificationError {
	static override readonly sentence = "The response answers another challenge";
	override readonly name = "ChallengeMismatchError";
}

/** The ceremony ran on an origin that is not among the relying party's. */
export class OriginMismatchError extends VerificationError {
	static override readonly sentence = "The ceremony ran on an origin that is not allowed";
	override readonly name = "OriginMismatchError";
}

/** The ceremony ran inside a cross-origin frame that `allowFramed` does not allow. */
export class CrossOriginError extends VerificationError {
	static override readonly sentence = "The ceremony ran inside a cross-origin frame";
	override readonly name = "CrossOriginError";
}

/** The authenticator answered for another relying party id. */
export class RelyingPartyMismatchError extends VerificationError {
	static override readonly sentence = "The authenticator answered for another relying party";
	override readonly name = "RelyingPartyMismatchError";
}

/**
 * The attestation statement is of a format that is refused, carries a certificate chain, is not empty or not valid; or,
 * under an attestation policy, it does not prove what the policy asks for.
 */
export class AttestationError extends VerificationError {
	static override readonly sentence = "The attestation statement is unsupported or not valid";
	override readonly name = "AttestationError";
	/** Which check of the attestation policy refused; undefined without a policy. For logs, not for visitors. */
	readonly reason: AttestationRefusalReason | undefined;
	constructor(reason?: AttestationRefusalReason, detail: Facts = {}) {
		super({ ...detail, reason });
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
export class UserPresenceError extends VerificationError {
	static override readonly sentence = "The user was not present";
	override readonly name = "UserPresenceError";
}

/** User verification was required, and the authenticator verified nobody. */
export class UserVerificationError extends VerificationError {
	static override readonly sentence = "The user was not verified";
	override readonly name = "UserVerificationError";
}

/** The assertion was made with another credential than the stored one. */
export class CredentialMismatchError extends VerificationError {
	static override readonly sentence = "The assertion was made with another credential";
	override readonly name = "CredentialMismatchError";
}

/** The signature was not made with the stored key over the received data. */
export class SignatureError extends VerificationError {
	static override readonly sentence = "The signature does not verify";
	override readonly name = "SignatureError";
}

/** The signature counter did not rise: the authenticator may have been cloned, or the assertion is an old one. */
export class CounterError extends VerificationError {
	static override readonly sentence = "The signature counter did not grow";
	override readonly name = "CounterError";
}

/** The credential's key is of a kind that this relying party did not offer, or is too weak. */
export class UnsupportedAlgorithmError extends VerificationError {
	static override readonly sentence = "The credential's algorithm or key is not supported";
	override readonly name = "UnsupportedAlgorithmError";
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
