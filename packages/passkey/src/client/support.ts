/** What this page, browser and device can do. Asked anew each time: extensions put WebAuthn in and take it out. */

/**
 * Whether the page can run a ceremony: it came over a secure origin (https, or localhost) and the browser has WebAuthn.
 * Says nothing on whether a passkey, or any authenticator, is at hand.
 */
export function isSupported(): boolean {
	return (
		globalThis.isSecureContext !== false &&
		typeof globalThis.PublicKeyCredential === "function" &&
		typeof globalThis.navigator?.credentials?.get === "function"
	);
}

/** Whether the browser can offer passkeys in an input's autocomplete menu. Never rejects. */
export function isAutofillSupported(): Promise<boolean> {
	return answersTrue(() => PublicKeyCredential.isConditionalMediationAvailable());
}

/** Whether this device itself can hold a passkey behind biometrics or a PIN. Never rejects. */
export function isPlatformSupported(): Promise<boolean> {
	return answersTrue(() => PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable());
}

async function answersTrue(ask: () => Promise<boolean>): Promise<boolean> {
	try {
		return isSupported() && (await ask()) === true;
	} catch {
		return false;
	}
}
