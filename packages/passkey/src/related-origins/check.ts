/**
 * Checks what a server answers at `/.well-known/webauthn`, by the rules of browsers (WebAuthn Level 3 §5.11.1). They
 * refuse a ceremony with a `SecurityError` that does not tell which rule was broken.
 */

import { type JsonRequest, readJsonBody } from "../server/responses/request-body.ts";
import { type IdsAndOrigins, type RelatedOriginsOptions, relatedOriginsOf } from "./document.ts";
import { registrableLabel, usedOrigins } from "./labels.ts";

/** As much of a Fetch `Response` as is read. */
export interface FetchedDocument extends JsonRequest {
	readonly status: number;
	/** After redirects; the empty text when it did not come over a network. */
	readonly url: string;
	readonly headers: { get(name: string): string | null };
}

/** A rule that the document breaks; `origin` is the one that browsers will refuse. */
export type RelatedOriginsProblem =
	| { readonly code: "not_https" | "not_status_200" | "not_application_json" | "not_a_list_of_origins" }
	| { readonly code: "origin_missing" | "origin_behind_fifth_label"; readonly origin: string };

/**
 * Whether browsers will let the relying party's related origins use `rpId`, judged by `response`, which the host has
 * fetched from `https://<rpId>/.well-known/webauthn`. No problem: an empty list.
 *
 * @throws TypeError or RangeError for options that `RelyingParty` refuses; never for what a server answers.
 *
 * @example
 * ```ts
 * import { checkRelatedOrigins } from "@lapwing/passkey/related-origins";
 *
 * const options = { id: "example.com", origin: ["https://example.com", "https://example.co.uk"] };
 * const response = await fetch("https://example.com/.well-known/webauthn");
 * for (const problem of await checkRelatedOrigins(options, response)) console.error(problem);
 * ```
 */
export async function checkRelatedOrigins(
	relyingParty: IdsAndOrigins,
	response: FetchedDocument,
	{ rpId = relyingParty.id, labelOf = registrableLabel }: RelatedOriginsOptions = {},
): Promise<RelatedOriginsProblem[]> {
	const needed = relatedOriginsOf(relyingParty, rpId);
	if (response.url !== "" && !response.url.startsWith("https:")) return [{ code: "not_https" }];
	if (response.status !== 200) return [{ code: "not_status_200" }];
	const type = response.headers.get("content-type")?.split(";")[0]?.trim().toLowerCase();
	if (type !== "application/json") return [{ code: "not_application_json" }];

	const body = await readJsonBody(response);
	const document = typeof body === "string" ? undefined : (body.json as { origins?: unknown } | null);
	const entries = document?.origins;
	if (!Array.isArray(entries) || !entries.every((each) => typeof each === "string")) {
		return [{ code: "not_a_list_of_origins" }];
	}
	// Browsers pass over what is no URL, and compare the origin of what is one: a path behind it does no harm.
	const listed = entries.filter((each) => URL.canParse(each)).map((each) => new URL(each));
	const origins = new Set(listed.map((each) => each.origin));
	const used = new Set(usedOrigins(listed, labelOf).map((each) => each.origin));
	return needed
		.map((each) => each.origin)
		.filter((origin) => !used.has(origin))
		.map((origin) => ({ code: origins.has(origin) ? "origin_behind_fifth_label" : "origin_missing", origin }));
}
