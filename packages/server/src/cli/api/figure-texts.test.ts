import { expect, test } from "vitest";
import { millisecondsText, percentText, youngText } from "./figure-texts.ts";

test.each([
	[null, "-"],
	[100, "100 %"],
	[99.9999, "99.999 %"],
	[99.95, "99.950 %"],
	[42.999, "42.99 %"],
	[0, "0.00 %"],
])("%s per cent are %s", (percent, text) => expect(percentText(percent)).toBe(text));

test.each([
	[null, ""],
	[0, "< 1 ms"],
	[0.4, "0.4 ms"],
	[3, "3 ms"],
	[3.42, "3.4 ms"],
	[9.96, "10 ms"],
	[142.4, "142 ms"],
])("%s milliseconds are %s", (ms, text) => expect(millisecondsText(ms)).toBe(text));

test.each([
	[20, " (since 1 min)"],
	[200, " (since 3 min)"],
	[5.5 * 3600, " (since 5 h)"],
	[86_400, ""],
])("of monitors that are %s seconds old it says%s", (seconds, text) => {
	expect(youngText(1_000_000, 1_000_000 + seconds * 1000)).toBe(text);
});
