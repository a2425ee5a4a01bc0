/** The server entry point: issues the options of ceremonies and verifies the responses. */

export { PasskeyError } from "./passkey-error.ts";
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
	type RefusalDetail,
	type RegistrationRefusal,
	RelyingPartyMismatchError,
	SignatureError,
	UnsupportedAlgorithmError,
	UserPresenceError,
	UserVerificationError,
	type VerificationError,
} from "./server/errors.ts";
export type { AuthenticationExtensions, PrfValues, RegistrationExtensions } from "./server/options/issue-extensions.ts";
export type {
	AuthenticateOptions,
	Issued,
	PasskeyReference,
	PasskeyUser,
	RegisterOptions,
} from "./server/options/issue-options.ts";
export type {
	SignalAllAcceptedCredentialsOptions,
	SignalCurrentUserDetailsOptions,
	SignalUnknownCredentialOptions,
} from "./server/options/issue-signals.ts";
export type { Framing, OriginCheck, RelyingPartyOptions } from "./server/options/relying-party-options.ts";
export {
	RelyingParty,
	type VerifyAuthenticationOptions,
	type VerifyRegistrationOptions,
} from "./server/relying-party.ts";
export type { AuthenticatorExtensionResults, ClientExtensionResults } from "./server/responses/extension-results.ts";
export type { JsonRequest } from "./server/responses/request-body.ts";
export type {
	AttestationPolicy,
	AttestationTrust,
	AttestationType,
	MetadataBlobEntry,
	MetadataStatement,
	ModelUnprovenReason,
	ReceivedAttestation,
	StatusReport,
} from "./server/verification/attestation-policy.ts";
export type { CeremonyContext, ChallengeCheck } from "./server/verification/ceremony.ts";
export type {
	AuthenticatedPasskey,
	PasskeyLookup,
	StoredPasskey,
} from "./server/verification/verify-authentication.ts";
export type { RegisteredPasskey, VerifiedRegistration } from "./server/verification/verify-registration.ts";
export type * from "./webauthn-json.ts";
