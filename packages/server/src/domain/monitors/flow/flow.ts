/** Monitors of several requests that belong together, such as logging in, reading a page, and logging out. */

import { monitorType } from "../type.ts";
import { flowProblems, mapFlowSecrets, normalizedUrl, stepsField, variablesField } from "./flow-steps.ts";

/** Characters of a step's URL that are kept to explain a check. */
const MAX_URL_KEPT = 200;
const DAY_SECONDS = 86_400;
/** Of all settings together: they travel with each check. Characters of JSON. */
const MAX_SIZE = 128 * 1024;

export const flow = monitorType({
	type: "flow",
	fields: {
		steps: stepsField.meta({
			description:
				"Requests, one after the other. The first that fails ends the run. Cookies last for the run, and {{name}} inserts " +
				"variables and the values that earlier steps saved.",
		}),
		variables: variablesField.meta({ description: "Values that every step can insert." }).default([]),
	},
	maxIntervalSeconds: DAY_SECONDS,
	example: {
		name: "Log in and read the account",
		intervalSeconds: 300,
		steps: [
			{
				name: "Log in",
				method: "POST",
				url: "https://example.com/api/session",
				headers: [{ name: "Content-Type", value: "application/json" }],
				body: '{"user":"monitor","password":"{{password}}"}',
				save: [{ name: "token", from: "json", value: "$.token" }],
			},
			{
				name: "Account",
				url: "https://example.com/api/account",
				auth: { type: "bearer", token: "{{token}}" },
				contentChecks: [{ type: "json", value: "$.status", operator: "equals", expected: "active" }],
			},
		],
		variables: [{ name: "password", value: "correct horse", secret: true }],
	},
	takesContentChecks: false,
	degradedIsSuccessful: false,
	problemsOf(settings) {
		const problems = flowProblems(settings.steps, settings.variables);
		if (JSON.stringify(settings).length <= MAX_SIZE) return problems;
		return [...problems, { path: "/steps", message: "Steps and variables have at most 128 KiB together." }];
	},
	mapSecrets: mapFlowSecrets,
	secretOrigins: ({ steps }) => steps.map(({ url }) => /^[^/]*\/\/[^/?#]*/.exec(url)?.[0].toLowerCase() ?? ""),
	normalized: (settings) => ({
		...settings,
		steps: settings.steps.map((step) => ({ ...step, url: normalizedUrl(step.url) })),
	}),
	targetOf: (_settings, name) => name,
	expectationOf: ({ steps }) => ({
		steps: steps.map(({ name, method, url, expect }) => ({ name, method, url: url.slice(0, MAX_URL_KEPT), expect })),
	}),
	speaksTls: ({ steps }) => steps.some(({ url }) => /^https:/i.test(url)),
	shortfallOf: (_settings, { shortfall }) => shortfall,
});
