import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeBase64url, encodeBase64url } from "./base64url.ts";

const ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

test("what was encoded decodes to itself, and agrees with the platform", () => {
	fc.assert(
		fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
			const text = encodeBase64url(bytes);
			expect(text).toBe(Buffer.from(bytes).toString("base64url"));
			expect(decodeBase64url(text)).toStrictEqual(new Uint8Array(bytes));
		}),
	);
});

test("a text that decodes is the text that its bytes encode to", () => {
	fc.assert(
		fc.property(fc.string({ unit: fc.constantFrom(...ALPHABET), maxLength: 12 }), (text) => {
			const bytes = decodeBase64url(text);
			if (bytes) expect(encodeBase64url(bytes)).toBe(text);
			else expect(Buffer.from(text, "base64url").toString("base64url")).not.toBe(text);
		}),
	);
});

test("a text ends only with a letter whose spare bits are zero", () => {
	for (const first of ALPHABET) {
		expect(decodeBase64url(first)).toBeUndefined();
		for (const second of ALPHABET) {
			const isCanonical = ALPHABET.indexOf(second) % 16 === 0;
			expect(decodeBase64url(first + second) !== undefined).toBe(isCanonical);
			expect(decodeBase64url(`A${first}${second}`) !== undefined).toBe(ALPHABET.indexOf(second) % 4 === 0);
		}
	}
});

test.each([
	["padding", "AA=="],
	["the other alphabet's plus", "ab+_"],
	["the other alphabet's slash", "ab/_"],
	["white space", "ab cd"],
	["a line end", "abcd\n"],
	["a letter that is not Latin", "abcé"],
	["a surrogate pair", "ab😀"],
	["a length that no byte string has", "abcde"],
	["leftover bits that are not zero", "AB"],
])("%s is refused", (_what, text) => {
	expect(decodeBase64url(text)).toBeUndefined();
});
