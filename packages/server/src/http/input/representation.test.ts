import { expect, test } from "vitest";
import { acceptedCoding, isCurrent } from "./representation.ts";

const header = (value: string | undefined) => () => value;

test.each([
	[undefined, false],
	["", false],
	['"a"', true],
	['W/"a"', true],
	['"b", "a"', true],
	['"b",W/"a"', true],
	['"b"', false],
	['"ab"', false],
	["a", false],
	["*", true],
	[" * ", true],
	['"*"', false],
])("If-None-Match: %s names the content of the tag %#: %s", (value, expected) => {
	expect(isCurrent(header(value), '"a"')).toBe(expected);
});

test.each([
	[undefined, "identity"],
	["", "identity"],
	["gzip", "gzip"],
	["gzip, br", "br"],
	["GZIP", "gzip"],
	["*", "br"],
	["gzip;q=0", "identity"],
	["br;q=0, *", "gzip"],
	["x-gzip-not", "identity"],
])("Accept-Encoding: %s is answered with %s", (value, expected) => {
	expect(acceptedCoding(header(value), ["br", "gzip"])).toBe(expected);
});
