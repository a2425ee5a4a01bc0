/**
 * A content check of a step with its insertions filled in: as literal text in a pattern, as a part of a string or as a
 * value in a JSONPath, as it is in all else.
 */

import { literalPattern } from "../../content/comparison.ts";
import { isLargeInteger } from "../../content/json-document.ts";
import { type ContentCheckBody, contentCheckOf } from "../content-check-fields.ts";
import type { ContentCheck } from "../monitor.ts";
import { insertedAs, insertedAsPath, insertedAsText, isInsertion, type Values } from "./insertions.ts";

const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

export function filledCheck(body: ContentCheckBody, values: Values): Omit<ContentCheck, "id"> {
	return contentCheckOf(filledBody(body, values), isWhole(body));
}

/** The check as its owner might have written it, with the values in their places. */
export function filledBody(body: ContentCheckBody, values: Values): ContentCheckBody {
	switch (body.type) {
		case "contains":
		case "not_contains":
			return { ...body, value: insertedAsText(body.value, values) };
		case "regex":
			return { ...body, value: insertedAs(body.value, values, literalPattern) };
		case "header":
			return { ...body, ...filledExpected(body, values) };
		case "json":
			return { ...body, value: insertedAsPath(body.value, values), ...filledExpected(body, values) };
	}
}

type Compared = Extract<ContentCheckBody, { type: "json" | "header" }>;

function filledExpected({ operator, expected }: Compared, values: Values): Pick<Compared, "expected"> {
	if (typeof expected !== "string") return { expected };
	if (operator === "matches") return { expected: insertedAs(expected, values, literalPattern) };
	const filled = insertedAsText(expected, values);
	const isOrder = operator === "less_than" || operator === "greater_than";
	return { expected: isOrder && NUMBER.test(filled) && !isLargeInteger(filled) ? Number(filled) : filled };
}

/** Whether what is expected is a saved value and nothing more: nobody knows then whether it was a number or a text. */
function isWhole(body: ContentCheckBody): boolean {
	return "expected" in body && typeof body.expected === "string" && isInsertion(body.expected);
}
