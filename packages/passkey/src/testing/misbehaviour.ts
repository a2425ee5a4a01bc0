/**
 * The ways in which the software authenticator can misbehave: one for each refusal of the server half, with the name of
 * the error class. A host's test can try each and see that the answers are the same.
 */

export const REGISTRATION_MISBEHAVIOURS = {
	/** Client data that breaks off. */
	"garbled-response": "MalformedResponseError",
	"other-challenge": "ChallengeMismatchError",
	"other-origin": "OriginMismatchError",
	/** Runs inside a cross-origin frame. */
	"cross-origin-frame": "CrossOriginError",
	"other-relying-party": "RelyingPartyMismatchError",
	/** Does not see the user. */
	"absent-user": "UserPresenceError",
	/** Does not verify the user; refused only where that is required. */
	"unverified-user": "UserVerificationError",
	/** A key for ES256K, which no relying party offers. */
	"other-algorithm": "UnsupportedAlgorithmError",
	/** A `packed` statement with a certificate. */
	"certificate-chain": "AttestationError",
} as const;

export const AUTHENTICATION_MISBEHAVIOURS = {
	/** Client data that breaks off. */
	"garbled-response": "MalformedResponseError",
	/** Answers with a credential that was never registered. */
	"other-credential": "CredentialMismatchError",
	"other-challenge": "ChallengeMismatchError",
	"other-origin": "OriginMismatchError",
	/** Runs inside a cross-origin frame. */
	"cross-origin-frame": "CrossOriginError",
	"other-relying-party": "RelyingPartyMismatchError",
	/** Does not see the user. */
	"absent-user": "UserPresenceError",
	/** Does not verify the user; refused only where that is required. */
	"unverified-user": "UserVerificationError",
	/** A good signature, of something else. */
	"broken-signature": "SignatureError",
	/** The counter of the last time, once more. */
	"stale-counter": "CounterError",
} as const;

export type RegistrationMisbehaviour = keyof typeof REGISTRATION_MISBEHAVIOURS;
export type AuthenticationMisbehaviour = keyof typeof AUTHENTICATION_MISBEHAVIOURS;
export type Misbehaviour = RegistrationMisbehaviour | AuthenticationMisbehaviour;
