import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { variable } from "./export.ts";

describe("the variables that an export names", () => {
	test("read like the object and its secret", () => {
		expect(variable("alerts", "ops")("accountSid")).toEqual({ secret: "ALERTS_OPS__ACCOUNT_SID" });
		expect(variable("alerts", "on-call")(1, 2, "url")).toEqual({ secret: "ALERTS_ON_CALL__1_2_URL" });
		expect(variable("monitors", "api")("header:x-key")).toEqual({ secret: "MONITORS_API__HEADER_X_KEY" });
		expect(variable("statusPages", "public")("password")).toEqual({ secret: "STATUS_PAGES_PUBLIC__PASSWORD" });
	});

	test("are others for keys that differ by punctuation, case or where they end", () => {
		const names = [
			...["api-eu", "api_eu", "api.eu", "API-EU", "api--eu", "apiEu", "api-eu-"].map((key) => [key, "url"] as const),
			...[["ops-webhook", "url"] as const, ["ops", "webhookUrl"] as const],
		].map(([key, word]) => variable("alerts", key)(word).secret);
		expect(new Set(names).size).toBe(names.length);
		for (const name of names) expect(name).toMatch(/^[A-Z][A-Za-z0-9_]*$/);
	});

	test("are one for one object and secret", () => {
		const key = fc.stringMatching(/^[aA0][-aA_.0]{0,4}$/);
		const word = fc.oneof(
			fc.constantFrom("url", "webhookUrl", "header:a", "header:a-0", "header:a_0", "step:a/header:0"),
			fc.stringMatching(/^(header|variable):[-aA_0]{1,3}$/),
		);
		fc.assert(
			fc.property(key, word, key, word, (key, word, otherKey, otherWord) => {
				const isSame = key === otherKey && word === otherWord;
				const [one, other] = [variable("monitors", key)(word), variable("monitors", otherKey)(otherWord)];
				expect(one.secret === other.secret).toBe(isSame);
			}),
			{ numRuns: 2_000 },
		);
	});
});
