/**
 * The inputs of extensions as a host writes them, with bytes, → as options carry them, with base64url. What browsers
 * refuse at the ceremony, or read as something else, is refused here, where it is written.
 */

import { encodeBase64url } from "../../base64url.ts";
import type {
	AuthenticationExtensionsClientInputsJSON,
	CredentialProtectionPolicy,
	PublicKeyCredentialDescriptorJSON,
	UserVerificationRequirement,
} from "../../webauthn-json.ts";
import { oneOf } from "./option-checks.ts";

/** One or two inputs of a passkey's pseudo-random function, of any length. Equal inputs give equal results. */
export interface PrfValues {
	first: Uint8Array;
	second?: Uint8Array | undefined;
}

/** What a registration may ask for (WebAuthn Level 3 §10.1; CTAP 2.1 §12). */
export interface RegistrationExtensions {
	/** The AppID under which the account may have credentials of FIDO U2F, so that `exclude` finds those too. */
	appidExclude?: string | undefined;
	/** Asks whether the passkey is discoverable. */
	credProps?: boolean | undefined;
	/** Gives the passkey a pseudo-random function; with `eval`, also its results where authenticators can at once. */
	prf?: { eval?: PrfValues | undefined } | undefined;
	/** Whether the passkey must be able to store a blob of about 1 KB, or should. */
	largeBlob?: { support: "required" | "preferred" } | undefined;
	/** How well a security key hides and guards the passkey. The strictest needs `userVerification: "required"`. */
	credentialProtectionPolicy?: CredentialProtectionPolicy | undefined;
	/** Whether a security key that can't do that must be refused. Default: false. */
	enforceCredentialProtectionPolicy?: boolean | undefined;
	/** Asks for the shortest PIN that the authenticator takes; those that were configured for this domain answer. */
	minPinLength?: boolean | undefined;
}

/** What a sign-in may ask for (WebAuthn Level 3 §10.1). */
export interface AuthenticationExtensions {
	/** The AppID of credentials that were registered with FIDO U2F. Pass the same value to `verifyAuthentication`. */
	appid?: string | undefined;
	/** Asks for the results of the passkey's pseudo-random function, for whichever passkey or by credential id. */
	prf?:
		| { eval?: PrfValues | undefined; evalByCredential?: Readonly<Record<string, PrfValues>> | undefined }
		| undefined;
	/** Reads the passkey's blob, or writes it; for writing, `allow` names the one passkey. */
	largeBlob?: { read: true } | { write: Uint8Array } | undefined;
}

const SUPPORT = ["required", "preferred"] as const;
const POLICIES = [
	"userVerificationOptional",
	"userVerificationOptionalWithCredentialIDList",
	"userVerificationRequired",
] as const;

/** Throws `TypeError` or `RangeError` for what no browser could run. */
export function registrationExtensions(
	extensions: RegistrationExtensions,
	userVerification: UserVerificationRequirement,
): AuthenticationExtensionsClientInputsJSON {
	const { prf, largeBlob, credentialProtectionPolicy: policy } = extensions;
	if (prf) requirePrf(prf, []);
	if (largeBlob) oneOf("extensions.largeBlob.support", largeBlob.support, SUPPORT);
	if (policy !== undefined) oneOf("extensions.credentialProtectionPolicy", policy, POLICIES);
	// Chromium ends such a ceremony with a NotSupportedError that does not say which parameters contradict each other.
	if (policy === "userVerificationRequired" && userVerification !== "required") {
		throw new RangeError(
			"extensions.credentialProtectionPolicy: userVerificationRequired needs userVerification: required",
		);
	}
	return encoded(extensions) as AuthenticationExtensionsClientInputsJSON;
}

/** Throws `TypeError` or `RangeError` for what no browser could run. */
export function authenticationExtensions(
	extensions: AuthenticationExtensions,
	allowed: readonly PublicKeyCredentialDescriptorJSON[],
): AuthenticationExtensionsClientInputsJSON {
	const { prf, largeBlob } = extensions;
	if (prf) requirePrf(prf, allowed);
	if (largeBlob && "write" in largeBlob) {
		requireBytes("largeBlob.write", largeBlob.write);
		if ("read" in largeBlob || allowed.length !== 1) {
			throw new RangeError("extensions.largeBlob: write without read, to the one passkey that allow names");
		}
	}
	return encoded(extensions) as AuthenticationExtensionsClientInputsJSON;
}

function requirePrf(
	prf: NonNullable<AuthenticationExtensions["prf"]>,
	allowed: readonly PublicKeyCredentialDescriptorJSON[],
): void {
	const byCredential = prf.evalByCredential ?? {};
	// WebAuthn Level 3 §10.1.4: a browser ends such a ceremony with an error.
	if (!Object.keys(byCredential).every((id) => allowed.some((each) => each.id === id))) {
		throw new RangeError("extensions.prf.evalByCredential: each id must be one that allow names");
	}
	for (const values of [prf.eval, ...Object.values(byCredential)]) {
		if (!values) continue;
		requireBytes("prf: first", values.first);
		if (values.second !== undefined) requireBytes("prf: second", values.second);
	}
}

/** A text would leave open whether it is base64url or is to be encoded. */
function requireBytes(what: string, value: unknown): void {
	if (!ArrayBuffer.isView(value)) throw new TypeError(`extensions.${what}: must be a Uint8Array`);
}

/** A copy with every byte sequence in base64url, at any depth, and without what is undefined. */
function encoded(value: unknown): unknown {
	if (ArrayBuffer.isView(value)) {
		return encodeBase64url(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
	}
	if (Array.isArray(value)) return value.map(encoded);
	if (typeof value !== "object" || value === null) return value;
	const members = Object.entries(value).filter(([, member]) => member !== undefined);
	return Object.fromEntries(members.map(([name, member]) => [name, encoded(member)]));
}
