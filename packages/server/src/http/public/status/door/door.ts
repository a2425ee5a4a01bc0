/**
 * The door of pages that not everyone may read (docs/rules/status-pages.md#who-can-read). Every address below a page
 * has the same door, whether there is something at it or not.
 */

import { MAX_PAGE_PASSWORD_LENGTH } from "../../../../domain/status-pages/page-password.ts";
import { readCookie, setCookie } from "../../../access/cookies.ts";
import { refuseCrossOrigin } from "../../../access/same-origin.ts";
import { REFUSALS, Refusal } from "../../../kernel/refusal.ts";
import type { OpenCall } from "../../../kernel/serve.ts";
import { htmlHeaders } from "../../html-headers.ts";
import { asksForHtml, readForm } from "../request.ts";
import { CLOSED, PAGE_POLICY } from "../serve/answer.ts";
import { doorPage, type Shut } from "./door-page.ts";
import { type AtDoor, answerEntering, belowPage, refusedMember } from "./members.ts";
import { type Opening, READER_MS } from "./reader-cookies.ts";

/** Null: this reader may read the page. Otherwise what they are answered, at the page and at all that is below it. */
export async function refusedAtDoor(call: OpenCall, at: AtDoor): Promise<Response | Refusal | null> {
	const { page, place, path } = at;
	if (page.access === "public") return null;
	if (page.access === "members") {
		const shut = await refusedMember(call, at);
		return shut === null ? null : answerShut(call, at, shut);
	}
	const { client, header, services, now } = call;
	const value = readCookie(client, header("cookie"), "lapwing_reader", place.home);
	const held = value === null ? null : services.readerCookies.read(value, openingOf(at), now);
	return held === null ? answerShut(call, at, { kind: "password", problem: null, to: path }) : null;
}

/** Answers who comes in: with a password, or back from signing in. Null: this is no such request. */
export async function answerAtDoor(call: OpenCall, at: AtDoor): Promise<Response | Refusal | null> {
	if (call.method !== "POST" || at.page.access !== "password" || at.path !== "") return answerEntering(call, at);
	const foreign = refuseCrossOrigin(call, call.services.publicUrl);
	if (foreign !== null) return foreign;
	const { services, client, now } = call;
	const { page, place } = at;
	const allowance = services.passwordAttempts.count(client, page.id, now);
	const wait = { "retry-after": String(allowance.resetSeconds) };
	if (!allowance.allowed) return answerShut(call, at, { kind: "password", problem: "tooMany", to: "" }, wait);
	const fields = await readForm(call);
	if (fields instanceof Refusal) return fields;
	const to = fields.get("to") ?? "";
	const matches = await isPassword(call, at, fields.get("password") ?? "");
	if (matches === false) {
		services.log.warn({ address: client.address, statusPage: page.id }, "The password of a status page was refused");
		return answerShut(call, at, { kind: "password", problem: "wrong", to });
	}
	services.passwordAttempts.uncount(client, page.id);
	if (matches === "busy") {
		return answerShut(call, at, { kind: "password", problem: "busy", to }, { "retry-after": "2" });
	}
	const value = services.readerCookies.valueFor(openingOf(at), null, now);
	const cookie = { value, maxAgeSeconds: READER_MS / 1_000, path: place.home };
	return new Response(null, {
		status: 303,
		headers: {
			...call.answerHeaders,
			"cache-control": CLOSED,
			location: belowPage(place, to),
			"set-cookie": setCookie(client, "lapwing_reader", cookie),
		},
	});
}

async function isPassword({ services }: OpenCall, { page }: AtDoor, password: string): Promise<boolean | "busy"> {
	const hash = page.door?.passwordHash ?? null;
	if (hash === null || services.pagePasswords === undefined) return false;
	if (password === "" || password.length > MAX_PAGE_PASSWORD_LENGTH) return false;
	return services.pagePasswords.matches(password, hash);
}

function openingOf({ page }: AtDoor): Opening {
	return { pageId: page.id, by: page.door?.passwordHash ?? "" };
}

/** People get a page in the language of the status page, programs the code and a sentence. */
function answerShut(
	call: OpenCall,
	{ page, place }: AtDoor,
	shut: Shut,
	headers: Readonly<Record<string, string>> = {},
): Response | Refusal {
	const refusal = refusalOf(shut, headers);
	if (!asksForHtml(call)) return refusal;
	return new Response(doorPage(page, place, shut), {
		status: REFUSALS[refusal.code].status,
		headers: {
			...call.answerHeaders,
			...htmlHeaders(call.client, PAGE_POLICY),
			"cache-control": CLOSED,
			...refusal.headers,
		},
	});
}

/** RFC 9110 §15.5.2 asks for a challenge; browsers pass over a scheme that they don't know and show the page. */
const CHALLENGE = { "www-authenticate": 'Cookie realm="status page"' };

function refusalOf(shut: Shut, headers: Readonly<Record<string, string>>): Refusal {
	switch (shut.kind) {
		case "password":
			return shut.problem === "tooMany" || shut.problem === "busy"
				? new Refusal("TOO_MANY_REQUESTS", "Too many passwords were tried. Try again later.", { headers })
				: new Refusal("UNAUTHORIZED", "This status page asks its readers for a password.", { headers: CHALLENGE });
		case "stranger":
			return new Refusal("UNAUTHORIZED", "This status page is for members of its team.", { headers: CHALLENGE });
		case "notMember":
			return new Refusal("FORBIDDEN", "This status page is for members of its team.");
		case "otherWay":
			return new Refusal("PASSWORDS_OFF", "The team lets nobody in who signed in with a password. Use another way.");
	}
}
