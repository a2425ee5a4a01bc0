import { describe, expect, test } from "vitest";
import type { Comparison } from "../monitors/monitor.ts";
import { compilePattern, UnusablePattern } from "./comparison.ts";
import { type Content, contentMatcher, type Mismatch } from "./content.ts";
import { mismatchMessage } from "./content-message.ts";

const content = (text: string, headers: Readonly<Record<string, string>> = {}): Content => ({
	text,
	headers: new Map(Object.entries(headers)),
	isCut: false,
});

function json(path: string, comparison: Comparison, caseSensitive = false) {
	return contentMatcher({ type: "json", value: path, comparison, caseSensitive });
}

const BODY = content(
	JSON.stringify({
		status: "ok",
		count: 3,
		isReady: true,
		error: null,
		items: [{ state: "up" }, { state: "UP" }, { state: "down" }],
		empty: [],
	}),
);

describe("a value of a JSON body", () => {
	test.each<[string, Comparison, Mismatch["kind"] | null]>([
		["$.status", { operator: "exists", expected: null }, null],
		["$.error", { operator: "exists", expected: null }, null],
		["$.nothing", { operator: "exists", expected: null }, "absent"],
		["$.nothing", { operator: "exists", expected: false }, null],
		["$.error", { operator: "exists", expected: false }, "value"],
		["$.status", { operator: "equals", expected: "ok" }, null],
		["$.status", { operator: "equals", expected: "o." }, "value"],
		["$.count", { operator: "equals", expected: 3 }, null],
		["$.count", { operator: "equals", expected: "3" }, "value"],
		["$.isReady", { operator: "equals", expected: true }, null],
		["$.error", { operator: "equals", expected: null }, null],
		["$.status", { operator: "not_equals", expected: "down" }, null],
		["$.status", { operator: "not_equals", expected: "OK" }, "value"],
		["$.nothing", { operator: "not_equals", expected: "down" }, "absent"],
		["$.count", { operator: "less_than", expected: 4 }, null],
		["$.count", { operator: "less_than", expected: 3 }, "value"],
		["$.count", { operator: "greater_than", expected: 2.5 }, null],
		["$.status", { operator: "greater_than", expected: 0 }, "value"],
		["$.status", { operator: "matches", expected: "^o" }, null],
		["$.count", { operator: "matches", expected: "^[0-9]$" }, null],
		["$.items", { operator: "matches", expected: "up" }, "value"],
		["$.items[*].state", { operator: "equals", expected: "up" }, "value"],
		["$.items[?@.state == 'up'].state", { operator: "equals", expected: "up" }, null],
		["$.empty[*]", { operator: "equals", expected: "up" }, "absent"],
	])("%s %o: %s", (path, comparison, kind) => {
		expect(json(path, comparison)(BODY)?.kind ?? null).toBe(kind);
	});

	test("counts the case of letters where the owner wants it", () => {
		expect(json("$.status", { operator: "equals", expected: "OK" })(BODY)).toBeNull();
		expect(json("$.status", { operator: "equals", expected: "OK" }, true)(BODY)).toEqual({
			kind: "value",
			seen: '"ok"',
		});
		expect(json("$.status", { operator: "matches", expected: "OK" }, true)(BODY)).toEqual({
			kind: "value",
			seen: '"ok"',
		});
	});

	test("is not there when the body is no JSON, was cut, or is nested too deeply", () => {
		const exists = json("$..a", { operator: "exists", expected: null });
		expect(exists(content("<html>"))).toEqual({ kind: "not_json" });
		expect(exists({ ...content('{"a":'), isCut: true })).toEqual({ kind: "cut" });
		expect(exists(content(`${"[".repeat(5_000)}${"]".repeat(5_000)}`))).toEqual({ kind: "too_deep" });
	});
});

describe("a header", () => {
	const headers = content("", { "cache-control": "max-age=60, public", "x-left": "12", "x-text": "12a" });
	const header = (name: string, comparison: Comparison) =>
		contentMatcher({ type: "header", value: name, comparison, caseSensitive: false })(headers);

	test.each<[string, Comparison, Mismatch["kind"] | null]>([
		["Cache-Control", { operator: "exists", expected: null }, null],
		["X-None", { operator: "exists", expected: null }, "absent"],
		["X-None", { operator: "exists", expected: false }, null],
		["cache-control", { operator: "matches", expected: "max-age=\\d+" }, null],
		["X-Left", { operator: "equals", expected: "12" }, null],
		["X-Left", { operator: "equals", expected: 12 }, null],
		["X-Left", { operator: "less_than", expected: 20 }, null],
		["X-Left", { operator: "greater_than", expected: 20 }, "value"],
		["X-Text", { operator: "less_than", expected: 20 }, "value"],
	])("%s %o: %s", (name, comparison, kind) => {
		expect(header(name, comparison)?.kind ?? null).toBe(kind);
	});
});

describe("the sentence about a value", () => {
	const sentence = (path: string, comparison: Comparison, masked = (text: string) => text) => {
		const check = { id: "chk", type: "json", value: path, comparison, caseSensitive: false } as const;
		const mismatch = contentMatcher(check)(BODY);
		return mismatch && mismatchMessage(check, mismatch, masked);
	};

	test.each<[string, Comparison, string]>([
		["$.status", { operator: "equals", expected: "up" }, '$.status is "ok"; "up" was expected.'],
		["$.count", { operator: "less_than", expected: 3 }, "$.count is 3; less than 3 was expected."],
		["$.items", { operator: "equals", expected: 1 }, "$.items is a list of 3; 1 was expected."],
		["$.error", { operator: "exists", expected: false }, "$.error is null; nothing was expected."],
		["$.none", { operator: "equals", expected: 1 }, "$.none selects nothing in the response's JSON."],
	])("%s %o: %s", (path, comparison, expected) => {
		expect(sentence(path, comparison)).toBe(expected);
	});

	test("is short, however long path, value and expectation are, and masks what was seen before it is cut", () => {
		const long = content(JSON.stringify({ a: "z".repeat(5_000) }));
		const comparison = { operator: "equals", expected: "y".repeat(2_000) } as const;
		const check = {
			id: "chk",
			type: "json",
			value: "$.a",
			comparison,
			caseSensitive: false,
		} as const;
		const mismatch = contentMatcher(check)(long);
		const text = mismatch && mismatchMessage(check, mismatch, (seen) => seen.replaceAll("z", "•"));
		expect(text?.length).toBeLessThanOrEqual(200);
		expect(text).not.toContain("z");
	});
});

test("a pattern that the engine refuses, or that repeats too much, can't be used", () => {
	expect(() => compilePattern("a(", true)).toThrow(UnusablePattern);
	expect(() => compilePattern("(a{1000}){1000}", true)).toThrow(new UnusablePattern("The pattern repeats too much."));
});
