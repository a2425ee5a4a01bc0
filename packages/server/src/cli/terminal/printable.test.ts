import fc from "fast-check";
import { expect, test } from "vitest";
import { printable, printableJson, printableLines } from "./printable.ts";

test.each([
	["Website", "Website"],
	["Zoë 日本 👩🏽‍🚒", "Zoë 日本 👩🏽\\u200d🚒"],
	["\x1b[31mred\x07", "\\u001b[31mred\\u0007"],
	["C1 \x9b2J, delete \x7f", "C1 \\u009b2J, delete \\u007f"],
	["a\nb\tc\r", "a\\u000ab\\u0009c\\u000d"],
	["abc\u202egnp.exe \u2066x\u2069", "abc\\u202egnp.exe \\u2066x\\u2069"],
	[
		"soft\u00adhyphen, \ufeffmark, line\u2028 paragraph\u2029",
		"soft\\u00adhyphen, \\ufeffmark, line\\u2028 paragraph\\u2029",
	],
	["tag \u{e0041}", "tag \\u{e0041}"],
	["half \ud800", "half \\ud800"],
])("%j is written as %j", (text, written) => {
	expect(printable(text)).toBe(written);
});

test("our own lines keep their breaks", () => {
	expect(printableLines("a\n\tb\x1b")).toBe("a\n\tb\\u001b");
});

test("JSON keeps its meaning, and shows no such character", () => {
	const texts = fc.string({
		unit: fc.oneof(
			fc.string({ unit: "binary", minLength: 1, maxLength: 1 }),
			fc.constantFrom("\u202e", "\x1b", "\x9b"),
		),
	});
	fc.assert(
		fc.property(texts, (text) => {
			const json = printableJson(JSON.stringify({ [text]: [text] }, null, 2));
			expect(JSON.parse(json)).toEqual({ [text]: [text] });
			expect(json).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
		}),
	);
});
