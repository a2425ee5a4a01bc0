import fc from "fast-check";
import { expect, test } from "vitest";
import { bigIntegerBytes, concatenate } from "../../testing/bytes.ts";
import { derSignature } from "../../testing/keys/credential-key.ts";
import { bigIntegerFrom } from "./big-integer.ts";
import { parseDerSignature } from "./der-signature.ts";

const bytes = (hex: string) => Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
const number = fc.oneof(
	fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }),
	fc.bigInt({ min: 1n, max: 70_000n }),
	fc.integer({ min: 0, max: 255 }).map((bits) => 2n ** BigInt(bits)),
);

test("what was encoded is read, padded to its width", () => {
	fc.assert(
		fc.property(number, number, (r, s) => {
			const expected = concatenate(bigIntegerBytes(r, 32), bigIntegerBytes(s, 32));
			expect(parseDerSignature(derSignature(r, s), 32)).toStrictEqual(expected);
		}),
		{ numRuns: 2_000 },
	);
});

const wide = fc.oneof(fc.bigInt({ min: 1n, max: 2n ** 521n - 1n }), fc.bigInt({ min: 1n, max: 70_000n }));

test("what was encoded is read in the width of P-521 too, whose sequences have lengths of one byte and of two", () => {
	const lengths = new Set<boolean>();
	fc.assert(
		fc.property(wide, wide, (r, s) => {
			const expected = concatenate(bigIntegerBytes(r, 66), bigIntegerBytes(s, 66));
			const encoded = derSignature(r, s);
			lengths.add(encoded[1] === 0x81);
			expect(parseDerSignature(encoded, 66)).toStrictEqual(expected);
		}),
		{ numRuns: 2_000 },
	);
	expect(lengths.size).toBe(2);
});

test("a length takes two bytes from 128 on, and not before", () => {
	for (let width = 57; width <= 66; width++) {
		const [r, s] = [2n ** BigInt(8 * width - 2), 2n ** BigInt(8 * 63 - 2)];
		const sound = derSignature(r, s);
		expect(parseDerSignature(sound, 66)).toBeDefined();
		const isLong = sound[1] === 0x81;
		const other = isLong ? [0x30, ...sound.slice(2)] : [0x30, 0x81, ...sound.slice(1)];
		expect(parseDerSignature(Uint8Array.from(other), 66)).toBeUndefined();
		const wordLength = [0x30, 0x82, 0, ...sound.slice(isLong ? 2 : 1)];
		expect(parseDerSignature(Uint8Array.from(wordLength), 66)).toBeUndefined();
	}
});

test("one byte changed anywhere is another signature or none, never a second spelling", () => {
	fc.assert(
		fc.property(number, number, fc.nat(), fc.integer({ min: 1, max: 255 }), (r, s, at, mask) => {
			const changed = derSignature(r, s);
			const index = at % changed.length;
			changed[index] = (changed[index] ?? 0) ^ mask;
			const parsed = parseDerSignature(changed, 32);
			if (!parsed) return;
			const [first, second] = [bigIntegerFrom(parsed.subarray(0, 32)), bigIntegerFrom(parsed.subarray(32))];
			expect(derSignature(first, second)).toStrictEqual(changed);
			expect([first, second]).not.toStrictEqual([r, s]);
		}),
		{ numRuns: 5_000 },
	);
});

test.each([
	["nothing", ""],
	["no sequence", "3106020101020101"],
	["a sequence that is longer than it says", "300602010102010100"],
	["a sequence that is shorter than it says", "3007020101020101"],
	["a length in the long form", "308106020101020101"],
	["an indefinite length", "30800201010201010000"],
	["one number", "3003020101"],
	["three numbers", "3009020101020101020101"],
	["a number of another type", "3006030101020101"],
	["an empty number", "30050200020101"],
	["zero", "3006020100020101"],
	["a negative number", "3006020180020101"],
	["a number with a zero too many", "300702020001020101"],
	["a number that ends behind the sequence", "3006020101020201"],
	["a number that begins behind the sequence", "3006020401020101"],
	["a number of 33 bytes", `3026022101${"00".repeat(32)}020101`],
	["a padded number of 33 bytes", `302702220080${"00".repeat(32)}020101`],
])("%s is no signature", (_what, hex) => {
	expect(parseDerSignature(bytes(hex), 32)).toBeUndefined();
});
