/**
 * Probes an http monitor: one request on a fresh connection, redirects followed, everything within one deadline.
 * It speaks HTTP/1.1 over a socket of its own, so that each bound, each time and each address is ours
 * (docs/adr/prober/0002-own-http-response-reader.md).
 */

import type { CheckOrder } from "../../domain/checks/check.ts";
import { traceOf, traceparentOf } from "../../domain/checks/trace.ts";
import { needsBody } from "../../domain/content/content.ts";
import { acceptsRedirects } from "../../domain/monitors/http/accepted-statuses.ts";
import { MAX_BODY_BYTES } from "../../domain/monitors/http/http.ts";
import { NO_REQUEST } from "../../domain/monitors/http/http-request.ts";
import type { ContentCheck, Method } from "../../domain/monitors/monitor.ts";
import type { HttpSettings } from "../../domain/monitors/types.ts";
import type { LocalError } from "../../net/connect-error.ts";
import type { Deadline } from "../../net/deadline.ts";
import { RedirectCookies } from "../../net/http/redirect-cookies.ts";
import { maskedResult, newPhases, type ProbeParts, type ProbeResult, probeResultOf } from "../probe.ts";
import { SecretMask } from "../secret-mask.ts";
import { follow, type SentHeader } from "./follow.ts";
import { secretsOf, sentBody, sentHeaders } from "./request-parts.ts";
import { contentOf, failedCheck } from "./response-content.ts";

export async function probeHttp(
	order: CheckOrder,
	settings: HttpSettings,
	deadline: Deadline,
	parts: ProbeParts,
): Promise<ProbeResult> {
	const { request = NO_REQUEST } = settings;
	const own = sentHeaders(request);
	if (own === null) return SECRETS_UNREADABLE;
	const headers = settings.sendTraceparent ? [...own, traceparent(order)] : own;
	const mask = new SecretMask(secretsOf(request));
	const result = await attempt(order, settings, { deadline, parts, headers, mask });
	return maskedResult(result, mask);
}

function traceparent(order: CheckOrder): SentHeader {
	return { name: "traceparent", value: traceparentOf(traceOf(order)), staysHome: true };
}

/** The secrets were encrypted under another key: nothing can be said of the target. */
export const SECRETS_UNREADABLE: LocalError = {
	kind: "missed",
	cause: "internal",
	message: "The monitor's secrets can't be read any more. Enter them again.",
};

interface Attempt {
	readonly deadline: Deadline;
	readonly parts: ProbeParts;
	readonly headers: NonNullable<ReturnType<typeof sentHeaders>>;
	readonly mask: SecretMask;
}

async function attempt(
	order: CheckOrder,
	settings: HttpSettings,
	{ deadline, parts, headers, mask }: Attempt,
): Promise<ProbeResult> {
	const { dialer, userAgent } = parts;
	const { request = NO_REQUEST, followRedirects = true, verifyTls = true, ipFamily = "any" } = settings;
	const { maxBodyBytes = MAX_BODY_BYTES } = settings;
	const checks = order.contentChecks;
	const keepsBody = checks.some(needsBody);
	const phases = newPhases();
	const startedAt = dialer.clock.monotonic();
	const followed = await follow(
		{
			url: new URL(settings.url),
			method: methodFor(settings.method, checks),
			headers,
			body: sentBody(request),
			endpoint: { family: ipFamily === "any" ? undefined : ipFamily === "4" ? 4 : 6, verifiesTls: verifyTls },
			followsRedirects: followRedirects && !acceptsRedirects(acceptedOf(settings)),
			keepsBody,
			maxBodyBytes,
		},
		{ dialer, userAgent, deadline, phases, cookies: new RedirectCookies() },
	);
	const { certificate } = followed;
	if (followed.kind === "ended") return probeResultOf(followed.connectError, phases, certificate);
	const responseTimeMs = dialer.clock.monotonic() - startedAt;
	const { response, address } = followed;
	const content = await contentOf(response, address);
	if ("kind" in content) return probeResultOf(content, phases, certificate);
	const failed = await failedCheck(order, checks, { content, contentChecks: parts.contentChecks, mask });
	if (failed !== null && "kind" in failed) return probeResultOf(failed, phases, certificate);
	return {
		kind: "answered",
		type: "http",
		status: response.status,
		responseTimeMs,
		phases,
		failedContentCheckId: failed?.check.id ?? null,
		...(failed !== null && { contentMessage: failed.message }),
		certificate,
		address,
	};
}

function acceptedOf({ acceptedStatuses = null, expectedStatus }: HttpSettings): readonly string[] {
	return acceptedStatuses ?? [String(expectedStatus)];
}

/** A body is needed to be held against content checks, and HEAD has none (docs/rules/checks.md#content-checks). */
function methodFor(method: Method, checks: readonly ContentCheck[]): Method {
	return method === "HEAD" && checks.some(needsBody) ? "GET" : method;
}
