import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { threadCpuMs } from "../../testing/thread-cpu.ts";
import { occurrencesBetween, type Recurrence, recurrenceProblem } from "./recurrence.ts";

const nightly: Recurrence = {
	rrule: "FREQ=DAILY",
	startsAt: "2026-01-01T02:30",
	timeZone: "Europe/Berlin",
	durationMinutes: 60,
};
const occurrences = (recurrence: Recurrence, from: string, to: string) =>
	occurrencesBetween(recurrence, Date.parse(from), Date.parse(to)).map((at) => new Date(at).toISOString());

describe("a recurrence", () => {
	test("keeps its local time across a clock change, begins when a skipped hour is over, takes the first of a repeated time", () => {
		expect(occurrences(nightly, "2026-03-28T00:00Z", "2026-03-31T00:00Z")).toEqual([
			"2026-03-28T01:30:00.000Z",
			"2026-03-29T01:00:00.000Z",
			"2026-03-30T00:30:00.000Z",
		]);
		expect(occurrences(nightly, "2026-10-24T00:00Z", "2026-10-27T00:00Z")).toEqual([
			"2026-10-24T00:30:00.000Z",
			"2026-10-25T00:30:00.000Z",
			"2026-10-26T01:30:00.000Z",
		]);
	});

	test("begins no earlier than its first occurrence and ends with its count", () => {
		const three = { ...nightly, rrule: "FREQ=WEEKLY;BYDAY=SU;COUNT=3" };
		expect(occurrences(three, "2025-01-01T00:00Z", "2027-01-01T00:00Z")).toEqual([
			"2026-01-04T01:30:00.000Z",
			"2026-01-11T01:30:00.000Z",
			"2026-01-18T01:30:00.000Z",
		]);
		expect(occurrences(three, "2026-01-11T01:30Z", "2026-01-18T01:30Z")).toEqual(["2026-01-11T01:30:00.000Z"]);
	});

	test("for any accepted rule, the occurrences of a range are those of its parts", () => {
		const rules = [
			"FREQ=DAILY;INTERVAL=3",
			"FREQ=WEEKLY;BYDAY=MO,TH",
			"FREQ=MONTHLY;BYDAY=-1FR",
			"FREQ=DAILY;COUNT=40",
		];
		const day = 86_400_000;
		const begin = Date.parse("2025-12-01T00:00Z");
		fc.assert(
			fc.property(fc.constantFrom(...rules), fc.nat(400), fc.nat(60), fc.nat(60), (rrule, at, first, second) => {
				const rule = { ...nightly, rrule };
				const [from, middle, to] = [at, at + first, at + first + second].map((days) => begin + days * day) as [
					number,
					number,
					number,
				];
				const parts = [...occurrencesBetween(rule, from, middle), ...occurrencesBetween(rule, middle, to)];
				expect(occurrencesBetween(rule, from, to)).toEqual(parts);
			}),
			{ numRuns: 60 },
		);
	});
});

