/**
 * What readers of status pages ask for, where ./serve/at-once.ts has no answer in memory: a page that must be built, a
 * form that was not asked for yet, a page that is not there. On the domain of a page nothing else is answered.
 */

import { z } from "@hono/zod-openapi";
import { acceptedCoding, isCurrent } from "../../input/representation.ts";
import { notFound, Refusal } from "../../kernel/refusal.ts";
import type { OpenCall, OpenEndpoint } from "../../kernel/serve.ts";
import { htmlHeaders } from "../html-headers.ts";
import { answerAtDoor, refusedAtDoor } from "./door/door.ts";
import { assetAt } from "./forms/form.ts";
import { publicPageSchema } from "./forms/page-json.ts";
import { noPage } from "./render/no-page.ts";
import { PLACE_OF_DOMAIN, type Place, placeOfSlug } from "./render/place.ts";
import { asksForHtml } from "./request.ts";
import { type Answer, answerOf, PAGE_POLICY } from "./serve/answer.ts";
import { NothingToShow } from "./serve/asked-database.ts";
import { MAX_LENGTH, statusPath } from "./status-path.ts";
import { answerSubscriberForm, isSubscriberForm } from "./subscriptions/subscriptions.ts";

/** From this lag of the event loop on, readers are asked to come later, before checks and the API suffer. */
export const MAX_LAG_MS = 200;
/** When readers may come again after that. */
export const RETRY_AFTER_SECONDS = 5;

interface Asked {
	readonly slug: string;
	readonly path: string;
	readonly place: Place;
	/** The page's domain under which it is asked for; null: our own origin. */
	readonly domain: string | null;
}

/** Answers what is asked of the page that is published under a slug, wherever the page stands. */
async function answerPage(call: OpenCall, asked: Asked): Promise<Response | Refusal> {
	const { slug, path, place } = asked;
	const { publicPages, lag } = call.services;
	if (isSubscriberForm(path)) {
		return answerSubscriberForm(call, { slug, form: path, place, refusedAtDoor: () => refusedAt(call, asked) });
	}
	const asset = assetAt(path);
	if (asset !== null) return respond(call, await answerOf(asset));
	if (lag.ms > MAX_LAG_MS) return later(call, place, "Too many readers are here at the moment.");
	try {
		const found = await publicPages.find(slug);
		if (found === null) return missing(call, place);
		if ("movedTo" in found) {
			if (asked.domain !== null) return answerPage(call, { ...asked, slug: found.movedTo });
			return moved(call, { from: slug, to: found.movedTo });
		}
		const at = { page: found.page, place, path, domain: asked.domain };
		const refused = (await answerAtDoor(call, at)) ?? (await refusedAtDoor(call, at));
		if (refused !== null) return refused;
		// A page that was opened to everyone while somebody typed its password.
		if (call.method === "POST") return redirect(call, place.home);
		const answer = await publicPages.form(found, place, path);
		return answer === null ? missing(call, place) : respond(call, answer);
	} catch (error) {
		if (error instanceof NothingToShow) return later(call, place, error.message);
		if (!call.services.database.dialect.isTransient(error)) throw error;
		return later(call, place, "The database can't be read now.");
	}
}

/** Null: who asks may read the page. */
async function refusedAt(call: OpenCall, { slug, path, place, domain }: Asked): Promise<Response | Refusal | null> {
	const found = await call.services.publicPages.find(slug);
	if (found === null || "movedTo" in found) return missing(call, place);
	return refusedAtDoor(call, { page: found.page, place, path, domain });
}

function respond({ header, answerHeaders, client }: OpenCall, answer: Answer): Response {
	const { headers, etag, bodies } = answer;
	const coding = acceptedCoding(
		header,
		(["br", "gzip"] as const).filter((each) => bodies[each] !== undefined),
	);
	const all = {
		...answerHeaders,
		...(client.isHttps && strictTransport(client)),
		...headers,
		...(coding !== "identity" && { "content-encoding": coding }),
	};
	if (isCurrent(header, etag)) return new Response(null, { status: 304, headers: all });
	return new Response(new Uint8Array(bodies[coding] ?? bodies.identity), { headers: all });
}

function strictTransport(client: OpenCall["client"]): Record<string, string> {
	const { "strict-transport-security": value = "" } = htmlHeaders(client, PAGE_POLICY);
	return { "strict-transport-security": value };
}

/** Of a page that is not published, as of one that never was. */
function missing(call: OpenCall, place: Place): Response | Refusal {
	if (!asksForHtml(call)) return notFound();
	return words(call, 404, noPage(place, "There is no status page at this address."));
}

