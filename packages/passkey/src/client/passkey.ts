/**
 * The object that pages use. Each ceremony checks for support, reads the options, waits for its turn, calls the browser
 * and writes the response.
 */

import { failure, type Result, success } from "@lapwing/result";
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from "../webauthn-json.ts";
import {
	type AuthenticateError,
	authenticateError,
	CancelledError,
	type RegisterError,
	registerError,
	UnsupportedError,
} from "./errors.ts";
import { cancelLatestCeremony, openCeremony } from "./open-ceremony.ts";
import type { CreationOptionsJSON, RequestOptionsJSON } from "./options-json.ts";
import { readCreationOptions, readRequestOptions } from "./read-options.ts";
import { signalAllAcceptedCredentials, signalCurrentUserDetails, signalUnknownCredential } from "./signals.ts";
import { getClientCapabilities, isAutofillSupported, isPlatformSupported, isSupported } from "./support.ts";
import { extensionResults, writeAuthentication, writeRegistration } from "./write-response.ts";

/** What the page says about one ceremony. */
export interface CeremonyOptions {
	/** Aborting it, with any reason, cancels the ceremony: the result is a `CancelledError`. */
	signal?: AbortSignal | null | undefined;
	/**
	 * Whether the response holds what `prf` answered. Default: false, and the page alone has it: see
	 * {@link Passkey.extensionResults}.
	 */
	sendPrfResults?: boolean | undefined;
}

/** What the page says about one registration. */
export interface RegistrationCeremonyOptions extends CeremonyOptions {
	/**
	 * `conditional` creates a passkey without a prompt, for a person who has just signed in with a password that the
	 * browser filled in. The server verifies it with `userPresence: "optional"`. Default: a prompt.
	 */
	mediation?: "conditional" | undefined;
}

async function register(
	options: CreationOptionsJSON,
	ceremony?: RegistrationCeremonyOptions,
): Promise<Result<RegistrationResponseJSON, RegisterError>> {
	try {
		if (!isSupported()) throw new UnsupportedError();
		const publicKey = readCreationOptions(options);
		const { signal, mediation } = ceremony ?? {};
		const credential = mediation
			? await openCeremony("conditional", signal, async (signal) => {
					// A browser that does not know `mediation` here ignores it, and opens a prompt that nobody asked for.
					if (!(await getClientCapabilities()).conditionalCreate) throw new UnsupportedError();
					return signal.aborted ? null : navigator.credentials.create({ mediation, publicKey, signal } as object);
				})
			: await openCeremony("prompt", signal, (signal) => navigator.credentials.create({ publicKey, signal }));
		if (!credential) throw new CancelledError();
		return success(writeRegistration(credential as PublicKeyCredential, ceremony?.sendPrfResults));
	} catch (thrown) {
		return failure(registerError(thrown));
	}
}

async function authenticate(
	options: RequestOptionsJSON,
	ceremony?: CeremonyOptions,
): Promise<Result<AuthenticationResponseJSON, AuthenticateError>> {
	return signIn(options, ceremony, (publicKey) =>
		openCeremony("prompt", ceremony?.signal, (signal) => navigator.credentials.get({ publicKey, signal })),
	);
}

async function autofill(
	options: RequestOptionsJSON,
	ceremony?: CeremonyOptions,
): Promise<Result<AuthenticationResponseJSON, AuthenticateError>> {
	return signIn(options, ceremony, (publicKey) =>
		openCeremony("conditional", ceremony?.signal, async (signal) => {
			// A browser that does not know the word "conditional" may ignore it, and open a prompt that nobody asked for.
			if (!(await isAutofillSupported())) throw new UnsupportedError();
			return signal.aborted ? null : navigator.credentials.get({ mediation: "conditional", publicKey, signal });
		}),
	);
}

async function signIn(
	options: RequestOptionsJSON,
	ceremony: CeremonyOptions | undefined,
	open: (publicKey: PublicKeyCredentialRequestOptions) => Promise<Credential | null>,
): Promise<Result<AuthenticationResponseJSON, AuthenticateError>> {
	try {
		if (!isSupported()) throw new UnsupportedError();
		const credential = await open(readRequestOptions(options));
		if (!credential) throw new CancelledError();
		return success(writeAuthentication(credential as PublicKeyCredential, ceremony?.sendPrfResults));
	} catch (thrown) {
		return failure(authenticateError(thrown));
	}
}

