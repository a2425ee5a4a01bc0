import { expect, test } from "vitest";
import { contentCheckBody } from "../../api/content-checks.ts";
import { checkDraftOf, comparisonOf, expectedOf, withComparison } from "./content-check-draft.ts";

test.each([
	["json", "equals", "200", 200],
	["json", "equals", "007", "007"],
	["json", "equals", "1e400", "1e400"],
	["json", "equals", "true", true],
	["header", "equals", "true", "true"],
	["header", "less_than", "60", 60],
	["json", "matches", "200", "200"],
	["json", "equals", "", ""],
] as const)("in %s, what %s compares with and is typed as %j is sent as %j", (type, operator, text, sent) => {
	expect(expectedOf(text, { type, operator })).toBe(sent);
});

test("that something must not be there is the opposite of being there", () => {
	const check = { type: "json", value: "$.error", caseSensitive: false } as const;
	const absent = { ...check, ...withComparison(check, "is_absent") };
	expect(contentCheckBody(absent)).toMatchObject({ operator: "exists", expected: false });
	expect(comparisonOf(absent)).toBe("is_absent");
	const present = { ...absent, ...withComparison(absent, "exists") };
	expect(contentCheckBody(present)).not.toHaveProperty("expected");
	expect(withComparison(absent, "equals")).toEqual({ operator: "equals", expected: "" });
});

test("a number stays one from one comparison to the next, and becomes text for a pattern", () => {
	const check = { type: "json", value: "$.n", caseSensitive: false, operator: "equals", expected: 5 } as const;
	expect(withComparison(check, "less_than").expected).toBe(5);
	expect(withComparison(check, "matches").expected).toBe("5");
});

test("the check of a header in a step comes back as it was", () => {
	const body = { type: "header", name: "Age", operator: "less_than", expected: 60, caseSensitive: false } as const;
	expect(contentCheckBody(checkDraftOf(body))).toEqual(body);
});
