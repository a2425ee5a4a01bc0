/** The interface to an OpenID provider; ../../identity/openid-connect.ts implements it. */

import { withoutControls } from "../text.ts";
import { cutName, personName } from "./user.ts";

/** State kept between the redirect to the provider and the callback. */
export interface OidcChecks {
	readonly state: string;
	readonly nonce: string;
	/** Of PKCE (RFC 7636). */
	readonly verifier: string;
}

/** The claims of a verified identity. */
export interface OidcClaims {
	readonly issuer: string;
	readonly subject: string;
	readonly email: string | null;
	readonly emailVerified: boolean;
	readonly name: string | null;
}

export interface OidcProvider {
	readonly issuer: string;
	/** The host of the issuer, for the sign-in button. */
	readonly name: string;
	/** Where to send the browser; null when the provider can't be reached. */
	begin(redirectUri: string): Promise<{ readonly url: string; readonly checks: OidcChecks } | null>;
	/** The identity that came to `callback`; null when the provider refused, or when its answer could not be verified. */
	finish(callback: URL, checks: OidcChecks): Promise<OidcClaims | null>;
}

/** The name that a provider has for a person, as long as ours may be; null: none that people can read. */
export function claimedName({ name }: OidcClaims): string | null {
	const claimed = cutName(withoutControls(name?.toWellFormed() ?? "").trim());
	return personName.safeParse(claimed).success ? claimed : null;
}

/** Why an identity signs nobody in; the sign-in page shows a message for each. */
export type IdentityRefusal =
	| "oidc_failed"
	| "oidc_email_unverified"
	| "oidc_not_allowed"
	| "oidc_email_taken"
	| "oidc_identity_taken";

export class IdentityRefused extends Error {
	override readonly name = "IdentityRefused";
	readonly code: IdentityRefusal;

	constructor(code: IdentityRefusal) {
		super(`The identity signs nobody in: ${code}`);
		this.code = code;
	}
}
