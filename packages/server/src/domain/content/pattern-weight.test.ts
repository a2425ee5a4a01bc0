import fc from "fast-check";
import { expect, test } from "vitest";
import { contentMatcher, UnusablePattern } from "./content.ts";
import { MAX_PATTERN_WEIGHT, patternWeight, SATURATED } from "./pattern-weight.ts";

const textOnly = (text: string) => ({ text, headers: new Map<string, string>(), isCut: false });

test.each([
	["", 0],
	["abc", 3],
	["a|b*c+?", 3],
	["a{3}", 3],
	["a{3,}", 4],
	["a{3,5}?", 5],
	["a{0}", 1],
	["a{,5}", 5],
	["\\d{4}-\\pL{2}\\p{Greek}{2}\\x{10FFFF}", 10],
	["[a-z\\]]{5}[]x]{2}[^]]{2}[[:alpha:]]{3}", 12],
	["(ab){10}", 20],
	["((a{30}){30}){30}", 27_000],
	["(?:a(?P<name>b){2}){3}", 9],
	["(?i)a", 2],
	["a{10}{10}", 100],
	["\\Q{1000}(\\E{2}", 14],
	["(a{1000}){1000}".repeat(2), 2_000_000],
	["🦆{3}", 3],
])("the weight of %s is %d", (pattern, weight) => {
	expect(patternWeight(pattern)).toBe(weight);
});

test("every text has a weight, which is computed quickly", () => {
	const parts = fc.constantFrom(
		"(",
		")",
		"[",
		"]",
		"{9}",
		"{1000}",
		"\\",
		"\\Q",
		"\\E",
		"a",
		"?",
		"*",
		"|",
		"[:",
		":]",
		"(?",
		"^",
	);
	fc.assert(
		fc.property(fc.array(parts, { maxLength: 400 }), (pattern) => {
			expect(patternWeight(pattern.join(""))).toBeGreaterThanOrEqual(0);
		}),
	);
	expect(patternWeight("[".repeat(2000))).toBeGreaterThan(0);
	expect(patternWeight("(a{1000}".repeat(200) + "){1000}".repeat(200))).toBe(SATURATED);
});

test("patterns that would take minutes to compile are refused before compilation", { timeout: 10_000 }, () => {
	for (const value of ["(a?){1000}".repeat(200), "a{1000}".repeat(285), "((a{30}){30})".repeat(150)]) {
		expect(() => contentMatcher({ type: "regex", value, caseSensitive: false })).toThrow(UnusablePattern);
	}
	const heaviest = `(?i:[a-z]{${MAX_PATTERN_WEIGHT / 2}})(b?){${MAX_PATTERN_WEIGHT / 2}}`;
	expect(patternWeight(heaviest)).toBe(MAX_PATTERN_WEIGHT);
	expect(
		contentMatcher({ type: "regex", value: heaviest, caseSensitive: true })(textOnly("a".repeat(2000))),
	).toBeNull();
});

test("plain text is not limited by weight", () => {
	expect(
		contentMatcher({ type: "contains", value: "a{1000}".repeat(285), caseSensitive: false })(textOnly("a")),
	).not.toBeNull();
});
