// @vitest-environment happy-dom
import { expect, test } from "vitest";
import { safeReturn } from "./enter.ts";

test.each([
	[undefined, "/"],
	["/monitors/mon_1?range=7d", "/monitors/mon_1?range=7d"],
	["https://evil.example/", "/"],
	["//evil.example/", "/"],
	["/\\evil.example/", "/"],
	["javascript:alert(1)", "/"],
	["/sign-in?return=/", "/"],
])("after a sign-in that came from %s the reader goes to %s", (wanted, leads) => {
	expect(safeReturn(wanted)).toBe(leads);
});
