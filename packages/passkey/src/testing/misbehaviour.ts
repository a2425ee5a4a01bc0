/**
 * The ways in which the software authenticator can be told to misbehave: one for each refusal of the server half, and
 * the name of the class that refuses it. A host's test can walk a table and see that each is turned away alike.
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
