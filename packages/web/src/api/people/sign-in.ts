/** Signing in: passkey, password, one-time link, OpenID Connect. */

import type { components } from "@lapwing/client";
import type { AuthenticationResponseJSON, PublicKeyCredentialRequestOptionsJSON } from "@lapwing/passkey/client";
import { dataOf, lapwing } from "../client/request.ts";
import type { Session } from "./session.ts";

export { returnAddress } from "@lapwing/client/return-address";

export function passkeyOptions(signal?: AbortSignal): Promise<{ options: PublicKeyCredentialRequestOptionsJSON }> {
	// The document leaves to WebAuthn what the options hold.
	return dataOf(lapwing.post("/api/v1/sign-in/passkey/options", { body: {}, signal })) as Promise<never>;
}

export function signInWithPasskey(response: AuthenticationResponseJSON): Promise<Session> {
	return dataOf(lapwing.post("/api/v1/sign-in/passkey", { body: { response: { ...response } } }));
}

export function signInWithPassword(email: string, password: string): Promise<Session> {
	return dataOf(lapwing.post("/api/v1/sign-in/password", { body: { email, password } }));
}

/** The answer never says whether the address is known. */
export function requestLink(email: string, returnTo?: string): Promise<{ status: "sent" }> {
	const body = { email, ...(returnTo !== undefined && { return: returnTo }) };
	return dataOf(lapwing.post("/api/v1/sign-in/link/request", { body }));
}

export type LinkPreview = components["schemas"]["LinkPreview"];

/** The effect of a one-time link. Does not use it up. */
export function previewLink(secret: string): Promise<LinkPreview> {
	return dataOf(lapwing.post("/api/v1/sign-in/link/preview", { body: { secret } }));
}

export function redeemLink(link: { secret: string; name?: string; email?: string }): Promise<Session> {
	return dataOf(lapwing.post("/api/v1/sign-in/link", { body: link }));
}

/**
 * The address of the provider's button: the service redirects the browser to the provider, and afterwards to
 * `returnTo`, if that is a page of its own.
 */
export function oidcAddress(returnTo = "/"): string {
	return `/api/v1/sign-in/oidc?return=${encodeURIComponent(returnTo)}`;
}

/** The same for somebody who is signed in: the provider becomes one more way into their account. */
export function connectOidcAddress(returnTo: string): string {
	return `${oidcAddress(returnTo)}&link=true`;
}
