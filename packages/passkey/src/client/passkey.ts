/** The object that pages use. Each ceremony is: can we, read the options, take the page's one turn, write the answer. */

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
import { isAutofillSupported, isPlatformSupported, isSupported } from "./support.ts";
import { writeAuthentication, writeRegistration } from "./write-response.ts";

/** What the page says about one ceremony. */
export interface CeremonyOptions {
	/** Aborting it, with whatever reason, cancels the ceremony: the result is a `CancelledError`. */
	signal?: AbortSignal | null | undefined;
}

async function register(
	options: CreationOptionsJSON,
	ceremony?: CeremonyOptions,
): Promise<Result<RegistrationResponseJSON, RegisterError>> {
	try {
		if (!isSupported()) throw new UnsupportedError();
		const publicKey = readCreationOptions(options);
		const credential = await openCeremony("prompt", ceremony?.signal, (signal) =>
			navigator.credentials.create({ publicKey, signal }),
		);
		if (!credential) throw new CancelledError();
		return success(writeRegistration(credential as PublicKeyCredential));
	} catch (thrown) {
		return failure(registerError(thrown));
	}
}

async function authenticate(
	options: RequestOptionsJSON,
	ceremony?: CeremonyOptions,
): Promise<Result<AuthenticationResponseJSON, AuthenticateError>> {
	return signIn(options, (publicKey) =>
		openCeremony("prompt", ceremony?.signal, (signal) => navigator.credentials.get({ publicKey, signal })),
	);
}

async function autofill(
	options: RequestOptionsJSON,
	ceremony?: CeremonyOptions,
): Promise<Result<AuthenticationResponseJSON, AuthenticateError>> {
	return signIn(options, (publicKey) =>
		openCeremony("autofill", ceremony?.signal, async (signal) => {
			// A browser that does not know the word "conditional" may ignore it, and open a prompt nobody asked for.
			if (!(await isAutofillSupported())) throw new UnsupportedError();
			return signal.aborted ? null : navigator.credentials.get({ mediation: "conditional", publicKey, signal });
		}),
	);
}

async function signIn(
	options: RequestOptionsJSON,
	open: (publicKey: PublicKeyCredentialRequestOptions) => Promise<Credential | null>,
): Promise<Result<AuthenticationResponseJSON, AuthenticateError>> {
	try {
		if (!isSupported()) throw new UnsupportedError();
		const credential = await open(readRequestOptions(options));
		if (!credential) throw new CancelledError();
		return success(writeAuthentication(credential as PublicKeyCredential));
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
	 * Creates a credential with the options of the server's `RelyingParty.register` and answers what to send back to
	 * `verifyRegistration`. Call it while handling a click; an open ceremony is aborted first.
	 *
	 * Fails with `UnsupportedError`, `CancelledError`, `AlreadyRegisteredError` (the authenticator holds an excluded
	 * credential), `InvalidOptionsError` or `CeremonyError`. Unreadable options abort no open ceremony.
	 *
	 * Source: WebAuthn Level 3, §5.1.3.
	 */
	register,

	/**
	 * Prompts for a credential with the options of the server's `RelyingParty.authenticate` and answers what to send
	 * back to `verifyAuthentication`. Call it while handling a click; an open ceremony is aborted first.
	 *
	 * Fails with `UnsupportedError`, `CancelledError`, `InvalidOptionsError` or `CeremonyError`.
	 *
	 * Source: WebAuthn Level 3, §5.1.4.
	 */
	authenticate,

	/**
	 * The same under conditional mediation: offers passkeys in the autocomplete menu of an input with
	 * `autocomplete="username webauthn"`, and is pending until the person picks one. Start it as the page loads. It
	 * gives way, with `CancelledError`, to a prompt that is open and to every prompt that starts later.
	 *
	 * Fails like `authenticate`; with `UnsupportedError` also where {@link isAutofillSupported} says false.
	 *
	 * Source: WebAuthn Level 3, §5.1.4; Credential Management Level 1, §2.3.2.
	 */
	autofill,

	/** Aborts the open ceremony, if any: its result is a `CancelledError`. Call it when the user leaves the step. */
	cancel: cancelLatestCeremony,

	isSupported,
	isAutofillSupported,
	isPlatformSupported,
};