/**
 * Runs WebAuthn ceremonies in a page, one at a time. Nothing here throws or rejects: every failure is a
 * `PasskeyError` in the result.
 *
 * @example
 * ```ts
 * import { CancelledError, Passkey } from "@lapwing/passkey/client";
 * import { isFailure } from "@lapwing/result";
 *
 * async function signIn(): Promise<"signed in" | "refused" | "dismissed" | "not possible here"> {
 * 	const options = await (await fetch("/passkey/challenge", { method: "POST" })).json();
 * 	const result = await Passkey.authenticate(options);
 * 	if (isFailure(result)) return result.error instanceof CancelledError ? "dismissed" : "not possible here";
 * 	const answer = await fetch("/passkey/verify", { method: "POST", body: JSON.stringify(result.data) });
 * 	return answer.ok ? "signed in" : "refused";
 * }
 * ```
 */
export const Passkey = {
	/**
	 * Creates a credential with the options of the server's `RelyingParty.register` and returns what to send back to
	 * `verifyRegistration`. Call it in a click handler; an open ceremony is aborted first.
	 *
	 * Fails with `UnsupportedError`, `CancelledError`, `AlreadyRegisteredError` (the authenticator holds an excluded
	 * credential), `InvalidOptionsError` or `CeremonyError`. Unreadable options abort no open ceremony.
	 *
	 * With `mediation: "conditional"` there is no prompt and no click is needed. It is cancelled when a prompt is open
	 * or the browser has no recent password sign-in, and unsupported where {@link getClientCapabilities} does not answer
	 * `conditionalCreate: true`.
	 *
	 * Source: WebAuthn Level 3, §5.1.3.
	 */
	register,

	/**
	 * Prompts for a credential with the options of the server's `RelyingParty.authenticate` and returns what to send
	 * back to `verifyAuthentication`. Call it in a click handler; an open ceremony is aborted first.
	 *
	 * Fails with `UnsupportedError`, `CancelledError`, `InvalidOptionsError` or `CeremonyError`.
	 *
	 * Source: WebAuthn Level 3, §5.1.4.
	 */
	authenticate,

	/**
	 * The same under conditional mediation: offers passkeys in the autocomplete menu of an input with
	 * `autocomplete="username webauthn"`, and is pending until the person picks one. Start it as the page loads. It is
	 * cancelled, with `CancelledError`, when a prompt is open and when a prompt starts later.
	 *
	 * Fails like `authenticate`; with `UnsupportedError` also where {@link isAutofillSupported} says false.
	 *
	 * Source: WebAuthn Level 3, §5.1.4; Credential Management Level 1, §2.3.2.
	 */
	autofill,

	/**
	 * What the extensions answered to the ceremony that `response` came from: bytes as bytes, the results of `prf`
	 * included, which are not in the response unless `sendPrfResults` asked for them. Empty when no extension answered,
	 * and for a copy of a response.
	 *
	 * Source: WebAuthn Level 3, §5.1, `getClientExtensionResults`; §10.1.4.
	 */
	extensionResults,

	/** Aborts the open ceremony, if any: its result is a `CancelledError`. Call it when the user leaves the step. */
	cancel: cancelLatestCeremony,

	isSupported,
	isAutofillSupported,
	isPlatformSupported,
	getClientCapabilities,

	/**
	 * Signals that the server does not know a passkey, so that its provider stops offering it. Takes what the server's
	 * `RelyingParty.signalUnknownCredential` answers.
	 *
	 * Fails with `UnsupportedError` where the browser has no signals, `InvalidOptionsError` for unreadable options, or
	 * `CeremonyError` when the browser refuses, for example because the relying party id is not the page's.
	 *
	 * Source: WebAuthn Level 3, §5.1.10.2.
	 */
	signalUnknownCredential,

	/**
	 * Signals which passkeys the account has, so that providers stop offering its others. Takes what the server's
	 * `RelyingParty.signalAllAcceptedCredentials` answers, for the account that is signed in. A list that is not complete
	 * hides passkeys that work. Fails like `signalUnknownCredential`.
	 *
	 * Source: WebAuthn Level 3, §5.1.10.3.
	 */
	signalAllAcceptedCredentials,

	/**
	 * Signals the account's present names, so that providers show them. Takes what the server's
	 * `RelyingParty.signalCurrentUserDetails` answers. Fails like `signalUnknownCredential`.
	 *
	 * Source: WebAuthn Level 3, §5.1.10.4.
	 */
	signalCurrentUserDetails,
};
