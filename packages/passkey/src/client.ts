/** The client entry point: runs ceremonies in the browser and returns results. */

export type { AuthenticateError, RegisterError, SignalError } from "./client/errors.ts";
export {
	AlreadyRegisteredError,
	CancelledError,
	CeremonyError,
	InvalidOptionsError,
	UnsupportedError,
} from "./client/errors.ts";
export type { CreationOptionsJSON, RequestOptionsJSON } from "./client/options-json.ts";
export type { CeremonyOptions, RegistrationCeremonyOptions } from "./client/passkey.ts";
export { Passkey } from "./client/passkey.ts";
export type { ClientCapabilities } from "./client/support.ts";
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
