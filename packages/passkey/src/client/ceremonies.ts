/**
 * The ceremonies. Each checks for support, reads the options, waits for its turn, calls the browser and writes the
 * response. Nothing here throws or rejects: every failure is a `PasskeyError` in the result.
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
import { type BringOptions, endAutofill, keepOffering } from "./keep-offering.ts";
import { openCeremony } from "./open-ceremony.ts";
import type { CreationOptionsJSON, RequestOptionsJSON } from "./options-json.ts";
import { featureOf, isPermitted, type Operation } from "./permission.ts";
import { readCreationOptions, readRequestOptions } from "./read-options.ts";
import { getClientCapabilities, hasWebAuthn, isAutofillSupported } from "./support.ts";
import { writeAuthentication, writeRegistration } from "./write-response.ts";

/** What the page says about one ceremony. */
export interface CeremonyOptions {
	/** Aborting it, with any reason, cancels the ceremony: the result is a `CancelledError`. */
	signal?: AbortSignal | null | undefined;
	/**
	 * Whether the response holds what `prf` answered. Default: false, and the page alone has it: see
	 * {@link extensionResults}.
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

/** What the page says about one sign-in with a prompt. */
export interface AuthenticationCeremonyOptions extends CeremonyOptions {
	/**
	 * `immediate` prompts only when the device itself holds a passkey, and is otherwise cancelled at once, without a
	 * prompt: the page then shows its form. Also cancelled are options with `allowCredentials`, and a call without a
	 * click. Unsupported where {@link getClientCapabilities} does not answer `immediateGet: true`. Default: a prompt in
	 * any case.
	 */
	mediation?: "immediate" | undefined;
}

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
export async function register(
	options: CreationOptionsJSON,
	ceremony?: RegistrationCeremonyOptions,
): Promise<Result<RegistrationResponseJSON, RegisterError>> {
	try {
		requireSupport("create");
		const publicKey = readCreationOptions(options);
		const { signal, mediation } = ceremony ?? {};
		const credential = await openCeremony(mediation ? "conditional" : "prompt", signal, async (signal) => {
			// A browser that does not know `mediation` here ignores it, and opens a prompt that nobody asked for.
			if (mediation) await requireCapability("conditionalCreate");
			return signal.aborted
				? null
				: navigator.credentials.create({ ...(mediation && { mediation }), publicKey, signal } as object);
		});
		if (!credential) throw new CancelledError();
		return success(writeRegistration(credential as PublicKeyCredential, ceremony?.sendPrfResults));
	} catch (thrown) {
		return failure(registerError(thrown));
	}
}

/**
 * Prompts for a credential with the options of the server's `RelyingParty.authenticate` and returns what to send
 * back to `verifyAuthentication`. Call it in a click handler; an open ceremony is aborted first.
 *
 * Fails with `UnsupportedError`, `CancelledError`, `InvalidOptionsError` or `CeremonyError`.
 *
 * Source: WebAuthn Level 3, §5.1.4.
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
 * 	const headers = { "Content-Type": "application/json" };
 * 	const answer = await fetch("/passkey/verify", { method: "POST", headers, body: JSON.stringify(result.data) });
 * 	return answer.ok ? "signed in" : "refused";
 * }
 * ```
 */
export async function authenticate(
	options: RequestOptionsJSON,
	ceremony?: AuthenticationCeremonyOptions,
): Promise<Result<AuthenticationResponseJSON, AuthenticateError>> {
	return signIn(ceremony, () => {
		const publicKey = readRequestOptions(options);
		return openCeremony("prompt", ceremony?.signal, async (signal) => {
			const uiMode = ceremony?.mediation;
			if (uiMode) await requireCapability("immediateGet");
			return signal.aborted
				? null
				: navigator.credentials.get({ ...(uiMode && { uiMode }), publicKey, signal } as object);
		});
	});
}

/**
 * The same under conditional mediation: offers passkeys in the autocomplete menu of an input with
 * `autocomplete="username webauthn"`, and is pending until the person picks one. Start it as the page loads. A later
 * autofill ends an earlier one, with `CancelledError`.
 *
 * `options` is best a function that brings them, because they expire: it is called when the offer begins and again at
 * three quarters of their `timeout`, once the page is visible; the offer steps aside for a prompt and comes back after
 * it, is made again when the person dismissed it, and lasts until a passkey is picked, its signal aborts or
 * {@link cancel} ends it. A function that rejects is called again after 1, 2, 4 … 60 s, and when the page is online,
 * visible or focused again.
 *
 * With plain options the offer is made once: it is cancelled, with `CancelledError`, when a prompt is open and when one
 * starts later, and useless once the server has dropped their challenge.
 *
 * Fails like `authenticate`; with `UnsupportedError` also where {@link isAutofillSupported} says false. With a
 * function, only with what no repetition mends.
 *
 * Source: WebAuthn Level 3, §5.1.4; Credential Management Level 1, §2.3.2.
 *
 * @example
 * ```ts
 * import { Passkey } from "@lapwing/passkey/client";
 * import { isSuccess } from "@lapwing/result";
 *
 * const headers = { "Content-Type": "application/json" };
 * const post = (path: string, body = {}) => fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
 *
 * async function offer(): Promise<void> {
 * 	const result = await Passkey.autofill(() => post("/passkey/challenge"));
 * 	if (!isSuccess(result)) return;
 * 	if ((await post("/passkey/verify", result.data)).ok) location.assign("/");
 * 	else await offer();
 * }
 * ```
 */
export async function autofill(
	options: RequestOptionsJSON | BringOptions,
	ceremony?: CeremonyOptions,
): Promise<Result<AuthenticationResponseJSON, AuthenticateError>> {
	const open = (publicKey: PublicKeyCredentialRequestOptions, signal: AbortSignal | null | undefined) =>
		openCeremony("conditional", signal, async (signal) => {
			// A browser that does not know the word "conditional" may ignore it, and open a prompt that nobody asked for.
			if (!(await isAutofillSupported())) throw new UnsupportedError();
			return signal.aborted ? null : navigator.credentials.get({ mediation: "conditional", publicKey, signal });
		});
	return signIn(ceremony, async () => {
		// An offer that never begins ends no other.
		if (ceremony?.signal?.aborted) return null;
		if (typeof options === "function") {
			endAutofill();
			return keepOffering(options, ceremony?.signal, (json, signal) => open(readRequestOptions(json), signal));
		}
		const publicKey = readRequestOptions(options);
		endAutofill();
		return open(publicKey, ceremony?.signal);
	});
}

async function signIn(
	ceremony: CeremonyOptions | undefined,
	open: () => Promise<Credential | null>,
): Promise<Result<AuthenticationResponseJSON, AuthenticateError>> {
	try {
		requireSupport("get");
		const credential = await open();
		if (!credential) throw new CancelledError();
		return success(writeAuthentication(credential as PublicKeyCredential, ceremony?.sendPrfResults));
	} catch (thrown) {
		return failure(authenticateError(thrown));
	}
}

function requireSupport(operation: Operation): void {
	if (!hasWebAuthn()) throw new UnsupportedError();
	if (!isPermitted(operation)) throw new UnsupportedError(featureOf(operation));
}

async function requireCapability(name: string): Promise<void> {
	if (!(await getClientCapabilities())[name]) throw new UnsupportedError();
}
