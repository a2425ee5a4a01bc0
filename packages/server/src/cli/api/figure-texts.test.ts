import { expect, test } from "vitest";
import { dayText, millisecondsText, percentText, phasesText, seenText } from "./figure-texts.ts";

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
	[0.2, "1 s"],
	[38.9, "38 s"],
	[60, "1 min"],
	[200, "3 min"],
	[5.5 * 3600, "5 h"],
	[86_399, "23 h"],
	[86_400, "24 hours"],
])("the last day of monitors that are %s seconds old is the last %s", (seconds, text) => {
	expect(dayText(1_000_000, 1_000_000 + seconds * 1000)).toBe(text);
});

test("what was seen is a line, with the phases that took place", () => {
	const phases = { dns: null, connect: 0, tls: null, first_byte: 142.4, transfer: null };
	const up = { verdict: "up", message: null, responseTimeMs: 142, phases, location: "Frankfurt" } as const;
	expect(seenText(up)).toBe("up from Frankfurt in 142 ms");
	expect(phasesText(phases)).toBe("connect < 1 ms · first byte 142 ms");
	const down = { ...up, verdict: "down", message: "Refused.", responseTimeMs: null, location: null } as const;
	expect(seenText(down)).toBe("down: Refused.");
});
