/**
 * Signals: what the page tells passkey providers about the server's records (WebAuthn Level 3 §5.1.10), so that they
 * hide passkeys that no longer work and show the account's present names. A provider answers nothing: a success means
 * that the browser took the signal, not that a passkey changed.
 */

import { failure, type Result, success } from "@lapwing/result";
import type {
	AllAcceptedCredentialsOptions,
	CurrentUserDetailsOptions,
	UnknownCredentialOptions,
} from "../webauthn-json.ts";
import { type SignalError, signalError, UnsupportedError } from "./errors.ts";
import { isSupported } from "./support.ts";

type Signal<Options> = (options: Options) => Promise<Result<undefined, SignalError>>;

export const signalUnknownCredential = /* @__PURE__ */ signal<UnknownCredentialOptions>("signalUnknownCredential");
export const signalAllAcceptedCredentials =
	/* @__PURE__ */ signal<AllAcceptedCredentialsOptions>("signalAllAcceptedCredentials");
export const signalCurrentUserDetails = /* @__PURE__ */ signal<CurrentUserDetailsOptions>("signalCurrentUserDetails");

function signal<Options>(name: string): Signal<Options> {
	return async (options) => {
		try {
			const browser = (isSupported() ? PublicKeyCredential : {}) as Record<string, unknown>;
			if (typeof browser[name] !== "function") throw new UnsupportedError();
			await browser[name](options);
			return success();
		} catch (thrown) {
			return failure(signalError(thrown));
		}
	};
}
