/** The testing entry point: a software authenticator for a host's own tests. Never for production. */

export type { AuthenticatorExtension } from "./testing/authenticator-extensions.ts";
export {
	AUTHENTICATION_MISBEHAVIOURS,
	type AuthenticationMisbehaviour,
	type Misbehaviour,
	REGISTRATION_MISBEHAVIOURS,
	type RegistrationMisbehaviour,
} from "./testing/misbehaviour.ts";
export { type InstalledAuthenticator, installAuthenticator } from "./testing/page-credentials.ts";
export {
	type Circumstances,
	SoftwareAuthenticator,
	type SoftwareAuthenticatorOptions,
} from "./testing/software-authenticator.ts";
