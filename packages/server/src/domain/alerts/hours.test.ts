import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { WEEKDAYS } from "../on-call/schedule.ts";
import { type Hours, hoursBeginAt, hoursSchema } from "./hours.ts";

const weekdays = WEEKDAYS.slice(0, 5);
const at = (text: string) => Date.parse(text);
const iso = (instant: number | null) => instant && new Date(instant).toISOString();
const office = { timeZone: "Europe/Berlin", spans: [{ days: [...weekdays], from: "08:00", to: "18:00" }] };

describe("hours", () => {
	test.each([
		["in them", "2026-11-23T09:00:00Z", null],
		["at their first instant", "2026-11-23T07:00:00Z", null],
		["at their end", "2026-11-23T17:00:00Z", "2026-11-24T07:00:00.000Z"],
		["before them", "2026-11-23T06:59:59.999Z", "2026-11-23T07:00:00.000Z"],
		["on Friday evening", "2026-11-27T17:00:00Z", "2026-11-30T07:00:00.000Z"],
		["over the change of clocks", "2026-10-23T17:00:00Z", "2026-10-26T07:00:00.000Z"],
	])("%s", (_, instant, begin) => {
		expect(iso(hoursBeginAt(office, at(instant)))).toBe(begin);
	});

	test("a span over midnight belongs to the day on which it begins", () => {
		const night = { timeZone: "UTC", spans: [{ days: ["sunday" as const], from: "22:00", to: "06:00" }] };
		expect(hoursBeginAt(night, at("2026-11-23T05:59:00Z"))).toBeNull();
		expect(iso(hoursBeginAt(night, at("2026-11-23T06:00:00Z")))).toBe("2026-11-29T22:00:00.000Z");
	});

	test("a whole week has no outside, whatever the clocks do", () => {
		const always = { timeZone: "America/New_York", spans: [{ days: [...WEEKDAYS], from: "00:00", to: "24:00" }] };
		for (let hour = 0; hour < 366 * 24; hour += 1) {
			expect(hoursBeginAt(always, at("2026-01-01T00:30:00Z") + hour * 3_600_000)).toBeNull();
		}
	});

	test("whoever waits for their begin is in them then, and was not a moment earlier", () => {
		const time = fc
			.tuple(fc.nat(23), fc.nat(59))
			.map((parts) => parts.map((n) => String(n).padStart(2, "0")).join(":"));
		const spans = fc.array(
			fc.record({ days: fc.uniqueArray(fc.constantFrom(...WEEKDAYS), { minLength: 1 }), from: time, to: time }),
			{ minLength: 1, maxLength: 4 },
		);
		const zones = fc.constantFrom("UTC", "Europe/Berlin", "America/New_York", "Australia/Lord_Howe", "Asia/Kathmandu");
		const instants = fc.integer({ min: at("2026-01-01T00:00:00Z"), max: at("2027-01-01T00:00:00Z") });
		fc.assert(
			fc.property(spans, zones, instants, (spans, timeZone, instant) => {
				const begin = hoursBeginAt({ spans, timeZone }, instant);
				if (begin === null) return;
				expect(begin).toBeGreaterThan(instant);
				expect(begin - instant).toBeLessThanOrEqual(8 * 86_400_000);
				expect(hoursBeginAt({ spans, timeZone }, begin)).toBeNull();
				expect(hoursBeginAt({ spans, timeZone }, begin - 1)).toBe(begin);
			}),
		);
	});

	test.each<[string, Partial<Record<keyof Hours, unknown>>]>([
		["timeZone", { timeZone: "Mars/Olympus" }],
		["spans", { spans: [] }],
		["spans.0.days", { spans: [{ days: [], from: "08:00", to: "18:00" }] }],
		["spans.0.from", { spans: [{ days: ["monday"], from: "24:00", to: "18:00" }] }],
		["spans.0.to", { spans: [{ days: ["monday"], from: "08:00", to: "6pm" }] }],
		["outside", { outside: "drop" }],
	])("are refused for %s", (path, wrong) => {
		const { error } = hoursSchema.safeParse({ ...office, outside: "hold", ...wrong });
		expect(error?.issues.map((issue) => issue.path.join("."))).toEqual([path]);
	});
});
