import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { threadCpuMs } from "../testing/thread-cpu.ts";
import { MASK, SecretMask } from "./secret-mask.ts";

const SECRET = "s3cr3t/Token+of=Acme";
const mask = new SecretMask([SECRET]);

describe("a secret in what a target sent is masked", () => {
	test.each<[string, string]>([
		["as it is", SECRET],
		["in other letters", SECRET.toUpperCase()],
		["in a URL", encodeURIComponent(SECRET)],
		["in a form", new URLSearchParams({ "": SECRET }).toString().slice(1)],
		["in Base64", Buffer.from(SECRET).toString("base64")],
		["in Base64 for URLs", Buffer.from(SECRET).toString("base64url")],
		["without its end", SECRET.slice(0, 9)],
		["without its beginning", SECRET.slice(7)],
	])("%s", (_, echoed) => {
		expect(mask.of(`echo: “${echoed}” (end)`)).toBe(`echo: “${MASK}” (end)`);
	});

	test.each([0, 1, 2, 3, 8])("in Base64 of a text in which it stands behind %i characters", (before) => {
		const echoed = Buffer.from(`${"u".repeat(before)}${SECRET}, and more`).toString("base64");
		const masked = mask.of(`Basic ${echoed}`);
		expect(masked).toContain(MASK);
		for (const part of [echoed.slice(before + 6, before + 14), echoed.slice(18, 26)])
			expect(masked).not.toContain(part);
	});

	const bytes = [...Buffer.from(SECRET)];
	const hex = bytes.map((byte) => byte.toString(16).padStart(2, "0"));
	test.each<[string, string]>([
		["in hex", hex.join("")],
		["in hex with colons", hex.join(":").toUpperCase()],
		["reversed", [...SECRET].reverse().join("")],
		["spaced", [...SECRET].join(" ")],
		["a character a line", [...SECRET].join("\n")],
		["as %XX throughout", hex.map((each) => `%${each.toUpperCase()}`).join("")],
		["as %25XX throughout", hex.map((each) => `%25${each}`).join("")],
		["as &#NN; throughout", bytes.map((byte) => `&#${byte};`).join("")],
		["as &#xHH; throughout", hex.map((each) => `&#x${each};`).join("")],
		["as \\uXXXX throughout", hex.map((each) => `\\u00${each}`).join("")],
		["as \\xHH throughout", hex.map((each) => `\\x${each}`).join("")],
		["in Base64 twice", Buffer.from(Buffer.from(SECRET).toString("base64")).toString("base64")],
		[
			"in Base64 with line ends",
			Buffer.from(SECRET)
				.toString("base64")
				.replace(/(.{4})/g, "$1\n"),
		],
		["percent-encoded twice", encodeURIComponent(encodeURIComponent(SECRET))],
	])("%s", (_, echoed) => {
		const shown = mask.of(`echo: “${echoed}” (end)`);
		// The first and the last piece of an escape may stand, such as % and ;.
		expect(shown).toMatch(new RegExp(`^echo: “[^ 0-9a-z]{0,2}x?u?${MASK}[;=\n]*” \\(end\\)$`, "i"));
	});

	test("in a form that nobody foresaw, where a body answers a request with secrets", () => {
		const rotated = "f3pe3g/Gbxra+bs=Npzr#f3pe3g/Gbxra";
		expect(mask.ofBody(`<title>Out of order: ${rotated}</title>`)).toBe(`<title>Out of order: ${MASK}</title>`);
		expect(new SecretMask([]).ofBody(rotated)).toBe(rotated);
	});

	test.each<[string, string]>([
		["in HTML", "a&amp;b&lt;c&gt;d&quot;e&#39;f"],
		["in HTML by numbers", "a&#38;b&#60;c&#62;d&#34;e&#39;f"],
		["in JSON for pages", String.raw`a\u0026b\u003cc\u003ed\u0022e\u0027f`],
	])("with its special characters escaped %s", (_, echoed) => {
		expect(new SecretMask(["a&b<c>d\"e'f"]).of(`[${echoed}]`)).toBe(`[${MASK}]`);
	});

	test("when JSON escapes what is beyond ASCII", () => {
		expect(new SecretMask(["äöüßéè"]).of(String.raw`{"a":"\u00e4\u00f6\u00fc\u00df\u00e9\u00e8"}`)).toBe(
			`{"a":"${MASK}"}`,
		);
	});

	test("when it holds quotes that JSON escapes", () => {
		expect(new SecretMask(['pass"word"']).of(JSON.stringify({ a: 'pass"word"' }))).toBe(`{"a":"${MASK}"}`);
	});

	test("when it is short, wherever it stands", () => {
		expect(new SecretMask(["abc"]).of("xabcx ab")).toBe(`x${MASK}x ab`);
	});
});

test("no part that is cut out of a text with a secret shows any of it", () => {
	const text = `key=${SECRET}; id=7`;
	const shown = (from: number, to: number) =>
		mask.ofPart(text.slice(from, to), text.slice(Math.max(0, from - 10), from), text.slice(to, to + 10));
	for (let from = 4; from < 4 + SECRET.length; from++) expect(shown(from, from + 1)).toBe(MASK);
	expect(shown(0, 9)).toBe(`key=${MASK}`);
	expect(shown(text.length - 1, text.length)).toBe("7");
});

test("what shares less than six characters with a secret stays", () => {
	expect(mask.of("Token of something, acme")).toBe("Token of something, acme");
	expect(new SecretMask([]).of("anything")).toBe("anything");
	expect(new SecretMask([""]).of("anything")).toBe("anything");
});

test("no text shows six characters in a row of any secret", () => {
	const letters = fc.string({ unit: fc.constantFrom(..."abAB1"), minLength: 1, maxLength: 12 });
	fc.assert(
		fc.property(fc.array(letters, { maxLength: 4 }), letters, fc.array(letters), (secrets, own, texts) => {
			const all = [...secrets, own];
			const masked = new SecretMask(all).of([...texts, own].join("")).toLowerCase();
			for (const secret of all) {
				const length = Math.min(6, secret.length);
				for (let at = 0; at + length <= secret.length; at++) {
					expect(masked).not.toContain(secret.slice(at, at + length).toLowerCase());
				}
			}
		}),
	);
});

test("secrets are looked at only when there is a text to mask", () => {
	const untouched = new Proxy([SECRET], {
		get: () => {
			throw new Error("looked at");
		},
	});
	const idle = new SecretMask(untouched);
	expect(idle.of("")).toBe("");
	expect(() => idle.of("text")).toThrow("looked at");
});

test("the time for many long secrets is bounded", () => {
	// The most that the settings of a monitor hold; looking for each part of the text in each secret took 17 s; it
	// takes 1.1 s on a busy machine.
	const secrets = Array.from({ length: 31 }, (_, index) => `${"aaaaab".repeat(680)}${index}`);
	const mask = new SecretMask(secrets);
	const before = threadCpuMs();
	expect(mask.of(`${"aaaaac".repeat(150)} aaaaab`)).toContain(`c ${MASK}`);
	expect(threadCpuMs() - before).toBeLessThan(3_000);
});
