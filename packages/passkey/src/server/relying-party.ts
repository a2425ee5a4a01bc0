/** The relying party: issues the options of ceremonies and verifies the responses. */

import type { Result } from "@lapwing/result";
import type {
	AllAcceptedCredentialsOptions,
	CurrentUserDetailsOptions,
	PublicKeyCredentialCreationOptionsJSON,
	PublicKeyCredentialRequestOptionsJSON,
	UnknownCredentialOptions,
	UserVerificationRequirement,
} from "../webauthn-json.ts";
import type { AuthenticationRefusal, RegistrationRefusal } from "./errors.ts";
import { runtimeCryptography } from "./keys/cryptography.ts";
import { StoredKeys } from "./keys/verifying-key.ts";
import {
	type AuthenticateOptions,
	type Issued,
	issueAuthentication,
	issueRegistration,
	type RegisterOptions,
} from "./options/issue-options.ts";
import {
	allAcceptedCredentials,
	currentUserDetails,
	type SignalAllAcceptedCredentialsOptions,
	type SignalCurrentUserDetailsOptions,
	type SignalUnknownCredentialOptions,
	unknownCredential,
} from "./options/issue-signals.ts";
import { nonEmpty, oneOf } from "./options/option-checks.ts";
import {
	type RelyingPartyOptions,
	type RelyingPartySettings,
	requirement,
	settingsFrom,
} from "./options/relying-party-options.ts";
import { type AcceptedId, type ChallengeCheck, hashedId } from "./verification/ceremony.ts";
import {
	type AuthenticatedPasskey,
	type PasskeyLookup,
	type StoredPasskey,
	verifyAuthentication,
} from "./verification/verify-authentication.ts";
import { type VerifiedRegistration, verifyRegistration } from "./verification/verify-registration.ts";

export interface VerifyRegistrationOptions {
	/**
	 * The challenge of this ceremony, read and removed from where it was stored in one step; or a callback that is given
	 * the response's challenge, removes it from where it was stored, and answers whether it was there.
	 */
	challenge: string | ChallengeCheck;
	/** Default: the relying party's. */
	userVerification?: UserVerificationRequirement | undefined;
	/**
	 * `optional` for a registration that the client ran with `mediation: "conditional"`, and for no other: the browser
	 * makes the passkey without asking, so the authenticator may not have seen the person. Default: `required`.
	 */
	userPresence?: "required" | "optional" | undefined;
}

export interface VerifyAuthenticationOptions<Passkey extends StoredPasskey = StoredPasskey> {
	/**
	 * The challenge of this ceremony, read and removed from where it was stored in one step; or a callback that is given
	 * the response's challenge, removes it from where it was stored, and answers whether it was there.
	 */
	challenge: string | ChallengeCheck;
	/**
	 * The stored passkey, found by the assertion's `id`, or a function that finds it. Where it finds none, the sign-in is
	 * refused with `CredentialMismatchError`.
	 */
	passkey: Passkey | PasskeyLookup<Passkey>;
	/** Default: the relying party's. */
	userVerification?: UserVerificationRequirement | undefined;
	/**
	 * The AppID of a credential that was registered with FIDO U2F, as in the `appid` extension of the options. Such a
	 * credential answers for it in the place of the relying party id. Default: none, and such answers are refused.
	 */
	appid?: string | undefined;
}

