/**
 * The functions of the client half as one object. Bundlers keep such an object whole, so each function is exported by
 * itself too: with `import * as Passkey from "@lapwing/passkey/client"` a page holds those alone that it calls.
 */

import { authenticate, autofill, register } from "./ceremonies.ts";
import { cancel } from "./keep-offering.ts";
import { signalAllAcceptedCredentials, signalCurrentUserDetails, signalUnknownCredential } from "./signals.ts";
import { getClientCapabilities, isAutofillSupported, isPlatformSupported, isSupported } from "./support.ts";
import { extensionResults } from "./write-response.ts";

/** Runs WebAuthn ceremonies in a page, one at a time. Every failure is a `PasskeyError` in the result. */
export const Passkey = {
	register,
	authenticate,
	autofill,
	cancel,
	extensionResults,
	isSupported,
	isAutofillSupported,
	isPlatformSupported,
	getClientCapabilities,
	signalUnknownCredential,
	signalAllAcceptedCredentials,
	signalCurrentUserDetails,
};
