/**
 * Members who read a page of their team. On our own origin the session that they have is enough. A page's own domain
 * has no session: its reader is sent to our origin, signs in there, and comes back with a code that is taken once, by
 * the browser that left, on that domain. The cookie that they get for it names the session and ends with it; session
 * and membership are read for every request, so that whoever is removed reads nothing more.
 */

import type { Person } from "../../../../domain/access/principal.ts";
import { MINUTE_MS } from "../../../../domain/durations.ts";
import type { PageDoor, PublicPage } from "../../../../domain/status-pages/public-page.ts";
import { putCeremony, takeCeremony } from "../../../../storage/access/ceremonies.ts";
import { membershipsOf } from "../../../../storage/access/members.ts";
import { newToken, tokenHash } from "../../../../storage/access/secret-token.ts";
import { findPerson, findPersonOfSession } from "../../../../storage/access/sessions.ts";
import { domainLeadingTo } from "../../../../storage/status-pages/domains.ts";
import { letsIn } from "../../../access/authentication.ts";
import { readCookie, setCookie } from "../../../access/cookies.ts";
import type { OpenCall } from "../../../kernel/serve.ts";
import { visitorOf, visitorOrNew } from "../../../sign-in/visitor.ts";
import { isForm } from "../forms/form.ts";
import { type Place, placeOfSlug } from "../render/place.ts";
import { CLOSED } from "../serve/answer.ts";
import type { Shut } from "./door-page.ts";
import { READER_MS } from "./reader-cookies.ts";

/** Below a page: where readers of a domain leave it to sign in, and where they come back. */
const ENTER = "enter";

/** From the redirect with the code to the request that has it. */
const CODE_MS = MINUTE_MS;
const CODE = /^[\w-]{43}$/;
/** SHA-256 of the visitor who left, lower-case hex. */
const STATE = /^[0-9a-f]{64}$/;

/** A reader before a page, wherever it stands. */
export interface AtDoor {
	readonly page: PublicPage;
	readonly place: Place;
	/** What is wanted, below the page. */
	readonly path: string;
	/** The page's domain under which it is asked for; null: it is asked for on our own origin. */
	readonly domain: string | null;
}

interface KeptCode {
	readonly pageId: string;
	readonly domain: string;
	readonly state: string;
	/** `ses_…` */
	readonly session: string;
}

/** Null: a member asks, and may read the page. */
export async function refusedMember(call: OpenCall, at: AtDoor): Promise<Shut | null> {
	const person = await personAsking(call, at);
	const shut = person === null ? "stranger" : await whyShut(call, at.page.door, person);
	if (shut === null) return null;
	const signIn = signInAddress(call, at);
	if (shut === "notMember") return { kind: shut, name: person?.actor.name ?? "", signIn };
	return { kind: shut, signIn };
}

async function personAsking({ services, client, header, now }: OpenCall, at: AtDoor): Promise<Person | null> {
	const { database } = services;
	if (at.domain === null) {
		const cookie = readCookie(client, header("cookie"), "lapwing_session");
		return cookie === null ? null : findPerson(database, cookie, now);
	}
	const value = readCookie(client, header("cookie"), "lapwing_reader", at.place.home);
	const held = value === null ? null : services.readerCookies.read(value, { pageId: at.page.id, by: at.domain }, now);
	return held === null || held.session === null ? null : findPersonOfSession(database, held.session, now);
}

/** Null: this person may read the page. */
async function whyShut(
	{ services }: OpenCall,
	door: PageDoor | null,
	person: Person,
): Promise<"notMember" | "otherWay" | null> {
	const memberships = await membershipsOf(services.database, person.actor.id);
	const membership = memberships.find(({ team }) => team.id === door?.teamId);
	if (membership === undefined) return "notMember";
	return letsIn(services, membership, person) ? null : "otherWay";
}

/** The sign-in page of our origin, which leads back to what was wanted. */
function signInAddress({ services, url }: OpenCall, { place, path, domain }: AtDoor): string | null {
	if (domain !== null) return ownOrigin(services) === null ? null : `${place.root}${ENTER}${toQuery(path)}`;
	const isLeaving = path === ENTER && url.searchParams.has("state");
	const back = isLeaving ? url.pathname + url.search : belowPage(place, path);
	return `/sign-in?return=${encodeURIComponent(back)}`;
}