describe("an invalid recurrence", () => {
	const problem = (fields: Partial<Recurrence>) => recurrenceProblem({ ...nightly, ...fields })?.member ?? null;

	test.each([
		"FREQ=DAILY",
		"FREQ=WEEKLY;BYDAY=SA,SU;INTERVAL=2;WKST=MO",
		"FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1",
		"FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29",
		"FREQ=DAILY;BYHOUR=0,6,12,18;UNTIL=20260401T000000Z",
	])("%s is taken", (rrule) => expect(problem({ rrule })).toBeNull());

	test.each([
		["RRULE:FREQ=DAILY", "Leave out the name of the property: FREQ=DAILY"],
		["DTSTART:20260101T000000Z", "Give the rule alone"],
		["FREQ=HOURLY", "FREQ=HOURLY is too frequent for maintenance. Name the hours of a day instead"],
		["BYDAY=SU", "A rule needs FREQ, one of DAILY, WEEKLY, MONTHLY, YEARLY: FREQ=WEEKLY;BYDAY=SU."],
	])("%s is answered with what to write", (rrule, message) => {
		expect(recurrenceProblem({ ...nightly, rrule })?.message).toContain(message);
	});

	test.each([
		"",
		"DAILY",
		"RRULE:FREQ=DAILY",
		"FREQ=HOURLY",
		"FREQ=SECONDLY",
		"FREQ=DAILY;BYSECOND=0,1,2",
		"FREQ=DAILY;BYHOUR=24",
		"FREQ=DAILY;BYHOUR=0,1,2,3,4;BYMINUTE=0,10,20,30,40",
		"FREQ=DAILY;INTERVAL=0",
		"FREQ=DAILY;INTERVAL=100000",
		"FREQ=DAILY;COUNT=1000000",
		"FREQ=DAILY;COUNT=2;UNTIL=20260401T000000Z",
		"FREQ=DAILY;UNTIL=20260401",
		"FREQ=WEEKLY;BYDAY=2MO",
		"FREQ=DAILY;FREQ=DAILY",
		"FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30",
		"FREQ=DAILY;UNTIL=20200101T000000Z",
		"FREQ=DAILY;__proto__=1",
		"FREQ=DAILY\nRDATE:20260101T000000Z",
		`FREQ=DAILY;BYMONTHDAY=${Array.from({ length: 400 }, () => 1).join(",")}`,
	])("%s is refused", (rrule) => expect(problem({ rrule })).toBe("rrule"));

	test("has a zone or a time that does not exist", () => {
		for (const timeZone of ["Mars/Olympus", "+02:00", "", "UTC\nRDATE:20260101", "x".repeat(200)]) {
			expect(problem({ timeZone })).toBe("timeZone");
		}
		for (const startsAt of ["2026-02-30T00:00", "2026-01-01", "2026-01-01T24:00", "1999-01-01T00:00", "now"]) {
			expect(problem({ startsAt })).toBe("startsAt");
		}
	});

	test.each([
		"FREQ=YEARLY;BYDAY=MO;BYSETPOS=366;COUNT=1000",
		"FREQ=YEARLY;BYDAY=MO;BYSETPOS=366",
		"FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30",
	])("%s never matches, which is found within a second", (rrule) => {
		const before = threadCpuMs();
		expect(problem({ rrule })).toBe("rrule");
		expect(threadCpuMs() - before).toBeLessThan(1_000);
	});

	test("is not a rule that matches rarely, and that test is fast", () => {
		const before = threadCpuMs();
		const rule = { ...nightly, startsAt: "2026-01-01T00:00", rrule: "FREQ=YEARLY;BYDAY=MO;BYSETPOS=53;COUNT=1000" };
		expect(recurrenceProblem(rule)).toBeNull();
		const starts = occurrencesBetween(rule, Date.parse("2026-01-01T00:00Z"), Date.parse("2041-01-01T00:00Z"));
		// 2029, 2035 and 2040 have a fifty-third Monday.
		expect(starts.map((start) => new Date(start).getUTCFullYear())).toEqual([2029, 2035, 2040]);
		expect(threadCpuMs() - before).toBeLessThan(1_000);
	});

	test("never makes validation throw or take long, whatever the rule", () => {
		const parts = fc.constantFrom(
			"FREQ=DAILY",
			"FREQ=YEARLY",
			"FREQ=MONTHLY",
			"FREQ=WEEKLY",
			"BYDAY=MO",
			"BYDAY=5MO",
			"BYMONTH=2",
			"BYMONTHDAY=31",
			"BYMONTHDAY=-31",
			"BYWEEKNO=53",
			"BYWEEKNO=-53",
			"BYYEARDAY=366",
			"BYYEARDAY=-366",
			"BYSETPOS=366",
			"BYSETPOS=-1",
			"BYHOUR=1,2,3",
			"COUNT=1000",
			"INTERVAL=1000",
			"INTERVAL=7",
		);
		fc.assert(
			fc.property(fc.uniqueArray(parts, { minLength: 1, maxLength: 6 }), (chosen) => {
				const rule = { ...nightly, rrule: chosen.join(";") };
				const before = threadCpuMs();
				if (recurrenceProblem(rule) === null) {
					occurrencesBetween(rule, Date.parse("2040-01-01T00:00Z"), Date.parse("2040-02-01T00:00Z"));
				}
				expect(threadCpuMs() - before).toBeLessThan(1_500);
			}),
			{ numRuns: 300 },
		);
	});
});
