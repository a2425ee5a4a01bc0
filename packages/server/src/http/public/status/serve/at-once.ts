/**
 * Answers readers from memory, before the app and its steps: with the bytes that lie there, compressed. It writes no
 * line to the log, for a crowd would fill it; the metrics count. Whatever needs more than memory is left to the app.
 */

import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Metrics } from "../../../../metrics.ts";
import type { TrustedProxies } from "../../../access/client.ts";
import { acceptedCoding } from "../../../input/representation.ts";
import type { Readers } from "../../../server/http-server.ts";
import { htmlHeaders } from "../../html-headers.ts";
import { PLACE_OF_DOMAIN, placeOfSlug } from "../render/place.ts";
import { MAX_LAG_MS, RETRY_AFTER_SECONDS } from "../status-pages.ts";
import { statusPath } from "../status-path.ts";
import type { Answer, Coding } from "./answer.ts";
import type { Lag } from "./event-loop-lag.ts";
import { formKey, type PublicPages } from "./public-pages.ts";

/** Values of Accept-Encoding that are remembered: browsers send a handful. */
const MAX_CODINGS = 200;
/** Paths that are remembered; anybody can invent some. */
const MAX_PATHS = 2_000;
const ROUTE = "/status/:slug";

interface Options {
	readonly pages: PublicPages;
	readonly lag: Lag;
	readonly metrics: Metrics;
	readonly proxies: TrustedProxies;
	readonly publicUrl: string | null;
}

interface Wanted {
	readonly slug: string;
	readonly key: string;
}

/** Headers as `writeHead` takes them without a copy: names and values in turn. */
type Flat = readonly string[];

export function answersAtOnce({ pages, lag, metrics, proxies, publicUrl }: Options): Readers {
	const codings = new Map<string, readonly Coding[]>();
	const paths = new Map<string, Wanted | null>();
	const keysOnDomains = new Map<string, string>();
	const flat = new WeakMap<Answer, Partial<Record<Coding, Flat>>>();
	const counted = metrics.httpRequests.labels({ method: "GET", route: ROUTE, status: 200 });
	const unchanged = metrics.httpRequests.labels({ method: "GET", route: ROUTE, status: 304 });
	const shed = metrics.httpRequests.labels({ method: "GET", route: ROUTE, status: 503 });
	const usuallyHttps = publicUrl?.startsWith("https:") === true;

	/** Below `/status/`, or on the domain of a page. */
	function wantedBy({ url = "", headers }: IncomingMessage): Wanted | null {
		const domain = pages.domains.find(headers.host);
		if (domain === null) return wantedAt(url);
		const { slug } = domain;
		return slug === null || !url.startsWith("/") ? null : { slug, key: keyOnDomain(url) };
	}

	function keyOnDomain(url: string): string {
		const known = keysOnDomains.get(url);
		if (known !== undefined) return known;
		const key = formKey(PLACE_OF_DOMAIN, url.slice(1).split("?", 1)[0] ?? "");
		if (keysOnDomains.size >= MAX_PATHS) keysOnDomains.clear();
		keysOnDomains.set(url, key);
		return key;
	}

	function wantedAt(url: string): Wanted | null {
		const known = paths.get(url);
		if (known !== undefined) return known;
		const wanted = statusPath(url.split("?", 1)[0] ?? "");
		const found = wanted && { slug: wanted.slug, key: formKey(placeOfSlug(wanted.slug), wanted.path) };
		if (paths.size >= MAX_PATHS) paths.clear();
		paths.set(url, found);
		return found;
	}

	/** Those that the client takes, best first. */
	function codingsOf(accepted: string): readonly Coding[] {
		const known = codings.get(accepted);
		if (known !== undefined) return known;
		const header = () => accepted;
		const first = acceptedCoding(header, ["br", "gzip"]);
		const found = [...new Set<Coding>([first, acceptedCoding(header, ["gzip"]), "identity"])];
		if (codings.size >= MAX_CODINGS) codings.clear();
		codings.set(accepted, found);
		return found;
	}

	function headersOf(answer: Answer, coding: Coding, body: Buffer): Flat {
		let known = flat.get(answer);
		if (known === undefined) {
			known = {};
			flat.set(answer, known);
		}
		known[coding] ??= [
			...Object.entries(answer.headers).flat(),
			...(coding === "identity" ? [] : ["content-encoding", coding]),
			"content-length",
			String(body.length),
		];
		return known[coding];
	}

	function isHttps({ headers, socket }: IncomingMessage): boolean {
		const forwarded = headers["x-forwarded-proto"];
		if (forwarded === undefined || !proxies.trusts(socket.remoteAddress ?? "")) return usuallyHttps;
		return String(forwarded).split(",", 1)[0]?.trim().toLowerCase() === "https";
	}

	return {
		isReader: ({ url = "", headers }) => url.startsWith("/status/") || pages.domains.find(headers.host) !== null,

		answerAtOnce(incoming, outgoing) {
			const { method, headers } = incoming;
			if (method !== "GET" && method !== "HEAD") return false;
			if (lag.ms > MAX_LAG_MS) {
				shed.inc();
				refuse(outgoing);
				return true;
			}
			const wanted = wantedBy(incoming);
			if (wanted === null) return false;
			const answer = pages.atOnce(wanted.slug, wanted.key);
			if (answer === null) return false;
			const ids = ["x-request-id", randomUUID()];
			if (isHttps(incoming)) ids.push(...HSTS);
			const known = headers["if-none-match"];
			if (known !== undefined && (known.includes(answer.etag) || known.trim() === "*")) {
				unchanged.inc();
				outgoing.writeHead(304, [...Object.entries(answer.headers).flat(), ...ids]).end();
				return true;
			}
			const coding = codingsOf(headers["accept-encoding"] ?? "").find((each) => answer.bodies[each] !== undefined);
			const body = answer.bodies[coding ?? "identity"] ?? answer.bodies.identity;
			counted.inc();
			outgoing.writeHead(200, headersOf(answer, coding ?? "identity", body).concat(ids));
			outgoing.end(method === "HEAD" ? undefined : body);
			return true;
		},
	};
}

const HSTS = Object.entries(htmlHeaders({ isHttps: true }, ""))
	.filter(([name]) => name === "strict-transport-security")
	.flat();

const LATER = Buffer.from("Too many readers are here at the moment. Try again in a few seconds.\n");

/** As cheap as an answer can be; the connection ends, so that the crowd gets smaller. */
function refuse(outgoing: ServerResponse): void {
	outgoing.shouldKeepAlive = false;
	outgoing.writeHead(503, {
		"content-type": "text/plain; charset=utf-8",
		"content-length": LATER.length,
		"retry-after": String(RETRY_AFTER_SECONDS),
		"cache-control": "no-store",
		"x-request-id": randomUUID(),
	});
	outgoing.end(LATER);
}
