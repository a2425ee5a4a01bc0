import fc from "fast-check";
import { expect, test } from "vitest";
import { encodeCbor } from "../../testing/encode-cbor.ts";
import { type CborKey, type CborValue, decodeCbor, decodeFirstCbor, MAX_DEPTH, MAX_VALUES } from "./cbor.ts";

const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

const integer = fc
	.bigInt({ min: -(2n ** 64n), max: 2n ** 64n - 1n })
	.map((big) => (big >= Number.MIN_SAFE_INTEGER && big <= Number.MAX_SAFE_INTEGER ? Number(big) : big));
const text = fc.string({ unit: "binary", maxLength: 30 });
const key: fc.Arbitrary<CborKey> = fc.oneof(integer, fc.integer({ min: -30, max: 30 }), text);
const { value } = fc.letrec<{ value: CborValue }>((tie) => ({
	value: fc.oneof(
		{ maxDepth: MAX_DEPTH, depthIdentifier: "cbor" },
		integer,
		text,
		fc.boolean(),
		fc.constant(null),
		fc.uint8Array({ maxLength: 300 }).map((array) => new Uint8Array(array)),
		fc.array(tie("value"), { maxLength: 5, depthIdentifier: "cbor" }),
		fc
			.array(fc.tuple(key, tie("value")), { maxLength: 5, depthIdentifier: "cbor" })
			.map((entries) => new Map<CborKey, CborValue>(entries)),
	),
}));

test("what was encoded decodes to itself, with its map keys in their order", () => {
	fc.assert(
		fc.property(value, (original) => {
			const decoded = decodeCbor(encodeCbor(original));
			expect(decoded).toStrictEqual(original);
			if (original instanceof Map && decoded instanceof Map) expect([...decoded]).toStrictEqual([...original]);
		}),
		{ numRuns: 2_000 },
	);
});

test("bytes that decode are the very bytes that their value encodes to", () => {
	const readable = fc.uint8Array({ minLength: 1, maxLength: 12 }).map((array) => new Uint8Array(array));
	fc.assert(
		fc.property(readable, (input) => {
			const decoded = decodeCbor(input);
			if (decoded !== undefined) expect(encodeCbor(decoded)).toStrictEqual(input);
		}),
		{ numRuns: 20_000 },
	);
});

test("the examples of RFC 8949 appendix A that are within the subset are read", () => {
	expect(decodeCbor(bytes("1bffffffffffffffff"))).toBe(18_446_744_073_709_551_615n);
	expect(decodeCbor(bytes("3bffffffffffffffff"))).toBe(-18_446_744_073_709_551_616n);
	expect(decodeCbor(bytes("3903e7"))).toBe(-1000);
	expect(decodeCbor(bytes("64f0908591"))).toBe("\u{10151}");
	expect(decodeCbor(bytes("a26161016162820203"))).toStrictEqual(
		new Map<CborKey, CborValue>([
			["a", 1],
			["b", [2, 3]],
		]),
	);
	expect(decodeCbor(bytes("83f4f5f6"))).toStrictEqual([false, true, null]);
});

test.each([
	["nothing", ""],
	["two values", "0101"],
	["an integer that a shorter form holds", "1817"],
	["a 16-bit integer that 8 bits hold", "1900ff"],
	["a 32-bit integer that 16 bits hold", "1a0000ffff"],
	["a 64-bit integer that 32 bits hold", "1b00000000ffffffff"],
	["a negative integer that a shorter form holds", "3817"],
	["a length that a shorter form holds", "5801aa"],
	["a reserved length", "1c"],
	["an indefinite byte string", "5f41aaff"],
	["an indefinite text", "7f6161ff"],
	["an indefinite list", "9f01ff"],
	["an indefinite map", "bf6161ff"],
	["a break", "ff"],
	["a tag", "c074323031332d30332d32315432303a30343a30305a"],
	["a half float", "f93c00"],
	["a float", "fa47c35000"],
	["a double", "fb3ff199999999999a"],
	["undefined", "f7"],
	["an unassigned simple value", "f0"],
	["a simple value of two bytes", "f8ff"],
	["true, the long way", "f815"],
	["a key twice", "a201010102"],
	["a text key twice", "a2616101616102"],
	["a large key twice", "a21bffffffffffffffff011bffffffffffffffff02"],
	["a key that is a byte string", "a141aa01"],
	["a key that is a list", "a18001"],
	["a key that is true", "a1f501"],
	["a map that lacks a value", "a101"],
	["invalid UTF-8", "61ff"],
	["a surrogate in UTF-8", "63eda080"],
	["an overlong slash in UTF-8", "62c0af"],
])("%s is refused", (_what, hex) => {
	expect(decodeCbor(bytes(hex))).toBeUndefined();
});

test("a byte order mark is part of its text", () => {
	expect(decodeCbor(bytes("64efbbbf61"))).toBe("\ufeffa");
});

test("a prototype's names are keys like any other", () => {
	const map = new Map<CborKey, CborValue>([
		["__proto__", 1],
		["constructor", 2],
	]);
	expect(decodeCbor(encodeCbor(map))).toStrictEqual(map);
	expect(({} as Record<string, unknown>)["1"]).toBeUndefined();
});

test.each([
	"5b7fffffffffffffff",
	"5affffffff",
	"7a7fffffff",
	"9bffffffffffffffff",
	"9affffffff",
	"bb00ffffffffffffff",
	"ba7fffffff",
])("the huge length %s is refused before anything is allocated", (hex) => {
	const before = process.memoryUsage().arrayBuffers;
	for (let count = 0; count < 1_000; count++) expect(decodeCbor(bytes(hex))).toBeUndefined();
	expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(10_000_000);
});

test("nesting ends at its limit, and far beyond it nothing overflows", () => {
	const nested = (depth: number) => Uint8Array.from({ length: depth + 1 }, (_, index) => (index === depth ? 0 : 0x81));
	expect(decodeCbor(nested(MAX_DEPTH))).toBeDefined();
	expect(decodeCbor(nested(MAX_DEPTH + 1))).toBeUndefined();
	expect(decodeCbor(nested(60_000))).toBeUndefined();
});

test("values end at their limit", () => {
	expect(decodeCbor(encodeCbor(Array(MAX_VALUES - 1).fill(0)))).toBeDefined();
	expect(decodeCbor(encodeCbor(Array(MAX_VALUES).fill(0)))).toBeUndefined();
});

test("the first of several values leaves the rest", () => {
	expect(decodeFirstCbor(bytes("010203"))).toStrictEqual({ value: 1, rest: bytes("0203") });
	expect(decodeFirstCbor(bytes("42aa"))).toBeUndefined();
});

test("a view into the middle of a buffer is read as itself", () => {
	const whole = bytes("ffff1b0020000000000001ffff");
	expect(decodeCbor(whole.subarray(2, -2))).toBe(9_007_199_254_740_993n);
});
