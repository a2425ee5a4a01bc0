/** The interface to an OpenID provider; ../../identity/openid-connect.ts implements it. */

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
