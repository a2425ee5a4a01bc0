import fc from "fast-check";
import { RE2JS } from "re2js";
import { expect, test } from "vitest";
import type { ContentCheck } from "../monitors/monitor.ts";
import { contentMatcher } from "./content.ts";

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
