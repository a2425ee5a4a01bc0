/** Answers the document that browsers fetch from `https://<relying party id>/.well-known/webauthn`. */

import { domain, list, oneOf, origin } from "../server/options/option-checks.ts";
import type { RelyingPartyOptions } from "../server/options/relying-party-options.ts";
import { MAX_LABELS, registrableLabel, usedOrigins } from "./labels.ts";

export interface RelatedOrigins {
	origins: string[];
}

export interface RelatedOriginsOptions {
	/** Whose document it is: the relying party's `id` or one of its `formerIds`. Default: `id`. */
	rpId?: string | undefined;
	/** The label of a domain, by the Public Suffix List. Default: a rule of thumb. */
	labelOf?: ((domain: string) => string) | undefined;
}

export interface IdsAndOrigins extends Pick<RelyingPartyOptions, "id" | "formerIds"> {
	/** A function can't be listed. */
	origin?: string | readonly string[] | undefined;
}

/**
 * The document for a relying party with these options: its https origins on domains that `rpId` does not cover. Serve
 * it as `application/json`, without a redirect to http. With no such origin the list is empty.
 *
 * Source: WebAuthn Level 3, §5.11.
 *
 * @throws RangeError for origins of more than five labels, of which browsers ignore the last; TypeError or RangeError
 * for options that `RelyingParty` refuses.
 *
 * @example
 * ```ts
 * import { relatedOrigins } from "@lapwing/passkey/related-origins";
 *
 * const document = relatedOrigins({
 * 	id: "example.com",
 * 	origin: ["https://example.com", "https://example.co.uk"],
 * }); // { origins: ["https://example.co.uk"] }
 * ```
 */
export function relatedOrigins(
	relyingParty: IdsAndOrigins,
	{ rpId = relyingParty.id, labelOf = registrableLabel }: RelatedOriginsOptions = {},
): RelatedOrigins {
	const related = relatedOriginsOf(relyingParty, rpId);
	if (usedOrigins(related, labelOf).length < related.length) {
		throw new RangeError(`origin: browsers take related origins of ${MAX_LABELS} labels at most`);
	}
	return { origins: related.map((each) => each.origin) };
}

/** The https origins that a ceremony may run on and that are on no subdomain of `rpId`. */
export function relatedOriginsOf({ id, formerIds, origin: origins }: IdsAndOrigins, rpId: string): URL[] {
	const ids = [id, ...list("formerIds", formerIds ?? [])].map((each) => domain("id", each));
	const covering = oneOf("rpId", rpId, ids);
	return [origins ?? `https://${id}`]
		.flat()
		.map((each) => origin("origin", each, false))
		.filter((each) => each.startsWith("https:"))
		.map((each) => new URL(each))
		.filter(({ hostname }) => hostname !== covering && !hostname.endsWith(`.${covering}`));
}
