/** The client entry point: runs ceremonies in the browser and returns results. */

export type {
	AuthenticationCeremonyOptions,
	CeremonyOptions,
	RegistrationCeremonyOptions,
} from "./client/ceremonies.ts";
export { authenticate, autofill, register } from "./client/ceremonies.ts";
export type { AuthenticateError, RegisterError, SignalError } from "./client/errors.ts";
export {
	AlreadyRegisteredError,
	CancelledError,
	CeremonyError,
	InvalidOptionsError,
	UnsupportedError,
} from "./client/errors.ts";
export type { BringOptions } from "./client/keep-offering.ts";
export { cancel } from "./client/keep-offering.ts";
export type { CreationOptionsJSON, RequestOptionsJSON } from "./client/options-json.ts";
export { Passkey } from "./client/passkey.ts";
export { signalAllAcceptedCredentials, signalCurrentUserDetails, signalUnknownCredential } from "./client/signals.ts";
export type { ClientCapabilities } from "./client/support.ts";
export { getClientCapabilities, isAutofillSupported, isPlatformSupported, isSupported } from "./client/support.ts";
export { extensionResults } from "./client/write-response.ts";
export { PasskeyError } from "./passkey-error.ts";
export type {
	AllAcceptedCredentialsOptions,
	AuthenticationResponseJSON,
	CurrentUserDetailsOptions,
	PublicKeyCredentialCreationOptionsJSON,
	PublicKeyCredentialRequestOptionsJSON,
	RegistrationResponseJSON,
	UnknownCredentialOptions,
} from "./webauthn-json.ts";
