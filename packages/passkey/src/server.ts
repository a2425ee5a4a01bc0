/** The server door: issue ceremonies, verify what comes back. */

export { PasskeyError } from "./passkey-error.ts";
export type {
	AttestationPolicy,
	AttestationTrust,
	AttestationType,
	ReceivedAttestation,
} from "./server/attestation-policy.ts";
export type { CeremonyContext, ChallengeCheck } from "./server/ceremony.ts";
export {
	AttestationError,
	type AttestationRefusalReason,
	type AuthenticationRefusal,
	ChallengeMismatchError,
	CounterError,
	CredentialMismatchError,
	CrossOriginError,
	MalformedResponseError,
	OriginMismatchError,
	type RegistrationRefusal,
	RelyingPartyMismatchError,
	SignatureError,
	UnsupportedAlgorithmError,
	UserPresenceError,
	UserVerificationError,
} from "./server/errors.ts";
export type { AuthenticatorExtensionResults, ClientExtensionResults } from "./server/extension-results.ts";
export type { AuthenticationExtensions, PrfValues, RegistrationExtensions } from "./server/issue-extensions.ts";
export type {
	AuthenticateOptions,
	Issued,
	PasskeyReference,
	PasskeyUser,
	RegisterOptions,
} from "./server/issue-options.ts";
export type {
	SignalAllAcceptedCredentialsOptions,
	SignalCurrentUserDetailsOptions,
	SignalUnknownCredentialOptions,
} from "./server/issue-signals.ts";
export {
	RelyingParty,
	type VerifyAuthenticationOptions,
	type VerifyRegistrationOptions,
} from "./server/relying-party.ts";
export type { Framing, RelyingPartyOptions } from "./server/relying-party-options.ts";
export type { JsonRequest } from "./server/request-body.ts";
export type { AuthenticatedPasskey, StoredPasskey } from "./server/verify-authentication.ts";
export type { RegisteredPasskey } from "./server/verify-registration.ts";
export type * from "./webauthn-json.ts";
