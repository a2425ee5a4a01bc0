/** Who becomes a member by signing in through the OpenID provider (docs/rules/access.md#openid-connect). */

import type { OidcConfig } from "../config/config.ts";

/** One sentence, or two where everybody may and the operator may not know. */
export function whoMayJoin({ issuer, allowedDomains }: Pick<OidcConfig, "issuer" | "allowedDomains">): string {
	const who = `of ${new URL(issuer).host} whose address the provider has verified`;
	if (allowedDomains !== null) {
		return `Whoever has an account ${who} and is of ${allowedDomains.join(" or ")} may join the first team as a viewer.`;
	}
	return (
		`Everybody with an account ${who} may join the first team as a viewer: OIDC_ALLOWED_DOMAINS is not set. ` +
		"Set it to the domains of your people, unless all accounts of the provider are theirs."
	);
}
