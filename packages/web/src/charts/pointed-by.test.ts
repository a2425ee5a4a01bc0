import { expect, test } from "vitest";
import { pointedBy } from "./pointed-by.ts";

test.each([
	["ArrowLeft", 5, 4],
	["ArrowDown", 5, 4],
	["ArrowRight", 5, 6],
	["ArrowUp", 5, 6],
	["PageDown", 50, 40],
	["PageUp", 50, 60],
	["Home", 50, 0],
	["End", 50, 99],
	["Escape", 50, null],
	["ArrowLeft", 0, 0],
	["ArrowRight", 99, 99],
	["PageUp", 95, 99],
	["ArrowLeft", null, 99],
	["ArrowRight", null, 99],
	["Escape", null, undefined],
	["Enter", 5, undefined],
	["j", 5, undefined],
])("%s leads from point %s of a hundred to %s", (key, index, expected) => {
	expect(pointedBy(key, index, 100)).toBe(expected);
});

test("a page is one point at least, and where there are no points no key points", () => {
	expect([pointedBy("PageDown", 2, 3), pointedBy("ArrowLeft", null, 0)]).toEqual([1, undefined]);
});
