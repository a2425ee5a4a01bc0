/**
 * The OpenID Connect client: the authorization code flow with PKCE, by openid-client, which is certified for it. It
 * validates the issuer, the audience, the nonce and the signature of ID tokens. Its requests go through our dialer.
 */

import {
	allowInsecureRequests,
	authorizationCodeGrant,
	buildAuthorizationUrl,
	type Configuration,
	calculatePKCECodeChallenge,
	customFetch,
	discovery,
	fetchUserInfo,
	randomNonce,
	randomPKCECodeVerifier,
	randomState,
} from "openid-client";
import type { Logger } from "pino";
import type { OidcChecks, OidcClaims, OidcProvider } from "../domain/access/oidc.ts";
import type { Dialer } from "../net/dial.ts";
import { dialledFetch } from "./dialled-fetch.ts";

interface OidcSettings {
	/** `https:`, or `http:` on this machine. */
	readonly issuer: string;
	readonly clientId: string;
	readonly clientSecret: string;
}

const SCOPE = "openid email profile";
/** After this time the metadata is discovered again, because endpoints may move and keys change. */
const METADATA_MAX_AGE_MS = 3_600_000;

export function createOidcProvider(
	{ issuer, clientId, clientSecret }: OidcSettings,
	{ dialer, log, now }: { dialer: Dialer; log: Logger; now: () => number },
): OidcProvider {
	const url = new URL(issuer);
	const configuration = discovered({ url, clientId, clientSecret }, dialer, now);
	return {
		issuer,
		name: url.hostname,
		async begin(redirectUri) {
			const checks: OidcChecks = { state: randomState(), nonce: randomNonce(), verifier: randomPKCECodeVerifier() };
			try {
				const authorization = buildAuthorizationUrl(await configuration(), {
					redirect_uri: redirectUri,
					scope: SCOPE,
					state: checks.state,
					nonce: checks.nonce,
					code_challenge: await calculatePKCECodeChallenge(checks.verifier),
					code_challenge_method: "S256",
				});
				return { url: authorization.href, checks };
			} catch (error) {
				log.warn({ err: error }, "The OpenID provider can't be reached");
				return null;
			}
		},
		async finish(callback, { state, nonce, verifier }) {
			try {
				const provider = await configuration();
				const tokens = await authorizationCodeGrant(provider, callback, {
					pkceCodeVerifier: verifier,
					expectedState: state,
					expectedNonce: nonce,
					idTokenExpected: true,
				});
				const claims = tokens.claims();
				if (claims === undefined) return null;
				// Many providers return the address only from their UserInfo endpoint (OpenID Connect Core §5.4).
				const profile =
					claims["email"] === undefined ? await userInfo(provider, tokens.access_token, claims.sub) : claims;
				return claimsOf({ issuer: claims.iss, subject: claims.sub }, profile);
			} catch (error) {
				log.warn({ err: error }, "A sign-in through the OpenID provider failed");
				return null;
			}
		},
	};
}

/**
 * The provider's configuration, discovered at the first use, because an unreachable provider must not stop the service
 * from starting; and discovered again when it is older than METADATA_MAX_AGE_MS.
 */
function discovered(
	{ url, clientId, clientSecret }: { url: URL; clientId: string; clientSecret: string },
	dialer: Dialer,
	now: () => number,
): () => Promise<Configuration> {
	let known: { readonly configuration: Promise<Configuration>; readonly since: number } | undefined;
	return () => {
		if (known === undefined || now() - known.since > METADATA_MAX_AGE_MS) {
			const found = discovery(url, clientId, clientSecret, undefined, {
				[customFetch]: dialledFetch(dialer),
				execute: url.protocol === "http:" ? [allowInsecureRequests] : [],
			});
			known = { configuration: found, since: now() };
			// After a failure the next sign-in tries again.
			found.catch(() => {
				known = undefined;
			});
		}
		return known.configuration;
	};
}

async function userInfo(
	provider: Configuration,
	accessToken: string,
	subject: string,
): Promise<Record<string, unknown>> {
	if (provider.serverMetadata().userinfo_endpoint === undefined) return {};
	return fetchUserInfo(provider, accessToken, subject);
}

function claimsOf(
	{ issuer, subject }: { issuer: string; subject: string },
	{ email, email_verified: emailVerified, name }: Record<string, unknown>,
): OidcClaims {
	return {
		issuer,
		subject,
		email: typeof email === "string" ? email : null,
		emailVerified: emailVerified === true,
		name: typeof name === "string" ? name : null,
	};
}
