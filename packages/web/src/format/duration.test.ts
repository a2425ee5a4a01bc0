import { expect, test } from "vitest";
import { axisDuration, duration, interval, milliseconds, roughDuration } from "./duration.ts";

test.each([
	[0, "0 s"],
	[999, "0 s"],
	[59_999, "59 s"],
	[60_000, "1 min"],
	[359_999, "5 min"],
	[18_000_000, "5 h"],
	[34 * 86_400_000, "34 d"],
])("%d ms is roughly %s", (ms, text) => expect(roughDuration(ms)).toBe(text));

test.each([
	[400, "0 s"],
	[45_000, "45 s"],
	[90_000, "1 min 30 s"],
	[31 * 60_000 + 12_000, "31 min"],
	[5 * 3_600_000 + 12 * 60_000, "5 h 12 min"],
	[86_400_000, "1 d"],
])("%d ms is %s", (ms, text) => expect(duration(ms)).toBe(text));

test.each([
	[null, "–"],
	[0, "< 1 ms"],
	[0.42, "0.4 ms"],
	[7, "7 ms"],
	[9.91, "9.9 ms"],
	[9.96, "10 ms"],
	[142, "142 ms"],
	[999.4, "999 ms"],
	[5210, "5.21 s"],
	[30_000, "30.0 s"],
	[80_000, "1 min 20 s"],
	[3_101_200, "51 min"],
])("shows %s milliseconds as %s", (ms, text) => expect(milliseconds(ms)).toBe(text));

test.each([
	[60, "every minute"],
	[90, "every 90 s"],
	[300, "every 5 min"],
	[3600, "every hour"],
	[7200, "every 2 h"],
])("an interval of %d s is %s", (seconds, text) => expect(interval(seconds)).toBe(text));

test.each([
	[0, "0"],
	[250, "250 ms"],
	[1500, "1.5 s"],
	[8000, "8 s"],
	[300_000, "5 min"],
])("shows %d ms at an axis as %s", (ms, text) => expect(axisDuration(ms)).toBe(text));
