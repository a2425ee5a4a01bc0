/** Content checks as their owners write them: fields, and what of them can't stand together. */

import { z } from "zod";
import { contentMatcher, UnusablePattern } from "../content/content.ts";
import { isLargeInteger } from "../content/json-document.ts";
import { text } from "../text.ts";
import { type ContentCheck, OPERATORS, type StoredContentCheck } from "./monitor.ts";

const MAX_VALUE_LENGTH = 2000;
/** RFC 9110 §5.1. */
const HEADER_NAME = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]{1,100}$/;

const caseSensitive = z.boolean().default(false).meta({ example: false });
const operator = z.enum(OPERATORS).meta({ example: "equals" });
const expected = z
	.union([text(0, MAX_VALUE_LENGTH), z.number(), z.boolean(), z.null()])
	.optional()
	.meta({
		description:
			"What the value is compared with: a number for less_than and greater_than, a pattern in RE2 syntax for " +
			"matches. An integer above 2^53 is given as text, and is compared digit by digit with a number as with a text. " +
			"With exists: left out, or false for what must not exist.",
		example: "ok",
	});

const textCheck = z.strictObject({
	type: z.enum(["contains", "not_contains", "regex"]).meta({ example: "contains" }),
	value: text(1, MAX_VALUE_LENGTH).meta({
		description: "Text, or for regex a pattern in RE2 syntax (https://github.com/google/re2/wiki/Syntax).",
		example: "Welcome",
	}),
	caseSensitive,
});

const jsonCheck = z.strictObject({
	type: z.literal("json"),
	value: text(1, MAX_VALUE_LENGTH).meta({
		description: "A JSONPath (RFC 9535). Every value that it selects must satisfy the comparison.",
		example: "$.status",
	}),
	operator,
	expected,
	caseSensitive,
});

const headerCheck = z.strictObject({
	type: z.literal("header"),
	name: z.string().regex(HEADER_NAME, "A header's name has 1–100 letters, digits and !#$%&'*+-.^_`|~").meta({
		description: "Case-insensitive. Lines of one name are one value, joined with commas.",
		example: "Cache-Control",
	}),
	operator,
	expected,
	caseSensitive,
});

type TextCheck = z.output<typeof textCheck>;
type ComparedCheck = z.output<typeof jsonCheck> | z.output<typeof headerCheck>;
export type ContentCheckBody = TextCheck | ComparedCheck;

/** A content check in a body. `read`: the check as it is run, of one with insertions. */
export function contentCheckFieldOf(id: string, read: (body: ContentCheckBody) => ContentCheckBody = (body) => body) {
	return z
		.discriminatedUnion("type", [
			textCheck.superRefine((body, context) => refusePattern(read(body), context)),
			jsonCheck.superRefine((body, context) => refuseComparison(read(body) as ComparedCheck, context)),
			headerCheck.superRefine((body, context) => refuseComparison(read(body) as ComparedCheck, context)),
		])
		.meta({ id });
}

export const contentCheckField = contentCheckFieldOf("ContentCheckTrial");

/**
 * A body as the check that probers run.
 * @param isOfAnyKind see Comparison
 */
export function contentCheckOf(body: ContentCheckBody, isOfAnyKind = false): Omit<ContentCheck, "id"> {
	if (body.type !== "json" && body.type !== "header") return body;
	const { type, caseSensitive, operator, expected = null } = body;
	const value = body.type === "header" ? body.name : body.value;
	return { type, value, caseSensitive, comparison: { operator, expected, ...(isOfAnyKind && { isOfAnyKind }) } };
}

/** A check as its owner wrote it; of a header check, `value` is the name once more. */
function contentCheckForm({ type, value, caseSensitive, comparison }: Omit<ContentCheck, "id">) {
	return {
		type,
		value,
		...(type === "header" && { name: value }),
		...(comparison !== undefined && comparison),
		caseSensitive,
	};
}

/** What is seen of a stored check, in the API and in audit events. */
export function contentCheckFields({ publicId }: { readonly publicId: string }, check: StoredContentCheck) {
	return { monitorId: publicId, ...contentCheckForm(check), isEnabled: check.isEnabled };
}

function refuseComparison(body: ComparedCheck, context: z.core.$RefinementCtx): void {
	const problem = expectedProblem(body);
	if (problem !== null) context.addIssue({ code: "custom", path: ["expected"], message: problem });
	else refusePattern(body, context);
}

function expectedProblem({ type, operator, expected }: ComparedCheck) {
	if (Number.isInteger(expected) && !Number.isSafeInteger(expected)) {
		return "JSON numbers above 2^53 lose digits on their way: give the integer as text, in quotes.";
	}
	switch (operator) {
		case "exists":
			return expected == null || typeof expected === "boolean" ? null : "exists takes no expected value, or false.";
		case "equals":
		case "not_equals":
			if (expected === undefined) return `Give the value that ${operator} compares with.`;
			if (type === "json" || typeof expected === "string" || typeof expected === "number") return null;
			return "A header is compared with a text or a number.";
		case "less_than":
		case "greater_than":
			return typeof expected === "number" || isLargeInteger(String(expected))
				? null
				: `${operator} compares with a number.`;
		case "matches":
			return typeof expected === "string" && expected !== "" ? null : "matches takes a pattern, as text.";
	}
}

/** Refuses what the engines can't run. */
function refusePattern(body: ContentCheckBody, context: z.core.$RefinementCtx): void {
	try {
		contentMatcher(contentCheckOf(body));
	} catch (error) {
		if (!(error instanceof UnusablePattern)) throw error;
		const isPath = error.kind === "path";
		const place = body.type === "regex" || isPath ? "value" : "expected";
		const what = isPath ? "This is no JSONPath (RFC 9535)" : "This pattern can't be used";
		context.addIssue({ code: "custom", path: [place], message: `${what}: ${error.message}` });
	}
}
