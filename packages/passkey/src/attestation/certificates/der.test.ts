import { expect, test } from "vitest";
import { context, integer, octets, sequence } from "../testing/der.ts";
import { INTEGER, readElements, readMagnitude, readSequence, readSingle } from "./der.ts";

test("reads the elements of a sequence, tags above 30 and lengths above 127 included", () => {
	const long = new Uint8Array(300).fill(7);
	const members = readSequence(sequence(integer(5), context(702, octets(long))));
	expect(members?.map(({ tagClass, tag }) => [tagClass, tag])).toStrictEqual([
		[0, 2],
		[2, 702],
	]);
	expect(members?.[1] && readSingle(members[1].contents, 4)).toStrictEqual(long);
});

test.each([
	["an indefinite length", [0x30, 0x80, 0, 0]],
	["a long form where the short one would do", [0x04, 0x81, 1, 0]],
	["a length that begins with zero", [0x04, 0x82, 0, 1, 0]],
	["a length of five bytes", [0x04, 0x85, 1, 0, 0, 0, 0]],
	["a sequence that is marked as holding no elements", [0x10, 0]],
	["an integer that is marked as holding elements", [0x22, 1, 1]],
	["an element that is cut short", [0x04, 2, 0]],
	["a tag without a length", [0x04]],
	["a tag number in the long form where the short one would do", [0xbf, 0x1e, 0]],
	["a tag number that begins with zero", [0xbf, 0x80, 0x7f, 0]],
	["a tag number without end", [0xbf, 0xff, 0xff, 0xff, 0xff]],
])("refuses %s", (_what, bytes) => {
	expect(readElements(Uint8Array.from(bytes))).toBeUndefined();
});

test.each([
	["one", [1], [1]],
	["zero bytes before a high bit", [0, 0x80], [0x80]],
	["a needless zero", [0, 1], undefined],
	["a negative number", [0x80], undefined],
	["zero", [0], undefined],
	["nothing", [], undefined],
])("reads as a magnitude %s", (_what, contents, expected) => {
	expect(readMagnitude(Uint8Array.from(contents))).toStrictEqual(expected && Uint8Array.from(expected));
});

test("takes one element alone for one", () => {
	expect(readSingle(integer(1), INTEGER)).toStrictEqual(Uint8Array.of(1));
	expect(readSingle(Uint8Array.of(2, 1, 1, 2, 1, 1), INTEGER)).toBeUndefined();
	expect(readSingle(octets(Uint8Array.of(1)), INTEGER)).toBeUndefined();
});
