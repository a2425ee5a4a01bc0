/** Issues the options of a ceremony with a new challenge. The options share no object with the caller's input. */

import { encodeBase64url } from "../../base64url.ts";
import type {
	AuthenticatorAttachment,
	PublicKeyCredentialCreationOptionsJSON,
	PublicKeyCredentialDescriptorJSON,
	PublicKeyCredentialRequestOptionsJSON,
	ResidentKeyRequirement,
	UserVerificationRequirement,
} from "../../webauthn-json.ts";
import {
	type AuthenticationExtensions,
	authenticationExtensions,
	type RegistrationExtensions,
	registrationExtensions,
} from "./issue-extensions.ts";
import { list, members, oneOf, text } from "./option-checks.ts";
import { type RelyingPartySettings, requirement } from "./relying-party-options.ts";

/** The challenge to keep on the server, for this visitor and one use, and the options to send to the browser. */
export interface Issued<Options> {
	challenge: string;
	options: Options;
}

export interface PasskeyUser {
	/**
	 * An opaque account key of 1 to 64 bytes: a string, which is stored as UTF-8, or bytes. The authenticator stores it,
	 * anyone with the device can read it, and each sign-in returns it as `userHandle`. Never use an email address.
	 */
	id: string | Uint8Array;
	/** The label that the browser lists the passkey under; need not be unique. */
	name: string;
	/** A friendlier label beside `name`. Default: `name`. */
	displayName?: string | undefined;
}

/** A credential by its id alone, or with the transports that its registration reported. */
export type PasskeyReference = string | { readonly id: string; readonly transports?: readonly string[] | undefined };

export interface RegisterOptions {
	user: PasskeyUser;
	/**
	 * The account's passkeys, so that the browser refuses to enroll the same authenticator again. Chromium takes 64 at
	 * most.
	 */
	exclude?: readonly PasskeyReference[] | undefined;
	/** Default: `required`, without which a sign-in can't be usernameless. */
	residentKey?: ResidentKeyRequirement | undefined;
	/** `platform` for this device, `cross-platform` for a security key or a phone. Default: either. */
	attachment?: AuthenticatorAttachment | undefined;
	/** Default: the relying party's. Pass the same value to `verifyRegistration`. */
	userVerification?: UserVerificationRequirement | undefined;
	/** What the prompt should lead with: `client-device`, `security-key`, `hybrid`. */
	hints?: readonly string[] | undefined;
	/** What to ask of the browser and the authenticator beside a key; both may ignore it. Default: nothing. */
	extensions?: RegistrationExtensions | undefined;
}

export interface AuthenticateOptions {
	/** The passkeys that may answer; Chromium takes 64 at most. Without it the sign-in is usernameless. */
	allow?: readonly PasskeyReference[] | undefined;
	/** The relying party's `id` or one of its `formerIds`: a browser looks for passkeys of one id. Default: `id`. */
	rpId?: string | undefined;
	/** Default: the relying party's. Pass the same value to `verifyAuthentication`. */
	userVerification?: UserVerificationRequirement | undefined;
	/** What the prompt should lead with: `client-device`, `security-key`, `hybrid`. */
	hints?: readonly string[] | undefined;
	/** What to ask of the browser and the authenticator beside a signature; both may ignore it. Default: nothing. */
	extensions?: AuthenticationExtensions | undefined;
}

/** WebAuthn Level 3 §13.4.3 asks for 16 at least. */
const CHALLENGE_BYTES = 32;

/** WebAuthn Level 3 §5.4.3. */
const MAX_USER_HANDLE_BYTES = 64;

const REQUIREMENTS = ["required", "preferred", "discouraged"] as const;
const ATTACHMENTS = ["platform", "cross-platform"] as const;

