import { expect, test } from "vitest";
import { instantText, localFieldValue, utcDayText, utcText } from "./instant.ts";

const now = new Date(2026, 10, 21, 21, 54, 0).getTime();
const at = (...parts: [number, number, number, number, number, number]) => new Date(...parts).getTime();

test("an instant of today has no date", () => {
	expect(instantText(at(2026, 10, 21, 21, 48, 2), now)).toBe("21:48:02");
});
test("one of another day has its date, one of another year the year too", () => {
	expect(instantText(at(2026, 9, 23, 4, 12, 40), now)).toBe("23 Oct 04:12:40");
	expect(instantText(at(2025, 2, 3, 4, 12, 40), now)).toBe("3 Mar 2025 04:12:40");
});
test("midnight is 00:00:00, not 24", () => {
	expect(instantText(at(2026, 10, 21, 0, 0, 0), now)).toBe("00:00:00");
});
test("days name their year only where it is another", () => {
	expect(utcDayText("2026-08-23T00:00:00Z", now)).toBe("23 Aug");
	expect(utcDayText("2027-01-14T00:00:00Z", now)).toBe("14 Jan 2027");
});
test("a day by UTC is called the same in every zone", () => {
	const own = process.env["TZ"];
	try {
		for (const [zone, offset] of [
			["America/Los_Angeles", 420],
			["Pacific/Auckland", -720],
		] as const) {
			process.env["TZ"] = zone;
			expect(new Date("2026-08-23T00:00:00Z").getTimezoneOffset()).toBe(offset);
			expect(utcDayText("2026-08-23T00:00:00Z", now)).toBe("23 Aug");
			expect(utcDayText("2026-08-23T23:59:59Z", now)).toBe("23 Aug");
		}
	} finally {
		if (own === undefined) delete process.env["TZ"];
		else process.env["TZ"] = own;
	}
});
test("the title has the UTC instant", () => {
	expect(utcText("2026-11-21T20:48:02.123Z")).toBe("2026-11-21 20:48:02 UTC");
});
test("the value of a date field is local and converts back to the same minute", () => {
	expect(new Date(localFieldValue(now)).getTime()).toBe(now);
});
