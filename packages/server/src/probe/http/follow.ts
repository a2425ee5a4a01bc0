/**
 * One request to a target and the redirects that it leads to, each on a fresh connection, everything within the
 * attempt's deadline. What only the target's own server may see (secret headers, credentials, cookies of the owner) is
 * left behind for good at the first redirect that leaves it, as browsers do (Fetch, "HTTP-redirect fetch").
 */

import type { CertificateSeen } from "../../domain/checks/observation.ts";
import type { Method } from "../../domain/monitors/monitor.ts";
import type { ConnectError, TargetError } from "../../net/connect-error.ts";
import type { Deadline } from "../../net/deadline.ts";
import type { Dialer, RunningPhases } from "../../net/dial.ts";
import { ACCEPTED_ENCODINGS } from "../../net/http/body.ts";
import { type EndpointOptions, endpointOf, requestLines } from "../../net/http/endpoint.ts";
import { exchange, protocolErrorOf } from "../../net/http/exchange.ts";
import { MAX_REDIRECTS, type Redirect } from "../../net/http/redirect.ts";
import type { RedirectCookies } from "../../net/http/redirect-cookies.ts";
import { ProbedResponse } from "./probed-response.ts";

export interface SentHeader {
	readonly name: string;
	/** Without line ends. */
	readonly value: string;
	/** Whether only the server of the request's own URL may see it. */
	readonly staysHome: boolean;
}

export interface TargetRequest {
	readonly url: URL;
	readonly method: Method;
	readonly headers: readonly SentHeader[];
	readonly body: Uint8Array | null;
	/** Whether only the server of the request's own URL may see the body, too. Default: false. */
	readonly bodyStaysHome?: boolean;
	readonly endpoint: EndpointOptions;
	readonly followsRedirects: boolean;
	/** Whether the text of the body will be needed. */
	readonly keepsBody: boolean;
	readonly maxBodyBytes: number;
}

/** What the requests of one attempt share. */
interface AttemptContext {
	readonly dialer: Dialer;
	readonly userAgent: string;
	readonly deadline: Deadline;
	/** The times of all connections are added here. */
	readonly phases: RunningPhases;
	readonly cookies: RedirectCookies;
}

/** `certificate`: of all connections, the one that ends first. */
type Followed =
	| {
			readonly kind: "responded";
			readonly response: ProbedResponse;
			readonly address: string;
			readonly certificate: CertificateSeen | null;
	  }
	| {
			readonly kind: "ended";
			readonly connectError: ConnectError;
			readonly certificate: CertificateSeen | null;
	  };

export async function follow(request: TargetRequest, context: AttemptContext): Promise<Followed> {
	const { dialer, userAgent, deadline, phases, cookies } = context;
	const { clock } = dialer;
	const { followsRedirects, keepsBody, maxBodyBytes } = request;
	const visited = new Set<string>();
	let { headers, body } = request;
	let next: Redirect = { url: request.url, method: request.method };
	let certificate: CertificateSeen | null = null;
	const ended = (connectError: ConnectError): Followed => ({ kind: "ended", connectError, certificate });

	for (;;) {
		const { url, method } = next;
		const connected = await dialer.dialWithin(endpointOf(url, request.endpoint), deadline, phases);
		if (connected.kind !== "connected") return ended(connected);
		certificate = endsFirst(certificate, connected.certificate);

		const response = new ProbedResponse({ url, method, followsRedirects, keepsBody, maxBodyBytes });
		const cookie = cookies.headerFor(url);
		const head = requestHead({ method, url, userAgent, headers, cookie, body });
		const connectError = await exchange({ connected, method, head, body, sink: response, deadline, clock, phases });
		if (connectError !== null) return ended(connectError);

		const { address } = connected;
		const { redirect } = response;
		visited.add(keyOf(next, cookie));
		cookies.store(url, response.setCookie);
		if (redirect === null) return { kind: "responded", response, address, certificate };
		if (redirect === "unusable") {
			return ended(protocolErrorOf("The redirect leads to no http or https address.", address));
		}
		const refused = refusedRedirect(keyOf(redirect, cookies.headerFor(redirect.url)), visited, address);
		if (refused !== null) return ended(refused);
		const leaves = !isHome(redirect.url, url);
		if (leaves) headers = headers.filter(({ staysHome }) => !staysHome);
		if (redirect.method !== method || (leaves && request.bodyStaysHome)) {
			body = null;
			headers = headers.filter(({ name }) => !name.toLowerCase().startsWith("content-"));
		}
		next = redirect;
	}
}

