/**
 * Probes an http monitor: one request on a fresh connection, redirects followed, everything within one deadline.
 * It speaks HTTP/1.1 over a socket of its own, so that each bound, each time and each address is ours
 * (docs/adr/prober/0002-own-http-response-reader.md).
 */

import type { CheckOrder } from "../../domain/checks/check.ts";
import type { CertificateSeen } from "../../domain/checks/observation.ts";
import type { ContentCheck, Method } from "../../domain/monitors/monitor.ts";
import type { HttpSettings } from "../../domain/monitors/types.ts";
import type { LocalError, TargetError } from "../../net/connect-error.ts";
import type { Deadline } from "../../net/deadline.ts";
import { ACCEPTED_ENCODINGS } from "../../net/http/body.ts";
import { endpointOf, requestLines } from "../../net/http/endpoint.ts";
import { exchange, protocolErrorOf } from "../../net/http/exchange.ts";
import { MAX_REDIRECTS, type Redirect } from "../../net/http/redirect.ts";
import { RedirectCookies } from "../../net/http/redirect-cookies.ts";
import type { ContentChecks } from "../content/content-checks.ts";
import { newPhases, type ProbeParts, type ProbeResult, probeResultOf } from "../probe.ts";
import { ProbedResponse } from "./probed-response.ts";

export async function probeHttp(
	order: CheckOrder,
	settings: HttpSettings,
	deadline: Deadline,
	parts: ProbeParts,
): Promise<ProbeResult> {
	const { clock } = parts.dialer;
	const checks = order.contentChecks;
	const phases = newPhases();
	const followsRedirects = settings.expectedStatus < 300 || settings.expectedStatus > 399;
	const startedAt = clock.monotonic();
	const visited = new Set<string>();
	const cookies = new RedirectCookies();
	let next: Redirect = { url: new URL(settings.url), method: methodFor(settings.method, checks) };
	let certificate: CertificateSeen | null = null;

	for (;;) {
		const { url, method } = next;
		const connected = await parts.dialer.dialWithin(endpointOf(url), deadline, phases);
		if (connected.kind !== "connected") return probeResultOf(connected, phases, certificate);
		certificate = endsFirst(certificate, connected.certificate);

		const response = new ProbedResponse({ url, method, followsRedirects, keepsBody: checks.length > 0 });
		const cookie = cookies.headerFor(url);
		const head = requestHead(method, url, parts.userAgent, cookie);
		const connectError = await exchange({ connected, method, head, sink: response, deadline, clock, phases });
		if (connectError !== null) return probeResultOf(connectError, phases, certificate);
		const responseTimeMs = clock.monotonic() - startedAt;

		const { address } = connected;
		const { redirect, status } = response;
		if (redirect === null) {
			const failed = await failedCheck(response, order, parts.contentChecks, address);
			if (failed !== null && typeof failed === "object") return probeResultOf(failed, phases, certificate);
			return {
				kind: "answered",
				type: "http",
				status,
				responseTimeMs,
				phases,
				failedContentCheckId: failed,
				certificate,
				address,
			};
		}
		if (redirect === "unusable") {
			return probeResultOf(
				protocolErrorOf("The redirect leads to no http or https address.", address),
				phases,
				certificate,
			);
		}
		visited.add(keyOf(next, cookie));
		cookies.store(url, response.setCookie);
		const refused = refusedRedirect(keyOf(redirect, cookies.headerFor(redirect.url)), visited, address);
		if (refused !== null) return probeResultOf(refused, phases, certificate);
		next = redirect;
	}
}

/** A body is needed to be held against content checks, and HEAD has none (docs/rules/checks.md#content-checks). */
function methodFor(method: Method, checks: readonly ContentCheck[]): Method {
	return method === "HEAD" && checks.length > 0 ? "GET" : method;
}

function requestHead(method: Method, url: URL, userAgent: string, cookie: string | null): string {
	const hasBody = method === "POST" || method === "PUT" || method === "PATCH";
	return `${requestLines(method, url)}User-Agent: ${userAgent}\r\nAccept: */*\r\nAccept-Encoding: ${ACCEPTED_ENCODINGS}\r\n${
		// Methods whose body has a meaning announce that there is none (RFC 9110 §8.6).
		hasBody ? "Content-Length: 0\r\n" : ""
	}${cookie === null ? "" : `Cookie: ${cookie}\r\n`}Connection: close\r\n\r\n`;
}

/** The id of the first check that fails, null when all hold, or why that is not known. */
async function failedCheck(
	response: ProbedResponse,
	order: CheckOrder,
	contentChecks: ContentChecks,
	address: string,
): Promise<string | null | TargetError | LocalError> {
	const checks = order.contentChecks;
	if (checks.length === 0) return response.beginsAsEncoded() ? null : notAsEncoded(address);
	const text = await response.text();
	if (text === null) return notAsEncoded(address);
	return contentChecks.firstFailed(order, checks, text);
}

function notAsEncoded(address: string): TargetError {
	return protocolErrorOf("The body does not decompress as its Content-Encoding says.", address);
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
function endsFirst(one: CertificateSeen | null, other: CertificateSeen | null): CertificateSeen | null {
	if (one === null || other === null) return one ?? other;
	return other.expiresAt < one.expiresAt ? other : one;
}
