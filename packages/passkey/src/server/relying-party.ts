/** The relying party: issues ceremonies and verifies what comes back. Its four calls are all that a host needs. */

import type { Result } from "@lapwing/result";
import type {
	AuthenticationResponseJSON,
	PublicKeyCredentialCreationOptionsJSON,
	PublicKeyCredentialRequestOptionsJSON,
	RegistrationResponseJSON,
	UserVerificationRequirement,
} from "../webauthn-json.ts";
import { runtimeCryptography } from "./cryptography.ts";
import type { AuthenticationRefusal, RegistrationRefusal } from "./errors.ts";
import {
	type AuthenticateOptions,
	type Issued,
	issueAuthentication,
	issueRegistration,
	type RegisterOptions,
} from "./issue-options.ts";
import {
	type RelyingPartyOptions,
	type RelyingPartySettings,
	requirement,
	settingsFrom,
} from "./relying-party-options.ts";
import type { JsonRequest } from "./request-body.ts";
import { type AuthenticatedPasskey, type StoredPasskey, verifyAuthentication } from "./verify-authentication.ts";
import { type RegisteredPasskey, verifyRegistration } from "./verify-registration.ts";
import { StoredKeys } from "./verifying-key.ts";

export interface VerifyRegistrationOptions {
	/** The challenge of this ceremony, read and removed from where it was stored in one step. */
	challenge: string;
	/** Default: the relying party's. */
	userVerification?: UserVerificationRequirement | undefined;
}

export interface VerifyAuthenticationOptions {
	/** The challenge of this ceremony, read and removed from where it was stored in one step. */
	challenge: string;
	/** The stored passkey, found by the assertion's `id`. */
	passkey: StoredPasskey;
	/** Default: the relying party's. */
	userVerification?: UserVerificationRequirement | undefined;
}

/**
 * A website or service that people register passkeys with and sign in to (WebAuthn Level 3 §7). Holds nothing between
 * calls that could change an answer, so one instance may live at module scope.
 *
 * @example
 * ```ts
 * const relyingParty = new RelyingParty({ id: "example.com", name: "Example" });
 * const { challenge, options } = relyingParty.authenticate();
 * ```
 */
export class RelyingParty {
	readonly #settings: RelyingPartySettings;
	readonly #cryptography = runtimeCryptography();
	readonly #storedKeys: StoredKeys;

	/** Of the id, made by the first verification: at module scope some runtimes forbid asynchronous work. */
	#rpIdHash: Uint8Array<ArrayBuffer> | undefined;

	/**
	 * @throws TypeError or RangeError for an `id` or an `origin` that no browser writes that way, an empty `name`, no
	 * algorithm or one that can't be verified, here or in this runtime, a `userVerification` that is no such word, or a `timeout` that is not
	 * more than 0.
	 */
	constructor(options: RelyingPartyOptions) {
		this.#settings = settingsFrom(options);
		this.#storedKeys = new StoredKeys(this.#cryptography, this.#settings.verifiable);
	}

	/**
	 * Issues a registration for an account that is already signed in. Keep `challenge` on the server, bound to the
	 * visitor, and send `options` to the browser.
	 *
	 * @throws RangeError when `user.id` is empty, over 64 bytes in UTF-8 or not well-formed Unicode, or `userVerification`
	 * is no such word; TypeError when `user.id` is no string.
	 */
	register(options: RegisterOptions): Issued<PublicKeyCredentialCreationOptionsJSON> {
		return issueRegistration(this.#settings, options);
	}

	/**
	 * Issues a sign-in, usernameless unless `allow` names the passkeys that may answer.
	 *
	 * @throws RangeError when `allow` is empty, which a browser would read as usernameless, or `userVerification` is no
	 * such word.
	 */
	authenticate(options: AuthenticateOptions = {}): Issued<PublicKeyCredentialRequestOptionsJSON> {
		return issueAuthentication(this.#settings, options);
	}

	/**
	 * Verifies a registration (WebAuthn Level 3 §7.1) and answers the passkey to store.
	 *
	 * @param response the browser's answer, as parsed JSON or as the `Request` that carries it (64 KiB at most).
	 * @returns a failure with the class of the step that refused; never throws for anything a client can send.
	 * @throws RangeError when `userVerification` is no such word.
	 */
	async verifyRegistration(
		response: RegistrationResponseJSON | JsonRequest,
		{ challenge, userVerification }: VerifyRegistrationOptions,
	): Promise<Result<RegisteredPasskey, RegistrationRefusal>> {
		const { algorithms, verifiable } = this.#settings;
		const ceremony = { ...(await this.#ceremony(challenge, userVerification)), algorithms, verifiable };
		return verifyRegistration(response, ceremony, this.#cryptography);
	}

	/**
	 * Verifies a sign-in (WebAuthn Level 3 §7.2) against the stored passkey. After a success, store its `counter`.
	 *
	 * @param response the browser's answer, as parsed JSON or as the `Request` that carries it (64 KiB at most).
	 * @returns a failure with the class of the step that refused; never throws for anything a client can send.
	 * @throws TypeError when `passkey.counter` is no unsigned 32-bit number, say a text that a database driver made of it,
	 * or `passkey.publicKey` is no text; RangeError when `userVerification` is no such word.
	 */
	async verifyAuthentication(
		response: AuthenticationResponseJSON | JsonRequest,
		{ challenge, passkey, userVerification }: VerifyAuthenticationOptions,
	): Promise<Result<AuthenticatedPasskey, AuthenticationRefusal>> {
		// A text would compare as a number most of the time, and refuse an authenticator that doesn't count every time.
		if (passkey.counter >>> 0 !== passkey.counter)
			throw new TypeError("passkey.counter: must be an unsigned 32-bit number");
		// Bytes, as other libraries store them, would be refused at every sign-in as if the response were malformed.
		if (typeof passkey.publicKey !== "string")
			throw new TypeError("passkey.publicKey: must be the base64url text that registration answered");
		const ceremony = { ...(await this.#ceremony(challenge, userVerification)), passkey };
		return verifyAuthentication(response, ceremony, this.#cryptography, this.#storedKeys);
	}

	async #ceremony(challenge: string, userVerification: UserVerificationRequirement | undefined) {
		const { id, origins, allowFramed } = this.#settings;
		const requiresUserVerification = requirement(userVerification, this.#settings.userVerification) === "required";
		this.#rpIdHash ??= await this.#cryptography.sha256(new TextEncoder().encode(id));
		return { rpIdHash: this.#rpIdHash, challenge, origins, allowFramed, requiresUserVerification };
	}
}