/**
 * A website or service that people register passkeys with and sign in to (WebAuthn Level 3 §7). It keeps no
 * state that could change a result, so one instance may live at module scope.
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

	/** `id` and then the former ids, hashed by the first verification: at module scope some runtimes forbid that. */
	#acceptedIds: readonly AcceptedId[] | undefined;

	/**
	 * @throws TypeError or RangeError for an `id`, an `origin` or a `topOrigins` that no browser writes that way or that
	 * has no passkeys (an address; http beyond this machine without `allowInsecureOrigin`), an empty `name`, no algorithm
	 * or one that can't be verified, here or in this runtime, an unknown word for `userVerification`, an `allowFramed`
	 * that is neither a boolean nor `{ topOrigins }`, or a `timeout` that is not more than 0.
	 */
	constructor(options: RelyingPartyOptions) {
		this.#settings = settingsFrom(options);
		this.#storedKeys = new StoredKeys(this.#cryptography, this.#settings.verifiable);
	}

	/**
	 * Issues a registration for an account that is already signed in. Keep `challenge` on the server, bound to the
	 * visitor, and send `options` to the browser.
	 *
	 * @throws RangeError when `user.id` is empty, over 64 bytes or not well-formed Unicode, and for an unknown word for
	 * `residentKey`, `attachment` or `userVerification`; TypeError when `user.id` is neither a string nor bytes, a name
	 * is not a string, or `exclude` is not an array of passkeys; either of them for `extensions` that browsers refuse.
	 */
	register(options: RegisterOptions): Issued<PublicKeyCredentialCreationOptionsJSON> {
		return issueRegistration(this.#settings, options);
	}

	/**
	 * Issues a sign-in, usernameless unless `allow` names the passkeys that may answer.
	 *
	 * @throws RangeError when `allow` is empty, which a browser would read as usernameless, for an unknown word for
	 * `userVerification`, and for an `rpId` that is not one of the relying party's; TypeError when `allow` is not an
	 * array of passkeys, for example null; either of them for `extensions` that browsers refuse.
	 */
	authenticate(options: AuthenticateOptions = {}): Issued<PublicKeyCredentialRequestOptionsJSON> {
		return issueAuthentication(this.#settings, options);
	}

	/**
	 * Verifies a registration (WebAuthn Level 3 §7.1) and returns the passkey to store.
	 *
	 * @param response the browser's answer (`RegistrationResponseJSON`), as parsed JSON of any type, or the `Request`
	 * that carries it (64 KiB at most).
	 * @returns a failure with the class of the step that refused; never throws for anything a client can send.
	 * @throws RangeError for an unknown word for `userVerification` or `userPresence`; what a callback (`challenge`,
	 * `origin`) throws, and TypeError when it does not answer a boolean.
	 */
	async verifyRegistration(
		response: unknown,
		{ challenge, userVerification, userPresence = "required" }: VerifyRegistrationOptions,
	): Promise<Result<VerifiedRegistration, RegistrationRefusal>> {
		const shared = await this.#ceremony(challenge, userVerification);
		const ceremony = {
			...shared,
			// A new passkey must be registered under the present id, not under a former one.
			acceptedIds: shared.acceptedIds.slice(0, 1),
			requiresUserPresence: oneOf("userPresence", userPresence, ["required", "optional"]) === "required",
			algorithms: this.#settings.algorithms,
			verifiable: this.#settings.verifiable,
			attestationPolicy: this.#settings.attestation,
		};
		return verifyRegistration(response, ceremony, this.#cryptography);
	}

	/**
	 * Verifies a sign-in (WebAuthn Level 3 §7.2) against the stored passkey. After a success, store its `counter`.
	 *
	 * @param response the browser's answer (`AuthenticationResponseJSON`), as parsed JSON of any type, or the `Request`
	 * that carries it (64 KiB at most).
	 * @returns a failure with the class of the step that refused; never throws for anything a client can send.
	 * @throws TypeError when the `counter` of the stored passkey is not an unsigned 32-bit number (some database drivers
	 * read it as text) or its `publicKey` is not a string; RangeError for an unknown word for `userVerification`; either
	 * of them for an `appid` that is not a string or empty, and for a `userId` that can't be a `user.id`; what a callback
	 * (`challenge`, `origin`, `passkey`) throws, and TypeError when one of the first two does not answer a boolean.
	 */
	async verifyAuthentication<Passkey extends StoredPasskey>(
		response: unknown,
		{ challenge, passkey, userVerification, appid }: VerifyAuthenticationOptions<Passkey>,
	): Promise<Result<AuthenticatedPasskey<Passkey>, AuthenticationRefusal>> {
		const shared = await this.#ceremony(challenge, userVerification);
		const ceremony = {
			...shared,
			passkey,
			appid: appid === undefined ? undefined : await hashedId(nonEmpty("appid", appid), this.#cryptography),
		};
		return verifyAuthentication(response, ceremony, this.#cryptography, this.#storedKeys);
	}

	/**
	 * What `Passkey.signalUnknownCredential` takes, for a response whose credential id is not stored.
	 *
	 * @throws TypeError or RangeError when `id` is not a string, or `rpId` is not one of the relying party's.
	 */
	signalUnknownCredential(options: SignalUnknownCredentialOptions): UnknownCredentialOptions {
		return unknownCredential(this.#settings, options);
	}

	/**
	 * What `Passkey.signalAllAcceptedCredentials` takes, for the account that is signed in. Giving it fewer passkeys than
	 * are stored hides the others from the person.
	 *
	 * @throws TypeError or RangeError when `passkeys` is not an array of passkeys, `user.id` does not fit in a user
	 * handle, or `rpId` is not one of the relying party's.
	 */
	signalAllAcceptedCredentials(options: SignalAllAcceptedCredentialsOptions): AllAcceptedCredentialsOptions {
		return allAcceptedCredentials(this.#settings, options);
	}

	/**
	 * What `Passkey.signalCurrentUserDetails` takes, for the account that is signed in.
	 *
	 * @throws TypeError or RangeError when `user.id` does not fit in a user handle, or `rpId` is not one of the relying
	 * party's.
	 */
	signalCurrentUserDetails(options: SignalCurrentUserDetailsOptions): CurrentUserDetailsOptions {
		return currentUserDetails(this.#settings, options);
	}

	async #ceremony(challenge: string | ChallengeCheck, userVerification: UserVerificationRequirement | undefined) {
		const { id, formerIds, origins, framing } = this.#settings;
		const requiresUserVerification = requirement(userVerification, this.#settings.userVerification) === "required";
		this.#acceptedIds ??= await Promise.all([id, ...formerIds].map((each) => hashedId(each, this.#cryptography)));
		const acceptedIds = this.#acceptedIds;
		return { acceptedIds, challenge, origins, framing, requiresUserPresence: true, requiresUserVerification };
	}
}
