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
import { hasWebAuthn } from "./support.ts";

type SignalName = "signalUnknownCredential" | "signalAllAcceptedCredentials" | "signalCurrentUserDetails";
type Signal<Options> = (options: Options) => Promise<Result<undefined, SignalError>>;

/**
 * Signals that the server does not know a passkey, so that its provider stops offering it. Takes what the server's
 * `RelyingParty.signalUnknownCredential` answers.
 *
 * Fails with `UnsupportedError` where the browser has no signals, `InvalidOptionsError` for unreadable options, or
 * `CeremonyError` when the browser refuses, for example because the relying party id is not the page's.
 *
 * Source: WebAuthn Level 3, §5.1.10.2.
 */
export const signalUnknownCredential = /* @__PURE__ */ signal<UnknownCredentialOptions>("signalUnknownCredential");

/**
 * Signals which passkeys the account has, so that providers stop offering its others. Takes what the server's
 * `RelyingParty.signalAllAcceptedCredentials` answers, for the account that is signed in. A list that is not complete
 * hides passkeys that work. Fails like `signalUnknownCredential`.
 *
 * Source: WebAuthn Level 3, §5.1.10.3.
 */
export const signalAllAcceptedCredentials =
	/* @__PURE__ */ signal<AllAcceptedCredentialsOptions>("signalAllAcceptedCredentials");

/**
 * Signals the account's present names, so that providers show them. Takes what the server's
 * `RelyingParty.signalCurrentUserDetails` answers. Fails like `signalUnknownCredential`.
 *
 * Source: WebAuthn Level 3, §5.1.10.4.
 */
export const signalCurrentUserDetails = /* @__PURE__ */ signal<CurrentUserDetailsOptions>("signalCurrentUserDetails");

function signal<Options>(name: SignalName): Signal<Options> {
	return async (options) => {
		try {
			if (!hasWebAuthn() || !(name in PublicKeyCredential)) throw new UnsupportedError();
			await PublicKeyCredential[name](options as never);
			return success();
		} catch (thrown) {
			return failure(signalError(thrown));
		}
	};
}