/** Whether `url` is of the server that `from` is of, or the same host's https. */
function isHome(url: URL, from: URL): boolean {
	if (url.origin === from.origin) return true;
	// With the default ports alone: what else listens on that host may belong to someone else.
	return (
		url.hostname === from.hostname && from.protocol === "http:" && url.protocol === "https:" && !from.port && !url.port
	);
}

interface Head extends Pick<TargetRequest, "method" | "url" | "headers" | "body"> {
	readonly userAgent: string;
	readonly cookie: string | null;
}

function requestHead({ method, url, userAgent, headers, cookie, body }: Head): string {
	const lines = requestLines(method, url);
	const length = lengthLine(method, body);
	if (headers.length === 0) {
		return `${lines}User-Agent: ${userAgent}\r\nAccept: */*\r\nAccept-Encoding: ${ACCEPTED_ENCODINGS}\r\n${length}${
			cookie === null ? "" : `Cookie: ${cookie}\r\n`
		}Connection: close\r\n\r\n`;
	}
	const given = new Set(headers.map(({ name }) => name.toLowerCase()));
	const ownCookies = headers.filter(({ name }) => name.toLowerCase() === "cookie").map(({ value }) => value);
	const sent = headers.filter(({ name }) => name.toLowerCase() !== "cookie");
	const defaults = { "User-Agent": userAgent, Accept: "*/*", "Accept-Encoding": ACCEPTED_ENCODINGS };
	const all: [string, string][] = [
		...Object.entries(defaults).filter(([name]) => !given.has(name.toLowerCase())),
		...sent.map(({ name, value }): [string, string] => [name, value]),
	];
	const allCookies = [...ownCookies, ...(cookie === null ? [] : [cookie])].join("; ");
	if (allCookies !== "") all.push(["Cookie", allCookies]);
	return `${lines}${all.map(([name, value]) => `${name}: ${value}\r\n`).join("")}${length}Connection: close\r\n\r\n`;
}

/** Methods whose body has a meaning announce also that there is none (RFC 9110 §8.6). */
function lengthLine(method: Method, body: Uint8Array | null): string {
	if (body !== null) return `Content-Length: ${body.length}\r\n`;
	return method === "POST" || method === "PUT" || method === "PATCH" ? "Content-Length: 0\r\n" : "";
}

function refusedRedirect(key: string, visited: ReadonlySet<string>, address: string): TargetError | null {
	const isRepeated = visited.has(key);
	if (!isRepeated && visited.size <= MAX_REDIRECTS) return null;
	const message = isRepeated
		? "The redirects lead back to where they came from."
		: `There are more than ${MAX_REDIRECTS} redirects.`;
	return { ...protocolErrorOf(message, address), fault: "redirect_loop" };
}

/**
 * What makes a request the same as an earlier one. A fragment is not sent, so a redirect that only adds one leads back
 * to where it came from; with other cookies the answer may be another.
 */
function keyOf({ url, method }: Redirect, cookie: string | null): string {
	return `${method} ${url.origin}${url.pathname}${url.search} ${cookie ?? ""}`;
}

/** The certificate that expires first: a redirect must not hide that of the target itself. */
export function endsFirst(one: CertificateSeen | null, other: CertificateSeen | null): CertificateSeen | null {
	if (one === null || other === null) return one ?? other;
	return other.expiresAt < one.expiresAt ? other : one;
}
