/** Monitors of HTTP and HTTPS addresses. */

import { z } from "zod";
import { METHODS } from "./monitor.ts";
import { asUri, MAX_URL_LENGTH, targetUrlProblem } from "./target-url.ts";
import { monitorType } from "./type.ts";

const url = z
	.string()
	.superRefine((value, context) => {
		const problem = targetUrlProblem(value);
		if (problem !== null) context.addIssue({ code: "custom", message: problem });
	})
	.meta({ format: "uri", minLength: 1, maxLength: MAX_URL_LENGTH, example: "https://example.com/health" });

export const http = monitorType({
	type: "http",
	fields: {
		url,
		method: z.enum(METHODS).meta({ example: "HEAD" }),
		expectedStatus: z.int().min(100).max(599).meta({ example: 200 }),
	},
	defaults: { method: "HEAD", expectedStatus: 200 },
	example: { name: "Website", url: "https://example.com/health" },
	takesContentChecks: true,
	degradedIsSuccessful: false,
	normalized: (settings) => ({ ...settings, url: asUri(settings.url) }),
	targetOf: ({ url }) => url,
	expectationOf: ({ url, method, expectedStatus }) => ({ url, method, expectedStatus }),
	// The URL parser lower-cases the scheme (WHATWG URL §4.4).
	speaksTls: ({ url }) => /^https:/i.test(url),
	shortfallOf({ expectedStatus }, { status, failedContentCheckId }) {
		if (status !== expectedStatus) {
			return { reason: "status", message: `The response had status ${status}; ${expectedStatus} was expected.` };
		}
		if (failedContentCheckId === null) return null;
		const message = "The response's content fails a content check.";
		return { reason: "content", message, contentCheckId: failedContentCheckId };
	},
});
