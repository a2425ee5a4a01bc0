import { expect, test } from "vitest";
import { aMonitor } from "../../testing/a-monitor.ts";
import { initialOwn, ownOf, settingsOf } from "./own-values.ts";
import type { MonitorType } from "./type.ts";

const type: MonitorType = {
	about: "",
	fields: [
		{ name: "number", kind: "text", label: "Number", initial: "" },
		{ name: "secure", kind: "check", label: "Secure", initial: false },
		{
			name: "protocol",
			kind: "choice",
			label: "Protocol",
			initial: "a",
			values: ["a", "b"],
			isShown: ({ secure }) => secure === true,
		},
	],
	groups: [
		{ title: "Expected", fields: [{ name: "words", kind: "list", label: "Words", initial: [], emptyIsNull: true }] },
	],
	initialOwn: { steps: [] },
	speaksTls: () => false,
	hasContentChecks: false,
	nameOf: ({ number }) => String(number),
	read: () => null,
};

test("a new monitor has the first value of every field, of every group, and of the part of its own", () => {
	expect(initialOwn(type)).toEqual({ number: "", secure: false, protocol: "a", words: [], steps: [] });
});

test("of a monitor the members of the same names are taken, null among them", () => {
	const monitor = aMonitor({ type: "dial", number: "42", secure: true, words: null, strange: 1 });
	expect(ownOf(type, monitor)).toEqual({ number: "42", secure: true, protocol: "a", words: null, steps: [] });
});

test("a field that is not shown is not sent", () => {
	const own = { ...initialOwn(type), protocol: "b" };
	expect(settingsOf(type, own)).not.toHaveProperty("protocol");
	expect(settingsOf(type, { ...own, secure: true })).toMatchObject({ secure: true, protocol: "b" });
});

test.each([
	[
		["one ", "", "two"],
		["one", "two"],
	],
	[["", " "], null],
	[null, null],
])("the lines %j of a list are sent as %j", (words, sent) => {
	expect(settingsOf(type, { ...initialOwn(type), words })["words"]).toEqual(sent);
});

test("a type that is sent in another shape than it is typed says so itself", () => {
	const shaped: MonitorType = {
		...type,
		ownOf: ({ name }) => ({ number: name }),
		settingsOf: ({ number }) => ({ dial: { number } }),
	};
	expect(settingsOf(shaped, ownOf(shaped, aMonitor({ name: "7" })))).toEqual({ dial: { number: "7" } });
});
