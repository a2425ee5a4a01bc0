/** What this page, browser and device can do. Asked again each time: browser extensions add and remove WebAuthn. */

import { isPermitted, type Operation } from "./permission.ts";

/** Whether the page came over a secure origin (https, or localhost) and the browser has WebAuthn. */
export function hasWebAuthn(): boolean {
	return (
		globalThis.isSecureContext !== false &&
		typeof globalThis.PublicKeyCredential === "function" &&
		typeof globalThis.navigator?.credentials?.get === "function"
	);
}

/**
 * Whether the page can run a ceremony: it came over a secure origin (https, or localhost), the browser has WebAuthn,
 * and no permissions policy denies it, as one does by default in a frame of another origin. It does not tell whether a
 * passkey or an authenticator is available.
 *
 * @param operation `get`, the default, for signing in; `create` for registering. A frame may have permission for one.
 */
export function isSupported(operation: Operation = "get"): boolean {
	return hasWebAuthn() && isPermitted(operation);
}

/** Whether the browser can offer passkeys in an input's autocomplete menu. Never rejects. */
export async function isAutofillSupported(): Promise<boolean> {
	return isSupported() && (await answerOf(() => PublicKeyCredential.isConditionalMediationAvailable())) === true;
}

/**
 * Whether this device itself can hold a passkey behind biometrics or a PIN, in a frame whatever its permissions. Never
 * rejects.
 */
export async function isPlatformSupported(): Promise<boolean> {
	return (
		hasWebAuthn() &&
		(await answerOf(() => PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable())) === true
	);
}

/**
 * What this browser can do, by the standard's names (WebAuthn Level 3 §5.8.7), `extension:prf` and other extensions
 * among them. A name that is missing is unknown, not false.
 */
export interface ClientCapabilities {
	readonly conditionalCreate?: boolean;
	readonly conditionalGet?: boolean;
	readonly hybridTransport?: boolean;
	/** `authenticate` with `mediation: "immediate"`. */
	readonly immediateGet?: boolean;
	readonly passkeyPlatformAuthenticator?: boolean;
	readonly relatedOrigins?: boolean;
	readonly signalAllAcceptedCredentials?: boolean;
	readonly signalCurrentUserDetails?: boolean;
	readonly signalUnknownCredential?: boolean;
	readonly userVerifyingPlatformAuthenticator?: boolean;
	readonly [name: string]: boolean | undefined;
}

/**
 * What the browser says of itself and, where it does not say, what can be found out otherwise: `conditionalGet`,
 * `userVerifyingPlatformAuthenticator` and the three signals. Nothing on a page without WebAuthn. Never rejects.
 */
export async function getClientCapabilities(): Promise<ClientCapabilities> {
	if (!hasWebAuthn()) return {};
	return {
		conditionalGet: await isAutofillSupported(),
		userVerifyingPlatformAuthenticator: await isPlatformSupported(),
		signalAllAcceptedCredentials: "signalAllAcceptedCredentials" in PublicKeyCredential,
		signalCurrentUserDetails: "signalCurrentUserDetails" in PublicKeyCredential,
		signalUnknownCredential: "signalUnknownCredential" in PublicKeyCredential,
		...(await answerOf(() => PublicKeyCredential.getClientCapabilities())),
	};
}

/** Undefined where the browser, or a password manager in its place, does not say. */
async function answerOf<T>(ask: () => Promise<T>): Promise<T | undefined> {
	try {
		return await ask();
	} catch {
		return undefined;
	}
}
