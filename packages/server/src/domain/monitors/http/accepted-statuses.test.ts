import { describe, expect, test } from "vitest";
import { acceptedStatusesField, accepts, acceptsRedirects, inWords, severalStatuses } from "./accepted-statuses.ts";

describe("accepted statuses", () => {
	test.each<[string, number, boolean]>([
		["200", 200, true],
		["200", 201, false],
		["2xx", 299, true],
		["2XX", 200, true],
		["2xx", 300, false],
		["200-204", 204, true],
		["200-204", 205, false],
		["9xx", 999, true],
	])("%s holds %d: %s", (entry, status, expected) => {
		expect(accepts([entry], status)).toBe(expected);
	});

	test.each(["", "20", "2000", "xxx", "0xx", "099", "204-200", "200-", "200 - 204", "2x4"])(
		"%j is no entry",
		(entry) => {
			expect(acceptedStatusesField.safeParse([entry]).success).toBe(false);
		},
	);

	test("are a list of 1–20 texts", () => {
		expect(acceptedStatusesField.safeParse([]).success).toBe(false);
		expect(acceptedStatusesField.safeParse(Array(21).fill("200")).success).toBe(false);
		expect(acceptedStatusesField.safeParse([200]).error?.issues[0]?.message).toMatch(/such as 200/);
	});

	test("accept a redirect where they reach into 3xx", () => {
		expect(acceptsRedirects(["2xx"])).toBe(false);
		expect(acceptsRedirects(["2xx", "301"])).toBe(true);
		expect(acceptsRedirects(["200-499"])).toBe(true);
	});

	test.each<[unknown, string | undefined]>([
		["2xx", '["2xx"]'],
		["200-204", '["200-204"]'],
		["200, 3xx", '["200","3xx"]'],
		[[200, 301], '["200","301"]'],
		["200", undefined],
		[[200], undefined],
		["two hundred", undefined],
		[Array(21).fill(200), undefined],
		[null, undefined],
	])("%j in the place of one status leads to acceptedStatuses: %s", (given, entries) => {
		const advice =
			entries && `Is one status, a whole number such as 200. For several, set acceptedStatuses: ${entries}.`;
		expect(severalStatuses(given)).toBe(advice);
	});

	test("are named in a sentence", () => {
		expect([["200"], ["2xx", "304"], ["200", "202", "204"]].map(inWords)).toEqual([
			"200",
			"2xx or 304",
			"200, 202 or 204",
		]);
	});
});
