/** Content checks as the form holds them. */

import type { NewContentCheck, Operator } from "../../api/content-checks.ts";
import type { MonitorOf } from "../../api/monitors.ts";
import { type Identified, identified } from "../../ui/forms/items.ts";

type StepCheck = NonNullable<MonitorOf<"flow">["steps"][number]["contentChecks"]>[number];
export type CheckDraft = NewContentCheck & Identified;

/** What the form offers: the operators, and the opposite of `exists`, which the API writes as `expected: false`. */
export type Comparison = Operator | "is_absent";

export function comparisonOf({ operator = "equals", expected }: NewContentCheck): Comparison {
	return operator === "exists" && expected === false ? "is_absent" : operator;
}

/** The members that choosing a comparison changes. */
export function withComparison(check: NewContentCheck, comparison: Comparison): Partial<NewContentCheck> {
	if (comparison === "is_absent") return { operator: "exists", expected: false };
	if (comparison === "exists") return { operator: "exists", expected: null };
	const text = check.operator === "exists" || check.expected == null ? "" : String(check.expected);
	return { operator: comparison, expected: expectedOf(text, { ...check, operator: comparison }) };
}

/**
 * What is compared, from the text that was typed. A number, and in JSON true and false, are what they look like, where
 * that keeps them as they were typed. All else is text, as every pattern is.
 */
export function expectedOf(
	text: string,
	{ type, operator = "equals" }: Pick<NewContentCheck, "type" | "operator">,
): string | number | boolean {
	if (operator === "matches") return text;
	if (type === "json" && (text === "true" || text === "false")) return text === "true";
	const number = Number(text);
	const isKept = text !== "" && String(number) === text && Math.abs(number) <= Number.MAX_SAFE_INTEGER;
	return isKept ? number : text;
}

/** A check of a step, as the API answers it: that of a header has its name in `name`. */
export function checkDraftOf({ caseSensitive = false, ...check }: StepCheck): CheckDraft {
	if (check.type !== "header") return identified({ ...check, caseSensitive });
	const { name: value, ...others } = check;
	return identified({ ...others, value, caseSensitive });
}
