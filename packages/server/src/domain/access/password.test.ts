import { expect, test } from "vitest";
import { newPasswordText, weaknessOf } from "./password.ts";

const ADA = { name: "Ada Lovelace", email: "ada.king@analytical.example" };

test.each([
	"quiet-harbour-at-seven",
	"correct horse battery staple",
	"Lovelace builds engines of brass",
	"лодка у синего моря",
	"ada, and nobody else",
])("%s is not weak", (password) => {
	expect(weaknessOf(password, ADA)).toBeNull();
});

test.each([
	["her name", "AdaLovelace1815"],
	["her address", "ada.king@analytical.example"],
	["the host of her address and a year", "analytical2026!!"],
	["the product and a number", "Lapwing123456"],
	["the product, her name and a sign", "lapwing-ada-!"],
	["the word itself", "password1234"],
	["one character", "aaaaaaaaaaaaaaaa"],
	["four characters", "abcdabcdabcdabcd"],
])("%s is weak: %s", (_what, password) => {
	expect(weaknessOf(password, ADA)).toMatch(/^Choose one /);
});

test.each([
	["elevencharac", true],
	["elevenchars", false],
	["😀".repeat(12), true],
	["😀".repeat(11), false],
	["a".repeat(256), true],
	["a".repeat(257), false],
	[`nul\0${"a".repeat(12)}`, false],
])("a new password of %s: %s", (password, isTaken) => {
	expect(newPasswordText.safeParse(password).success).toBe(isTaken);
});
