/** What signing in asks of an OpenID provider; ../../identity/openid-connect.ts speaks to it. */

/** What is remembered between the way there and the way back. */
export interface OidcChecks {
	readonly state: string;
	readonly nonce: string;
	/** Of PKCE (RFC 7636). */
	readonly verifier: string;
}

/** Who came back, as the provider's signature says. */
export interface OidcClaims {
	readonly issuer: string;
	readonly subject: string;
	readonly email: string | null;
	readonly emailVerified: boolean;
	readonly name: string | null;
}

export interface OidcProvider {
	readonly issuer: string;
	/** For the button: the host of the issuer. */
	readonly name: string;
	/** Where to send the browser; null when the provider can't be reached. */
	begin(redirectUri: string): Promise<{ readonly url: string; readonly checks: OidcChecks } | null>;
	/** Who came back to `callback`; null when the provider said no, or what it said can't be trusted. */
	finish(callback: URL, checks: OidcChecks): Promise<OidcClaims | null>;
}