export function issueRegistration(
	settings: RelyingPartySettings,
	options: RegisterOptions,
): Issued<PublicKeyCredentialCreationOptionsJSON> {
	const { user, exclude, attachment, hints, extensions } = options;
	const residentKey = oneOf("residentKey", options.residentKey ?? "required", REQUIREMENTS);
	const userVerification = requirement(options.userVerification, settings.userVerification);
	const challenge = newChallenge();
	return {
		challenge,
		options: {
			rp: { id: settings.id, name: settings.name },
			user: { id: userHandle(user.id), ...namesOf(user) },
			challenge,
			pubKeyCredParams: settings.algorithms.map((alg) => ({ type: "public-key", alg })),
			timeout: settings.timeoutMs,
			...(exclude !== undefined && { excludeCredentials: descriptors("exclude", exclude) }),
			authenticatorSelection: {
				residentKey,
				requireResidentKey: residentKey === "required",
				userVerification,
				...(attachment && { authenticatorAttachment: oneOf("attachment", attachment, ATTACHMENTS) }),
			},
			...(hints && { hints: [...list("hints", hints)] }),
			attestation: settings.attestation?.conveyance ?? "none",
			...(settings.attestation && { attestationFormats: [...settings.attestation.formats] }),
			...(extensions && { extensions: registrationExtensions(extensions, userVerification) }),
		},
	};
}

export function issueAuthentication(
	settings: RelyingPartySettings,
	options: AuthenticateOptions,
): Issued<PublicKeyCredentialRequestOptionsJSON> {
	const { allow, hints, extensions } = options;
	if (allow?.length === 0) {
		throw new RangeError("allow: browsers read an empty list as usernameless; leave it out for that");
	}
	const challenge = newChallenge();
	const allowed = allow === undefined ? undefined : descriptors("allow", allow);
	return {
		challenge,
		options: {
			challenge,
			timeout: settings.timeoutMs,
			rpId: rpIdOf(settings, options.rpId),
			...(allowed && { allowCredentials: allowed }),
			userVerification: requirement(options.userVerification, settings.userVerification),
			...(hints && { hints: [...list("hints", hints)] }),
			...(extensions && { extensions: authenticationExtensions(extensions, allowed ?? []) }),
		},
	};
}

/** The base64url of a user handle. Throws `TypeError` or `RangeError` for an `id` that can't be one. */
export function userHandle(id: string | Uint8Array): string {
	const bytes = typeof id === "string" ? new TextEncoder().encode(id) : id;
	// Not instanceof: a sandbox's bytes may come from its own realm, where Uint8Array is another class.
	if (!ArrayBuffer.isView(bytes)) throw new TypeError("user.id: must be a string or a Uint8Array");
	// A lone surrogate has no UTF-8 encoding: two different ids would become the same handle.
	if (typeof id === "string" && /\p{Surrogate}/u.test(id)) throw new RangeError("user.id: must be well-formed Unicode");
	if (bytes.byteLength === 0 || bytes.byteLength > MAX_USER_HANDLE_BYTES) {
		throw new RangeError(`user.id: must have 1 to ${MAX_USER_HANDLE_BYTES} bytes (a text: in UTF-8)`);
	}
	return encodeBase64url(new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
}

/** What passkey lists show. Throws `TypeError` for a name that is not a string: no browser registers without one. */
export function namesOf({ name, displayName }: PasskeyUser): { name: string; displayName: string } {
	return { name: text("user.name", name), displayName: text("user.displayName", displayName ?? name) };
}

function newChallenge(): string {
	return encodeBase64url(crypto.getRandomValues(new Uint8Array(CHALLENGE_BYTES)));
}

/** `asked`, which must be one of the relying party's ids. Default: its present id. */
export function rpIdOf({ id, formerIds }: RelyingPartySettings, asked: string | undefined): string {
	return oneOf("rpId", asked ?? id, [id, ...formerIds]);
}

/**
 * The references as the standard's descriptors. Throws `TypeError` when they are not an array of passkeys, or
 * transports are not an array: the JSON text that a database column holds would become a transport for each of its
 * characters.
 */
export function descriptors(
	option: string,
	references: readonly PasskeyReference[],
): PublicKeyCredentialDescriptorJSON[] {
	return list(option, references).map((reference) => {
		const { id, transports }: { id: unknown; transports?: readonly string[] | undefined } =
			typeof reference === "string" ? { id: reference } : members(option, reference);
		if (typeof id !== "string") throw new TypeError(`${option}: an entry must be an id or an object with one`);
		return {
			type: "public-key",
			id,
			...(transports && { transports: [...list(`${option}: transports`, transports)] }),
		};
	});
}
