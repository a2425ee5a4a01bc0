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
import { members, nonEmpty, oneOf, parsedUrl } from "./option-checks.ts";

/**
 * One or two inputs of a passkey's pseudo-random function. Equal inputs give equal results. Of each Chromium takes 256
 * bytes at most.
 */
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
	/** Gives the passkey a pseudo-random function. With `eval`, some authenticators answer results at once. */
	prf?: { eval?: PrfValues | undefined } | undefined;
	/** Whether the passkey must, or should, be able to store a blob of about 1 KB. */
	largeBlob?: { support: "required" | "preferred" } | undefined;
	/** How well a security key hides and guards the passkey. The strictest needs `userVerification: "required"`. */
	credentialProtectionPolicy?: CredentialProtectionPolicy | undefined;
	/** Whether to refuse security keys that do not support the policy. Default: false. */
	enforceCredentialProtectionPolicy?: boolean | undefined;
	/** Asks for the shortest PIN that the authenticator takes; those that were configured for this domain answer. */
	minPinLength?: boolean | undefined;
}

/** What a sign-in may ask for (WebAuthn Level 3 §10.1). */
export interface AuthenticationExtensions {
	/** The AppID of credentials that were registered with FIDO U2F. Pass the same value to `verifyAuthentication`. */
	appid?: string | undefined;
	/** Asks for results of the passkey's pseudo-random function: `eval` for any passkey, or inputs by credential id. */
	prf?:
		| { eval?: PrfValues | undefined; evalByCredential?: Readonly<Record<string, PrfValues>> | undefined }
		| undefined;
	/**
	 * Reads the passkey's blob, or writes it to the one passkey that `allow` must then name. Chromium writes 2,048 bytes
	 * at most.
	 */
	largeBlob?: { read: true } | { write: Uint8Array } | undefined;
}

const REGISTRATION_ALONE = [
	"appidExclude",
	"credProps",
	"credentialProtectionPolicy",
	"enforceCredentialProtectionPolicy",
	"minPinLength",
];
const SUPPORT = ["required", "preferred"] as const;
const POLICIES = [
	"userVerificationOptional",
	"userVerificationOptionalWithCredentialIDList",
	"userVerificationRequired",
] as const;

/** Throws `TypeError` or `RangeError` for inputs that browsers refuse. */
export function registrationExtensions(
	extensions: RegistrationExtensions,
	userVerification: UserVerificationRequirement,
): AuthenticationExtensionsClientInputsJSON {
	const { appidExclude, prf, largeBlob, credentialProtectionPolicy: policy } = members("extensions", extensions);
	refuseForeign(extensions, ["appid"], "authenticate");
	if (appidExclude !== undefined) requireAppId("appidExclude", appidExclude);
	if (prf) {
		refuseForeign(prf, ["evalByCredential"], "authenticate");
		requirePrf(prf, []);
	}
	if (largeBlob) {
		oneOf("extensions.largeBlob.support", largeBlob.support, SUPPORT);
		refuseForeign(largeBlob, ["read", "write"], "authenticate");
	}
	if (policy !== undefined) oneOf("extensions.credentialProtectionPolicy", policy, POLICIES);
	// Chromium ends such a ceremony with a NotSupportedError that does not name the two parameters.
	if (policy === "userVerificationRequired" && userVerification !== "required") {
		throw new RangeError(
			"extensions.credentialProtectionPolicy: userVerificationRequired needs userVerification: required",
		);
	}
	return encoded(extensions) as AuthenticationExtensionsClientInputsJSON;
}

/** Throws `TypeError` or `RangeError` for inputs that browsers refuse. */
export function authenticationExtensions(
	extensions: AuthenticationExtensions,
	allowed: readonly PublicKeyCredentialDescriptorJSON[],
): AuthenticationExtensionsClientInputsJSON {
	const { appid, prf, largeBlob } = members("extensions", extensions);
	refuseForeign(extensions, REGISTRATION_ALONE, "register");
	if (appid !== undefined) requireAppId("appid", appid);
	if (prf) requirePrf(prf, allowed);
	if (largeBlob) refuseForeign(members("extensions.largeBlob", largeBlob), ["support"], "register");
	if (largeBlob && "write" in largeBlob) {
		requireBytes("largeBlob.write", largeBlob.write);
		if ("read" in largeBlob || allowed.length !== 1) {
			throw new RangeError("extensions.largeBlob: write without read, to the one passkey that allow names");
		}
	}
	const inputs = encoded(extensions) as AuthenticationExtensionsClientInputsJSON;
	// WebAuthn allows one that names no passkey; Chromium refuses it at a usernameless sign-in.
	if (inputs.prf && Object.keys(inputs.prf.evalByCredential ?? {}).length === 0) delete inputs.prf.evalByCredential;
	return inputs;
}

/** What belongs to the other ceremony: browsers end this one with a `NotSupportedError`, or ignore it. */
function refuseForeign(extensions: object, names: readonly string[], home: string): void {
	const foreign = names.find((name) => (extensions as Record<string, unknown>)[name] !== undefined);
	if (foreign) throw new RangeError(`extensions: ${foreign} is for ${home} alone`);
}

function requireAppId(name: string, value: unknown): void {
	if (!parsedUrl(nonEmpty(`extensions.${name}`, value))) throw new RangeError(`extensions.${name}: must be a URL`);
}

function requirePrf(
	prf: NonNullable<AuthenticationExtensions["prf"]>,
	allowed: readonly PublicKeyCredentialDescriptorJSON[],
): void {
	const byCredential = members("extensions.prf", prf).evalByCredential ?? {};
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

/** Strings are refused: they could be base64url or plain text. */
function requireBytes(what: string, value: unknown): void {
	if (!ArrayBuffer.isView(value)) throw new TypeError(`extensions.${what}: must be a Uint8Array`);
}

/** A copy with bytes in base64url, at any depth, and without undefined members. */
function encoded(value: unknown): unknown {
	if (ArrayBuffer.isView(value)) {
		return encodeBase64url(new Uint8Array(value.buffer, value.byteOffset, value.byteLength));
	}
	if (Array.isArray(value)) return value.map(encoded);
	if (typeof value !== "object" || value === null) return value;
	const members = Object.entries(value).filter(([, member]) => member !== undefined);
	return Object.fromEntries(members.map(([name, member]) => [name, encoded(member)]));
}
