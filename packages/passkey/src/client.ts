/** The browser half: runs the two ceremonies and answers with values. */

export type { AuthenticateError, RegisterError } from "./client/errors.ts";
export {
	AlreadyRegisteredError,
	CancelledError,
	CeremonyError,
	InvalidOptionsError,
	UnsupportedError,
} from "./client/errors.ts";
export type { CreationOptionsJSON, RequestOptionsJSON } from "./client/options-json.ts";
export type { CeremonyOptions } from "./client/passkey.ts";
export { Passkey } from "./client/passkey.ts";
export { PasskeyError } from "./passkey-error.ts";
export type {
	AuthenticationResponseJSON,
	PublicKeyCredentialCreationOptionsJSON,
	PublicKeyCredentialRequestOptionsJSON,
	RegistrationResponseJSON,
} from "./webauthn-json.ts";
