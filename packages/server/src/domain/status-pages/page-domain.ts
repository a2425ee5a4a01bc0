/**
 * The domain of a status page: a host name of the team's that leads to this service, shown to be theirs by a TXT record
 * that holds a random text of the page. It leads to the page while it is proven, and for a week longer: name servers
 * fail, and people mistype. An operator may allow a domain without a proof.
 *
 * There is no list of public suffixes here: who can write a record at `_lapwing.co.uk` has `co.uk`. A domain is
 * compared as a whole, cookies and HSTS of a page never reach another host, and nobody has a domain before it is
 * proven, so a name that is not the team's does nothing.
 */

import { DAY_MS, HOUR_MS, MINUTE_MS } from "../durations.ts";

/** RFC 952 and 1123, as certificates have them; no underscore. */
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
/** Names that are this machine's, or nobody's (RFC 6761, RFC 7686). */
const RESERVED = /(?:^|\.)(?:localhost|invalid|onion)$/;
const PROOF_LABEL = "_lapwing";
const PROOF_PREFIX = "lapwing-page=";
/** The name of its record has at most 253 characters (RFC 1035 §2.3.4). */
const MAX_DOMAIN_LENGTH = 253 - `${PROOF_LABEL}.`.length;

/** How long a domain leads to its page without its proof. */
export const WITHDRAWN_AFTER_MS = 7 * DAY_MS;

/** The name in lower case and punycode, or the sentence that says why it can't be a page's. */
export function pageDomain(text: string): { readonly domain: string } | string {
	if (/[\s/:?#@\\%[\]]/.test(text)) return "Give the host name alone, such as status.example.com.";
	const domain = URL.parse(`https://${text.replace(/\.$/, "")}/`)?.hostname ?? "";
	const labels = domain.split(".");
	// The URL parser turns what is an address in any notation into four numbers (WHATWG URL, "ends in a number").
	if (/^[\d.]+$/.test(domain)) return "An address can't be proven; give a host name.";
	if (domain === "" || domain.length > MAX_DOMAIN_LENGTH || !labels.every((label) => LABEL.test(label))) {
		return "This is not a host name.";
	}
	if (labels.length < 2) return "A name without a dot can't be proven; give one such as status.example.com.";
	if (RESERVED.test(domain)) return "This name can't lead to anybody's page.";
	return { domain };
}

/** @param own hosts under which the service itself is reached */
export function isOwnHost(domain: string, own: readonly string[]): boolean {
	return own.some((host) => host.toLowerCase() === domain);
}

export function proofName(domain: string): string {
	return `${PROOF_LABEL}.${domain}`;
}

export function proofText(proof: string): string {
	return `${PROOF_PREFIX}${proof}`;
}

/** What became known of a domain, and when. All times are epoch milliseconds. */
export interface DomainState {
	/** Since when it leads to its page; null: it does not. */
	readonly provenAt: number | null;
	/** An operator allowed it: it needs no proof. */
	readonly isAllowed: boolean;
	/** Since when the record is not there, of a proven one; null: it is there, or was never seen to be gone. */
	readonly missingSince: number | null;
	/** When it was given to the page. */
	readonly givenAt: number;
	readonly checkedAt: number | null;
	/** Null: it is not checked, because an operator allowed it. */
	readonly nextCheckAt: number | null;
	readonly problem: DomainProblem | null;
}

/**
 * no_record: there is no TXT record; other_record: there are others; no_answer: the name servers did not answer, which
 * says nothing of the domain; taken: it is another page's.
 */
export const DOMAIN_PROBLEMS = ["no_record", "other_record", "no_answer", "taken"] as const;
type DomainProblem = (typeof DOMAIN_PROBLEMS)[number];

/**
 * pending: it does not lead to the page; proven: it does; failing: it does for now, without its record; allowed: an
 * operator lets it without one.
 */
export const DOMAIN_STATUSES = ["pending", "proven", "failing", "allowed"] as const;

export function domainStatus({
	isAllowed,
	provenAt,
	missingSince,
}: Pick<DomainState, "isAllowed" | "provenAt" | "missingSince">): (typeof DOMAIN_STATUSES)[number] {
	if (isAllowed) return "allowed";
	if (provenAt === null) return "pending";
	return missingSince === null ? "proven" : "failing";
}

/** What the name servers said: the texts of the records, or that they failed. */
export type FoundRecords = { readonly texts: readonly string[] } | "no_answer";

/** What a look at the records means for the domain. @param isTaken another page has it, proven */
export function domainAfterCheck(
	before: DomainState,
	{ proof, found, isTaken }: { readonly proof: string; readonly found: FoundRecords; readonly isTaken: boolean },
	now: number,
): DomainState {
	const state = { ...before, checkedAt: now };
	// Our trouble, or that of the way there: it neither proves nor withdraws.
	if (found === "no_answer") return { ...state, problem: "no_answer", nextCheckAt: now + soon(before, now) };
	const isThere = found.texts.some((text) => text.trim() === proofText(proof));
	if (isThere && isTaken && before.provenAt === null) {
		return { ...state, problem: "taken", nextCheckAt: now + soon(before, now) };
	}
	if (isThere) {
		const provenAt = before.provenAt ?? now;
		return { ...state, provenAt, missingSince: null, problem: null, nextCheckAt: now + DAY_MS };
	}
	const problem = found.texts.length > 0 ? "other_record" : "no_record";
	if (before.provenAt === null) return { ...state, problem, nextCheckAt: now + soon(before, now) };
	const missingSince = before.missingSince ?? now;
	const isWithdrawn = now - missingSince >= WITHDRAWN_AFTER_MS;
	return {
		...state,
		provenAt: isWithdrawn ? null : before.provenAt,
		missingSince: isWithdrawn ? null : missingSince,
		problem,
		nextCheckAt: now + (isWithdrawn ? DAY_MS : HOUR_MS * 6),
	};
}

/** Of a domain that an operator lets lead to its page without a record. */
export function allowedDomain(before: DomainState, now: number): DomainState {
	const provenAt = before.provenAt ?? now;
	return { ...before, provenAt, isAllowed: true, missingSince: null, nextCheckAt: null, problem: null };
}

/** Of one that no operator allows any more: it is looked up at once, and leads to its page when its record is there. */
export function disallowedDomain(before: DomainState, now: number): DomainState {
	return { ...before, provenAt: null, isAllowed: false, givenAt: now, nextCheckAt: now };
}

/** Who has just given a domain waits for it; who gave it long ago does not. */
function soon({ givenAt, provenAt }: DomainState, now: number): number {
	if (provenAt !== null) return HOUR_MS;
	const age = now - givenAt;
	return age < HOUR_MS ? MINUTE_MS : age < DAY_MS ? 15 * MINUTE_MS : DAY_MS;
}
