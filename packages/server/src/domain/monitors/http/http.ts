/** Monitors of HTTP and HTTPS addresses. */

import { z } from "zod";
import { addressFamily } from "../host.ts";
import { METHODS } from "../monitor.ts";
import { monitorType } from "../type.ts";
import { acceptedStatusesField, accepts, inWords, severalStatuses } from "./accepted-statuses.ts";
import { mapRequestSecrets, NO_REQUEST, requestFields, requestProblems } from "./http-request.ts";
import { asUri, HTTP_URL, MAX_URL_LENGTH, targetUrlProblem } from "./target-url.ts";

/** Of a response's body, before and after decompression, at the most (docs/rules/checks.md#body-size). */
export const MAX_BODY_BYTES = 1024 * 1024;

const url = z
	.string()
	.superRefine((value, context) => {
		const problem = targetUrlProblem(value);
		if (problem !== null) context.addIssue({ code: "custom", message: problem });
	})
	.meta({
		format: "uri",
		pattern: HTTP_URL,
		minLength: 1,
		maxLength: MAX_URL_LENGTH,
		example: "https://example.com/health",
	});

export const http = monitorType({
	type: "http",
	fields: {
		url,
		method: z.enum(METHODS).meta({ example: "HEAD" }).default("HEAD"),
		expectedStatus: z
			.int({ error: ({ input }) => severalStatuses(input) })
			.min(100)
			.max(599)
			.meta({ example: 200 })
			.default(200),
	},
	options: {
		request: z
			.strictObject(requestFields())
			.meta({
				id: "HttpRequest",
				description:
					"Headers, body and credentials of the request. An update replaces it as a whole, but keeps secrets.",
				example: { headers: [{ name: "Accept", value: "application/json" }], body: null, auth: null },
			})
			.default(NO_REQUEST),
		followRedirects: z
			.boolean()
			.meta({ description: "False: a redirect is judged like any other response." })
			.default(true),
		verifyTls: z
			.boolean()
			.meta({ description: "False: any certificate is accepted, even an expired one; its expiry is still monitored." })
			.default(true),
		acceptedStatuses: acceptedStatusesField
			.nullable()
			.meta({
				description: "Statuses, classes and ranges. When present, it is used instead of `expectedStatus`.",
				example: ["2xx", "304"],
			})
			.default(null),
		ipFamily: z.enum(["any", "4", "6"]).meta({ description: "Connects over this version of IP only." }).default("any"),
		sendTraceparent: z
			.boolean()
			.meta({
				description:
					"Sends `traceparent` (W3C Trace Context) with the ids of the check's trace, so that the target's own traces " +
					"continue it. Not sent on a redirect to another server.",
			})
			.default(false),
		maxBodyBytes: z
			.int()
			.min(1)
			.max(MAX_BODY_BYTES)
			.meta({ description: "Of a body, at most this much is read and searched.", example: MAX_BODY_BYTES })
			.default(MAX_BODY_BYTES),
	},
	example: { name: "Website", url: "https://example.com/health" },
	takesContentChecks: true,
	degradedIsSuccessful: false,
	normalized: (settings) => ({ ...settings, url: asUri(settings.url) }),
	problemsOf({ url, method, request = NO_REQUEST, ipFamily = "any" }) {
		const problems = requestProblems(request, method).map((each) => ({ ...each, path: `/request${each.path}` }));
		const family = addressFamily(new URL(url).hostname);
		if (ipFamily === "any" || family === null || family === Number(ipFamily)) return problems;
		return [...problems, { path: "/ipFamily", message: `The URL's host is an IPv${family} address.` }];
	},
	mapSecrets(settings, change) {
		const { request } = settings;
		if (request === undefined) return settings;
		return {
			...settings,
			request: mapRequestSecrets(request, (id, value, path) => change(id, value, `/request${path}`)),
		};
	},
	secretOrigins: ({ url }) => [new URL(url).origin],
	targetOf: ({ url }) => url,
	expectationOf({ url, method, expectedStatus, acceptedStatuses = null, ...options }) {
		const { followRedirects = true, verifyTls = true, ipFamily = "any" } = options;
		return {
			url,
			method,
			...(acceptedStatuses === null ? { expectedStatus } : { acceptedStatuses }),
			...(!followRedirects && { followRedirects }),
			...(!verifyTls && { verifyTls }),
			...(ipFamily !== "any" && { ipFamily }),
		};
	},
	// As the URL parser writes it: schemes are lower-cased there (WHATWG URL §4.4).
	speaksTls: ({ url }) => /^https:/i.test(url),
	shortfallOf({ expectedStatus, acceptedStatuses = null }, { status, failedContentCheckId, contentMessage }) {
		const accepted = acceptedStatuses ?? [String(expectedStatus)];
		if (!accepts(accepted, status)) {
			return { reason: "status", message: `The response had status ${status}; ${inWords(accepted)} was expected.` };
		}
		if (failedContentCheckId === null) return null;
		const message = contentMessage ?? "The response's content fails a content check.";
		return { reason: "content", message, contentCheckId: failedContentCheckId };
	},
});