/** Null: no address of ours is known, so that nobody can be sent there. */
function ownOrigin({ publicUrl, linkOrigin }: OpenCall["services"]): string | null {
	return publicUrl ?? linkOrigin;
}

/** A form of the page, or the page itself for what is none. */
export function belowPage(place: Place, path: string): string {
	return path !== "" && isForm(path) ? place.root + path : place.home;
}

function toQuery(path: string): string {
	return path !== "" && isForm(path) ? `?to=${encodeURIComponent(path)}` : "";
}

/** Answers the ways between a page's domain and our origin; null: this is none of them. */
export async function answerEntering(call: OpenCall, at: AtDoor): Promise<Response | null> {
	if (at.page.access !== "members" || at.path !== ENTER || call.method === "POST") return null;
	if (at.domain === null) return sendBack(call, at);
	return call.url.searchParams.has("code") ? letIn(call, at, at.domain) : sendToSignIn(call, at);
}

/** On the domain: to our origin, with what binds the way back to this browser. */
function sendToSignIn(call: OpenCall, { page }: AtDoor): Response | null {
	const origin = ownOrigin(call.services);
	if (origin === null) return null;
	const { visitor, setCookie: cookie } = visitorOrNew(call);
	const address = new URL(`${placeOfSlug(page.slug).root}${ENTER}`, origin);
	address.searchParams.set("state", tokenHash(visitor));
	const to = call.url.searchParams.get("to") ?? "";
	if (isForm(to) && to !== "") address.searchParams.set("to", to);
	return redirect(call, address.href, cookie);
}

/** On our origin: back to the domain with a code, for members of the team; null: the door says what they lack. */
async function sendBack(call: OpenCall, at: AtDoor): Promise<Response | null> {
	const { services, url, now } = call;
	const state = url.searchParams.get("state") ?? "";
	const origin = ownOrigin(services);
	if (!STATE.test(state) || origin === null) return null;
	const person = await personAsking(call, at);
	if (person === null) return redirect(call, `/sign-in?return=${encodeURIComponent(url.pathname + url.search)}`);
	if ((await whyShut(call, at.page.door, person)) !== null) return null;
	const domain = await domainLeadingTo(services.database, at.page.id);
	if (domain === null) return null;
	const code = newToken();
	const session = person.session.publicId;
	const payload: KeptCode = { pageId: at.page.id, domain, state, session };
	const begun = { key: keyOf(code), visitor: keyOf(session), payload, expiresAt: now + CODE_MS };
	await putCeremony(services.database, begun, now);
	// Scheme and port are those of our origin: the domain leads to the same service.
	const address = new URL(`/${ENTER}`, origin);
	address.hostname = domain;
	address.searchParams.set("code", code);
	const to = url.searchParams.get("to") ?? "";
	if (isForm(to) && to !== "") address.searchParams.set("to", to);
	return redirect(call, address.href);
}

/** On the domain: the code is taken, whatever comes of it. */
async function letIn(call: OpenCall, { page, place }: AtDoor, domain: string): Promise<Response | null> {
	const { services, url, client, now } = call;
	const code = url.searchParams.get("code") ?? "";
	const visitor = visitorOf(call);
	if (!CODE.test(code) || visitor === null) return null;
	const kept = (await takeCeremony(services.database, keyOf(code), now)) as KeptCode | null;
	if (kept === null || kept.pageId !== page.id || kept.domain !== domain || kept.state !== tokenHash(visitor)) {
		return null;
	}
	const value = services.readerCookies.valueFor({ pageId: page.id, by: domain }, kept.session, now);
	const cookie = { value, maxAgeSeconds: READER_MS / 1_000, path: place.home };
	const location = belowPage(place, url.searchParams.get("to") ?? "");
	return redirect(call, location, { "set-cookie": setCookie(client, "lapwing_reader", cookie) });
}

function keyOf(secret: string): string {
	return `page-reader ${secret}`;
}

/** Codes stand in addresses, so no page is told which led to it. */
function redirect({ answerHeaders }: OpenCall, location: string, headers: Record<string, string> = {}): Response {
	return new Response(null, {
		status: 303,
		headers: { ...answerHeaders, "cache-control": CLOSED, "referrer-policy": "no-referrer", location, ...headers },
	});
}