function later(call: OpenCall, place: Place, reason: string): Response | Refusal {
	const headers = { "retry-after": String(RETRY_AFTER_SECONDS) };
	if (!asksForHtml(call)) return new Refusal("DATABASE_BUSY", `${reason} Try again later.`, { headers });
	return words(call, 503, noPage(place, `${reason} Load this page again in a few seconds.`), headers);
}

function words(
	{ answerHeaders, client }: OpenCall,
	status: number,
	html: string,
	headers: Readonly<Record<string, string>> = {},
): Response {
	return new Response(html, {
		status,
		headers: { ...answerHeaders, ...htmlHeaders(client, PAGE_POLICY), ...headers },
	});
}

/** Not for good: after some time the earlier slug can lead elsewhere. */
function moved(call: OpenCall, { from, to }: { readonly from: string; readonly to: string }): Response {
	const { url, answerHeaders } = call;
	const location = url.pathname.replace(`/status/${from}`, placeOfSlug(to).home) + url.search;
	// Followed by the pages of other sites too; what it leads to says itself who may read it.
	return redirect({ answerHeaders: { ...answerHeaders, "access-control-allow-origin": "*" } }, location, 302);
}

function redirect({ answerHeaders }: Pick<OpenCall, "answerHeaders">, location: string, status = 303): Response {
	return new Response(null, { status, headers: { ...answerHeaders, location } });
}

async function handle(call: OpenCall): Promise<Response | Refusal> {
	const wanted = statusPath(call.url.pathname);
	if (wanted === null) return notFound();
	const { slug, path } = wanted;
	const place = placeOfSlug(slug);
	if (call.method === "POST" && path === "status.json") {
		return new Refusal("METHOD_NOT_ALLOWED", "This resource knows GET, HEAD.", { headers: { allow: "GET, HEAD" } });
	}
	if (path === "" && call.url.pathname.endsWith("/")) {
		return redirect(call, place.home, 308);
	}
	return answerPage(call, { slug, path, place, domain: null });
}

/** Everything that is asked for on the domain of a page: its forms, and nothing else of this service. */
export const pageOnDomain: OpenEndpoint = {
	spec: { document: null },
	async handle(call) {
		const { services, url, method } = call;
		const found = (await services.publicPages.presentDomains()).find(url.hostname);
		const path = url.pathname.slice(1);
		const takes =
			method === "GET" || method === "HEAD" || (method === "POST" && (path === "" || isSubscriberForm(path)));
		if (!found?.slug || path.length > MAX_LENGTH || !takes) return missing(call, PLACE_OF_DOMAIN);
		return answerPage(call, { slug: found.slug, path, place: PLACE_OF_DOMAIN, domain: found.name });
	},
};

const params = z.object({ slug: z.string().openapi({ example: "public" }) });
const caching = "public, max-age=5, stale-if-error=3600";

const PAGE_HEADERS = { ETag: "Changes with the page.", "Cache-Control": caching };

/** Everything below a page that is not described on its own. */
export const statusPageForm: OpenEndpoint = { spec: { document: null }, handle };

export const statusPageHtml: OpenEndpoint = {
	spec: {
		document: {
			operationId: "readStatusPage",
			summary: "A status page for people",
			description:
				"Below it: `history`, `incidents/:id`, `feed.atom`, `badge.svg`, `badge/:componentId.svg`, `embed.js`, and the " +
				"public API of Statuspage at `api/v2/`.",
			tag: "Status pages",
			params,
			success: {
				status: 200,
				description: "HTML.",
				content: { "text/html": { schema: z.string() } },
				headers: {
					...PAGE_HEADERS,
					"Content-Security-Policy": "A page loads what it brings itself alone.",
					"Referrer-Policy": "Other sites are not told which page led to them.",
				},
			},
			refusesWith: ["UNAUTHORIZED", "FORBIDDEN", "PASSWORDS_OFF", "NOT_FOUND", "DATABASE_BUSY"],
			alsoAnswers: {},
		},
	},
	handle,
};

export const statusPageJson: OpenEndpoint = {
	spec: {
		document: {
			operationId: "readStatusPageJson",
			summary: "A status page for programs",
			description: `For pages of every site (CORS), and kept by caches for as long as \`${caching}\` says.`,
			tag: "Status pages",
			params,
			success: {
				status: 200,
				description: "The page.",
				content: { "application/json": { schema: publicPageSchema } },
				headers: {
					...PAGE_HEADERS,
					"Content-Security-Policy": "Nothing runs where the answer is opened alone.",
					"Access-Control-Allow-Origin": "`*`: pages of every site can read it.",
					"Cross-Origin-Resource-Policy": "`cross-origin`, likewise.",
				},
			},
			refusesWith: ["UNAUTHORIZED", "FORBIDDEN", "PASSWORDS_OFF", "NOT_FOUND", "DATABASE_BUSY"],
		},
	},
	handle,
};
