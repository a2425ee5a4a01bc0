/**
 * Reads what extensions answered. The client's part is what a page sent: only members of the standard are taken, in the
 * standard's form, so that a host that stores them stores nothing else; others are ignored, for clients answer all
 * kinds of things here. The authenticator's part is in its data.
 */

import { decodeBase64url } from "../../base64url.ts";
import type { AuthenticationExtensionsPRFValuesJSON, Base64URLString } from "../../webauthn-json.ts";
import type { CborMap } from "./cbor.ts";
import { ownMember } from "./own-member.ts";
import { MAX_BODY_BYTES } from "./request-body.ts";

/** WebAuthn Level 3 §10.1. Unauthenticated: any script of the page can send any value. */
export interface ClientExtensionResults {
	/** Whether the credential answered for the AppID. */
	appid?: boolean;
	/** Whether the browser looked for excluded credentials of the AppID. */
	appidExclude?: boolean;
	/** `rk`: whether the passkey is discoverable, which usernameless sign-in needs. */
	credProps?: { rk?: boolean };
	/** `enabled`: whether the passkey has a pseudo-random function. `results` only from pages that send them. */
	prf?: { enabled?: boolean; results?: Partial<AuthenticationExtensionsPRFValuesJSON> };
	/** `supported`: whether the passkey can store a blob. `blob`: what was read. `written`: whether it was written. */
	largeBlob?: { supported?: boolean; blob?: Base64URLString; written?: boolean };
}

/** CTAP 2.1 §12.1 and §12.5. */
export interface AuthenticatorExtensionResults {
	/** The protection that the credential got: 1, 2 or 3 in the order of `credentialProtectionPolicy`. */
	credProtect?: number;
	/**
	 * The shortest PIN that the authenticator takes, in code points. It says so to relying parties that it was told of.
	 */
	minPinLength?: number;
}

type Shape = typeof isBoolean | { readonly [member: string]: Shape };

const SHAPE: Shape = {
	appid: isBoolean,
	appidExclude: isBoolean,
	credProps: { rk: isBoolean },
	prf: { enabled: isBoolean, results: { first: isBytes, second: isBytes } },
	largeBlob: { supported: isBoolean, blob: isBytes, written: isBoolean },
};

/** The client's extension results in a response. */
export function readClientExtensionResults(credential: object): ClientExtensionResults {
	return pick(ownMember(credential, "clientExtensionResults"), SHAPE) ?? {};
}

function pick(value: unknown, shape: Shape): object | undefined {
	if (typeof shape === "function") return shape(value) ? (value as object) : undefined;
	if (typeof value !== "object" || value === null) return undefined;
	const picked: Record<string, unknown> = {};
	for (const name of Object.keys(shape)) {
		const member = pick(ownMember(value, name), shape[name] as Shape);
		if (member !== undefined) picked[name] = member;
	}
	return picked;
}

function isBoolean(value: unknown): boolean {
	return typeof value === "boolean";
}

function isBytes(value: unknown): boolean {
	return typeof value === "string" && value.length <= MAX_BODY_BYTES && decodeBase64url(value) !== undefined;
}

/** What the authenticator's extensions answered. Values that are not in the standard's form are left out. */
export function authenticatorExtensionResults(extensions: CborMap | undefined): AuthenticatorExtensionResults {
	const credProtect = extensions?.get("credProtect");
	const minPinLength = extensions?.get("minPinLength");
	return {
		...((credProtect === 1 || credProtect === 2 || credProtect === 3) && { credProtect }),
		...(typeof minPinLength === "number" && minPinLength >= 0 && { minPinLength }),
	};
}
