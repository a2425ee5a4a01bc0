/** The fields for a text that a target must send, which several types have: one object in the body, or null. */

import type { FieldSpec, Values } from "../../../ui/forms/spec-fields.tsx";

/** Names as the API's errors point at them. */
const TYPE = "expect/type";
const VALUE = "expect/value";
const CASE = "expect/caseSensitive";

interface ExpectedText {
	readonly type: string;
	readonly value: string;
	readonly caseSensitive: boolean;
}

const isExpected = (own: Values) => own[TYPE] !== "nothing";

export const EXPECT_FIELDS: readonly FieldSpec[] = [
	{
		name: TYPE,
		kind: "choice",
		label: "Expect",
		initial: "nothing",
		values: [
			{ value: "nothing", label: "Nothing" },
			{ value: "contains", label: "A text" },
			{ value: "regex", label: "A pattern" },
		],
	},
	{
		name: VALUE,
		kind: "text",
		label: "In what it sends",
		placeholder: "PONG",
		hint: "Searched in the first 64 KiB.",
		initial: "",
		mono: true,
		keepsBlanks: true,
		isShown: isExpected,
	},
	{ name: CASE, kind: "check", label: "Upper and lower case differ", initial: false, isShown: isExpected },
];

/** The form's values of a monitor's `expect`. */
export function expectValuesOf(expect: unknown): Values {
	const { type = "nothing", value = "", caseSensitive = false } = (expect ?? {}) as Partial<ExpectedText>;
	return { [TYPE]: type, [VALUE]: value, [CASE]: caseSensitive };
}

/** The member `expect` of the body. */
export function expectOf(own: Values): ExpectedText | null {
	if (!isExpected(own)) return null;
	return { type: String(own[TYPE]), value: String(own[VALUE]), caseSensitive: own[CASE] === true };
}
