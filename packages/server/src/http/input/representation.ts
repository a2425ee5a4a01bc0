/** What of a content that has an ETag is sent: nothing when the client has it, and in which coding otherwise. */

import Negotiator from "negotiator";

type Header = (name: string) => string | undefined;

/**
 * Whether the client has the content of `etag` (RFC 9110 §13.1.2). Weak and strong tags are compared as equal: a proxy
 * that compresses an answer makes its tag weak, and the client sends that back.
 */
export function isCurrent(header: Header, etag: string): boolean {
	const known = header("if-none-match")?.trim();
	if (known === undefined) return false;
	const tags: readonly string[] = known.match(/"[^"]*"/g) ?? [];
	return known === "*" || tags.includes(etag);
}

const TAGS = /^(?:W\/)?"[^"]*"(?:[ \t]*,[ \t]*(?:W\/)?"[^"]*")*$/;

/**
 * Which contents an If-Match takes (RFC 9110 §13.1.1), weak tags as above; null: any; undefined: it can't be read, and
 * what it should have kept from being changed is not known.
 */
export function matchedTags(header: Header): readonly string[] | null | undefined {
	const wanted = header("if-match")?.trim();
	if (wanted === undefined || wanted === "*") return null;
	return TAGS.test(wanted) ? wanted.match(/"[^"]*"/g)?.map((tag) => tag.slice(1, -1)) : undefined;
}

/** The first coding of `codings` that the client accepts; `identity` when it accepts none of them. */
export function acceptedCoding<Coding extends string>(header: Header, codings: readonly Coding[]): Coding | "identity" {
	const negotiator = new Negotiator({ headers: { "accept-encoding": header("accept-encoding") ?? "" } });
	const accepted = negotiator.encodings([...codings, "identity"]);
	return codings.find((coding) => accepted.includes(coding)) ?? "identity";
}
