/** The fields for a text that a target must send, which several types have: one object in the body, or null. */

import type { MonitorOf } from "../../../api/monitors.ts";
import type { FieldSpec, Values } from "../../../ui/forms/spec-fields.tsx";
import type { FieldsGroup } from "../type.ts";

/** Names as the API's errors point at them. */
const TYPE = "expect/type";
const VALUE = "expect/value";
const CASE = "expect/caseSensitive";

type Expect = MonitorOf<"tcp">["expect"];

const isExpected = (own: Values) => own[TYPE] !== "nothing";

const EXPECT_FIELDS: readonly FieldSpec[] = [
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

/** What is sent, and what is waited for. */
export function conversation(placeholder: string, hint?: string): FieldsGroup {
	return {
		title: "Conversation",
		about: "What is sent once connected, and what must come back.",
		fields: [
			{
				name: "send",
				kind: "text",
				label: "Send",
				placeholder,
				...(hint !== undefined && { hint }),
				initial: "",
				mono: true,
				emptyIsNull: true,
				keepsBlanks: true,
			},
			...EXPECT_FIELDS,
		],
	};
}

/** The form's values of a monitor's `expect`. */
export function expectValuesOf(expect: Expect): Values {
	const { type = "nothing", value = "", caseSensitive = false } = expect ?? {};
	return { [TYPE]: type, [VALUE]: value, [CASE]: caseSensitive };
}

/** The values with the member `expect` of the body, in the place of these fields. */
export function withExpect({ [TYPE]: type, [VALUE]: value, [CASE]: caseSensitive, ...members }: Values): Values {
	return { ...members, expect: type === "nothing" ? null : { type, value, caseSensitive } };
}
