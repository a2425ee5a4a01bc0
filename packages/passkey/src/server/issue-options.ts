/** Issues the options of a ceremony and the challenge in them. Everything handed out is made anew and shared with nobody. */

import { encodeBase64url } from "../base64url.ts";
import type {
	AuthenticatorAttachment,
	PublicKeyCredentialCreationOptionsJSON,
	PublicKeyCredentialDescriptorJSON,
	PublicKeyCredentialRequestOptionsJSON,
	ResidentKeyRequirement,
	UserVerificationRequirement,
} from "../webauthn-json.ts";
import { type RelyingPartySettings, requirement } from "./relying-party-options.ts";

/** What to keep on the server, bound to this visitor and to be used once, and what to send to the browser. */
export interface Issued<Options> {
	challenge: string;
	options: Options;
}

export interface PasskeyUser {
	/**
	 * An opaque account key of 1 to 64 bytes in UTF-8. It is stored on the authenticator, readable there, and comes back
	 * with every sign-in as `userHandle`: never an email address.
	 */
	id: string;
	/** The label that the browser lists the passkey under; need not be unique. */
	name: string;
	/** A friendlier label beside `name`. Default: `name`. */
	displayName?: string | undefined;
}

/** A credential by its id alone, or with the transports that its registration reported. */
export type PasskeyReference = string | { readonly id: string; readonly transports?: readonly string[] | undefined };

export interface RegisterOptions {
	user: PasskeyUser;
	/** The account's passkeys, so that the browser refuses to enroll the same authenticator again. */
	exclude?: readonly PasskeyReference[] | undefined;
	/** Default: `required`, without which a sign-in can't be usernameless. */
	residentKey?: ResidentKeyRequirement | undefined;
	/** `platform` for this device, `cross-platform` for a security key or a phone. Default: either. */
	attachment?: AuthenticatorAttachment | undefined;
	/** Default: the relying party's. Pass the same value to `verifyRegistration`. */
	userVerification?: UserVerificationRequirement | undefined;
	/** What the prompt should lead with: `client-device`, `security-key`, `hybrid`. */
	hints?: readonly string[] | undefined;
}

export interface AuthenticateOptions {
	/** The passkeys that may answer. Without it the sign-in is usernameless. */
	allow?: readonly PasskeyReference[] | undefined;
	/** Default: the relying party's. Pass the same value to `verifyAuthentication`. */
	userVerification?: UserVerificationRequirement | undefined;
	/** What the prompt should lead with: `client-device`, `security-key`, `hybrid`. */
	hints?: readonly string[] | undefined;
}

/** WebAuthn Level 3 §13.4.3 asks for 16 at least. */
const CHALLENGE_BYTES = 32;

/** WebAuthn Level 3 §5.4.3. */
const MAX_USER_HANDLE_BYTES = 64;

export function issueRegistration(
	settings: RelyingPartySettings,
	options: RegisterOptions,
): Issued<PublicKeyCredentialCreationOptionsJSON> {
	const { user, exclude, residentKey = "required", attachment, hints } = options;
	const challenge = newChallenge();
	return {
		challenge,
		options: {
			rp: { id: settings.id, name: settings.name },
			user: { id: userHandle(user.id), name: user.name, displayName: user.displayName ?? user.name },
			challenge,
			pubKeyCredParams: settings.algorithms.map((alg) => ({ type: "public-key", alg })),
			timeout: settings.timeoutMs,
			...(exclude && { excludeCredentials: exclude.map(descriptor) }),
			authenticatorSelection: {
				residentKey,
				requireResidentKey: residentKey === "required",
				userVerification: requirement(options.userVerification, settings.userVerification),
				...(attachment && { authenticatorAttachment: attachment }),
			},
			...(hints && { hints: [...hints] }),
			attestation: "none",
		},
	};
}

export function issueAuthentication(
	settings: RelyingPartySettings,
	options: AuthenticateOptions,
): Issued<PublicKeyCredentialRequestOptionsJSON> {
	const { allow, hints } = options;
	if (allow?.length === 0) {
		throw new RangeError("allow: an empty list is read as usernameless by browsers; leave it out if that is meant");
	}
	const challenge = newChallenge();
	return {
		challenge,
		options: {
			challenge,
			timeout: settings.timeoutMs,
			rpId: settings.id,
			...(allow && { allowCredentials: allow.map(descriptor) }),
			userVerification: requirement(options.userVerification, settings.userVerification),
			...(hints && { hints: [...hints] }),
		},
	};
}

function newChallenge(): string {
	return encodeBase64url(crypto.getRandomValues(new Uint8Array(CHALLENGE_BYTES)));
}

function userHandle(id: string): string {
	if (typeof id !== "string") throw new TypeError("user.id: must be a string");
	// A lone surrogate has no UTF-8: two such ids would become one handle.
	if (/\p{Surrogate}/u.test(id)) throw new RangeError("user.id: must be well-formed Unicode");
	const bytes = new TextEncoder().encode(id);
	if (bytes.length === 0 || bytes.length > MAX_USER_HANDLE_BYTES) {
		throw new RangeError(`user.id: must have 1 to ${MAX_USER_HANDLE_BYTES} bytes in UTF-8`);
	}
	return encodeBase64url(bytes);
}

function descriptor(reference: PasskeyReference): PublicKeyCredentialDescriptorJSON {
	if (typeof reference === "string") return { type: "public-key", id: reference };
	const { id, transports } = reference;
	return { type: "public-key", id, ...(transports && { transports: [...transports] }) };
}
