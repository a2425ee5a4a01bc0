import fc from "fast-check";
import { RE2JS } from "re2js";
import { expect, test } from "vitest";
import { valueReader } from "../checks/saved-values.ts";
import type { ContentCheck, Operator } from "../monitors/monitor.ts";
import { contentMatcher } from "./content.ts";
import { compileJsonPath } from "./json-path.ts";

const passes = (check: Omit<ContentCheck, "id">) => {
	const matcher = contentMatcher(check);
	return (text: string) => matcher({ text, headers: new Map(), isCut: false }) === null;
};

test("contains ignores case in every script unless it is case-sensitive", () => {
	const holds = (value: string, text: string, caseSensitive = false) =>
		passes({ type: "contains", value, caseSensitive })(text);
	expect(holds("straße (50%)", "In der STRAẞE (50%) da")).toBe(true);
	expect(holds("kelvin", "\u212aELVIN")).toBe(true);
	expect(holds("ΣΊΣΥΦΟΣ", "σίσυφος")).toBe(true);
	expect(holds("a.c", "abc")).toBe(false);
	expect(holds("Well", "well", true)).toBe(false);
	expect(passes({ type: "not_contains", value: "Well", caseSensitive: false })("all is wELL")).toBe(false);
});

test("a case-insensitive text and the same text as a pattern agree", () => {
	const letters = [..."kK\u212asSſßẞσςΣiIİıéÉ\u01c4\u01c5\u01c6\u{10400}\u{10428}😀.*\\[]()$^|-/€ \n0a"];
	const text = (maxLength: number) => fc.string({ unit: fc.constantFrom(...letters), minLength: 1, maxLength });
	fc.assert(
		fc.property(text(2), text(12), (value, inside) => {
			const pattern = RE2JS.compile(RE2JS.quote(value), RE2JS.CASE_INSENSITIVE);
			const holds = passes({ type: "contains", value, caseSensitive: false });
			expect(holds(inside)).toBe(pattern.matcher(inside).find());
		}),
		{ numRuns: 2_000 },
	);
});

test("a JSON integer above 2^53 keeps its digits", () => {
	const compares = (operator: Operator, expected: string | number) => {
		const comparison = { operator, expected };
		return passes({ type: "json", value: "$.n", caseSensitive: true, comparison });
	};
	const document = '{"n":12345678901234567891,"small":1.5}';
	expect(compares("equals", "12345678901234567891")(document)).toBe(true);
	expect(compares("equals", "12345678901234567890")(document)).toBe(false);
	expect(compares("equals", "12345678901234567891")('{"n":"12345678901234567891"}')).toBe(true);
	expect(compares("not_equals", "12345678901234567890")(document)).toBe(true);
	expect(compares("less_than", "12345678901234567892")(document)).toBe(true);
	expect(compares("less_than", "12345678901234567891")(document)).toBe(false);
	expect(compares("greater_than", 9_007_199_254_740_991)('{"n":9007199254740992}')).toBe(true);
	expect(compares("matches", "^12345678901234567891$")(document)).toBe(true);
	const matcher = contentMatcher({
		type: "json",
		value: "$.n",
		caseSensitive: true,
		comparison: { operator: "equals", expected: 7 },
	});
	expect(matcher({ text: document, headers: new Map(), isCut: false })).toEqual({
		kind: "value",
		seen: "12345678901234567891",
	});
});

test("a path with an integer above 2^53 can't be run, because filters would round it", () => {
	expect(() => compileJsonPath("$[?@.id == 12345678901234567891].name")).toThrow("select the value");
	expect(() => compileJsonPath('$[?@.id == "12345678901234567891"].name')).not.toThrow();
	expect(() => compileJsonPath("$[?@.id == 9007199254740991].name")).not.toThrow();
});

test("a value is saved with the digits that it has", () => {
	const save = (text: string) =>
		valueReader({ from: "json", value: "$.v" })({ text, headers: new Map(), isCut: false })?.value;
	expect(save('{"v":12345678901234567000}')).toBe("12345678901234567000");
	expect(save('{"v":-9007199254740993}')).toBe("-9007199254740993");
	expect(save('{"v":0.12345678901234567890}')).toBe("0.12345678901234567890");
	expect(save('{"v":15}')).toBe("15");
	const depth = 6_000;
	const deep = `${"[".repeat(depth)}1234567890123456789${"]".repeat(depth)}`;
	expect(save(`{"v":15,"deep":${deep}}`), "nested too deeply to be read anew").toBe("15");
});
