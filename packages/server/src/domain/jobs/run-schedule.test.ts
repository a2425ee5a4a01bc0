import { describe, expect, test } from "vitest";
import { DAY_MS } from "../durations.ts";
import { isTimeZone } from "../local-time.ts";
import { expressionProblem, nextDueAt } from "./run-schedule.ts";

/** The next due instants after `from`, as UTC without seconds. */
function dues(schedule: string, timeZone: string, from: string, count: number): string[] {
	const found: string[] = [];
	let at = Date.parse(from);
	for (let index = 0; index < count; index += 1) {
		const next = nextDueAt({ schedule, timeZone, every: null }, at);
		if (next === null) break;
		at = next;
		found.push(new Date(at).toISOString().slice(5, 16));
	}
	return found;
}

describe("when the clocks are set forward", () => {
	test("a local time that is skipped is due once, when the hour has been skipped", () => {
		// 29 March: 02:00 to 03:00 does not exist in Berlin; it becomes 03:00 at 01:00 UTC.
		const found = dues("30 2 * * *", "Europe/Berlin", "2026-03-28T12:00Z", 3);
		expect(found).toEqual(["03-29T01:00", "03-30T00:30", "03-31T00:30"]);
	});

	test("several skipped times are due once, together", () => {
		const found = dues("0,30 2,3 * * *", "Europe/Berlin", "2026-03-28T22:00Z", 3);
		expect(found).toEqual(["03-29T01:00", "03-29T01:30", "03-30T00:00"]);
	});

	test("a job of every half hour misses no real half hour", () => {
		const found = dues("*/30 * * * *", "Europe/Berlin", "2026-03-29T00:00Z", 4);
		expect(found).toEqual(["03-29T00:30", "03-29T01:00", "03-29T01:30", "03-29T02:00"]);
	});

	test("a midnight that does not exist is due when the day begins", () => {
		expect(dues("0 0 * * *", "America/Sao_Paulo", "2018-11-03T12:00Z", 2)).toEqual(["11-04T03:00", "11-05T02:00"]);
	});
});

describe("when the clocks are set back", () => {
	test("a local time that comes twice is due once, the first time", () => {
		// 25 October: 02:30 in Berlin is 00:30 UTC and again 01:30 UTC.
		const found = dues("30 2 * * *", "Europe/Berlin", "2026-10-24T12:00Z", 2);
		expect(found).toEqual(["10-25T00:30", "10-26T01:30"]);
	});

	test("between the two, the next one is that of the next day", () => {
		expect(dues("30 2 * * *", "Europe/Berlin", "2026-10-25T00:40Z", 1)).toEqual(["10-26T01:30"]);
	});

	test("a job of every half hour is not expected again in the hour that comes twice", () => {
		const found = dues("*/30 * * * *", "Europe/Berlin", "2026-10-24T23:30Z", 4);
		expect(found).toEqual(["10-25T00:00", "10-25T00:30", "10-25T02:00", "10-25T02:30"]);
	});

	test("a change of half an hour repeats half an hour", () => {
		// 5 April: 02:00 becomes 01:30 on Lord Howe Island at 15:00 UTC of the day before.
		const found = dues("*/15 * * * *", "Australia/Lord_Howe", "2026-04-04T14:40Z", 3);
		expect(found).toEqual(["04-04T14:45", "04-04T15:30", "04-04T15:45"]);
	});
});

/** Of half an hour, an hour and two; at midnight and later; back in spring (Casablanca); a day that is skipped. */
test.each([
	["Europe/Berlin", "2026-03-29"],
	["Europe/Berlin", "2026-10-25"],
	["America/New_York", "2026-03-08"],
	["America/New_York", "2026-11-01"],
	["America/Santiago", "2026-04-05"],
	["America/Santiago", "2026-09-06"],
	["America/Havana", "2026-03-08"],
	["America/Havana", "2026-11-01"],
	["Africa/Cairo", "2026-04-24"],
	["Africa/Cairo", "2026-10-29"],
	["Africa/Casablanca", "2026-02-15"],
	["Africa/Casablanca", "2026-03-22"],
	["Asia/Beirut", "2026-03-29"],
	["Antarctica/Troll", "2026-03-29"],
	["Antarctica/Troll", "2026-10-25"],
	["Australia/Lord_Howe", "2026-04-05"],
	["Australia/Lord_Howe", "2026-10-04"],
	["Pacific/Apia", "2011-12-30"],
])("in %s around %s every local day has one run at each local time", (timeZone, change) => {
	const local = new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" });
	const minutes: { at: number; date: string; time: string }[] = [];
	const around = Date.parse(change);
	for (let at = around - 3 * DAY_MS; at < around + 4 * DAY_MS; at += 15 * 60_000) {
		const [date = "", time = ""] = local.format(at).split(" ");
		minutes.push({ at, date, time });
	}
	const days = Map.groupBy(minutes, ({ date }) => date);
	const whole = [...days.keys()].slice(1, -1);
	const isChangeWithin = !days.has(change) || whole.some((date) => days.get(date)?.length !== 96);
	expect(isChangeWithin).toBe(true);
	for (const [time, schedule] of [
		["00:00", "0 0 * * *"],
		["00:30", "30 0 * * *"],
		["01:45", "45 1 * * *"],
		["02:30", "30 2 * * *"],
		["23:30", "30 23 * * *"],
	] as const) {
		// A local time that does not exist is made up for by the first one that does.
		const wanted = whole.flatMap((date) => days.get(date)?.find((each) => each.time >= time)?.at ?? []);
		const found: number[] = [];
		for (let at: number | null = (wanted[0] ?? 0) - 1; at !== null && found.length < wanted.length; ) {
			at = nextDueAt({ schedule, timeZone, every: null }, at);
			if (at !== null) found.push(at);
		}
		const inWords = (at: number) => `${new Date(at).toISOString()} ${local.format(at)}`;
		expect(found.map(inWords)).toEqual(wanted.map(inWords));
	}
});

test("a period is due that long after the last run", () => {
	expect(nextDueAt({ schedule: null, timeZone: "UTC", every: 90 }, 1_000_000)).toBe(1_090_000);
});

test("day of the month and day of the week are alternatives when both are given, as in cron", () => {
	expect(dues("0 0 1 * 1", "UTC", "2026-01-29T00:00Z", 2)).toEqual(["02-01T00:00", "02-02T00:00"]);
});

test.each([
	["0 9 15W * *", "the weekday nearest to the 15th", ["01-15T09:00", "02-16T09:00", "03-16T09:00"]],
	["0 9 1W * *", "the first weekday", ["02-02T09:00", "03-02T09:00", "04-01T09:00"]],
	["0 9 * * 5#2", "the second Friday", ["01-09T09:00", "02-13T09:00", "03-13T09:00"]],
	["0 9 * * 5L", "the last Friday", ["01-30T09:00", "02-27T09:00", "03-27T09:00"]],
	["0 9 L * *", "the last day", ["01-31T09:00", "02-28T09:00", "03-31T09:00"]],
])("%s is %s of the month", (schedule, _, found) => {
	expect(dues(schedule, "UTC", "2026-01-01T12:00Z", 3)).toEqual(found);
});

test.each([
	["0 9 1-7 * */7", "the first Sunday of a month", ["01-04T09:00", "02-01T09:00", "03-01T09:00"]],
	["0 0 */2 * 1", "Mondays with an odd day", ["01-05T00:00", "01-19T00:00", "02-09T00:00"]],
	["0 0 * * 1", "Mondays", ["01-05T00:00", "01-12T00:00", "01-19T00:00"]],
	["0 0 15 * *", "the 15th", ["01-15T00:00", "02-15T00:00", "03-15T00:00"]],
])("%s: both days must match where one begins with *, as in cron: %s", (schedule, _, found) => {
	expect(dues(schedule, "UTC", "2026-01-01T12:00Z", 3)).toEqual(found);
});

test.each([
	["* * * * *", null],
	["0 9-17 * * MON-FRI", null],
	["0 0 29 2 *", null],
	["0 0 L * *", null],
	["", "five fields"],
	["* * * *", "five fields"],
	["* * * * * *", "five fields"],
	["@daily", "five fields"],
	["2026-01-01T00:00:00", "five fields"],
	["61 * * * *", "minute"],
	["* 24 * * *", "hour"],
	["*/0 * * * *", "cron expression"],
	["*/90 * * * *", "steps"],
	["5-1 * * * *", "cron expression"],
	["? * * * *", "Use *"],
	["H * * * *", "illegal"],
	["0 0 31 2 *", "never due"],
])("%j as an expression: %s", (expression, problem) => {
	if (problem === null) expect(expressionProblem(expression)).toBeNull();
	else expect(expressionProblem(expression)).toContain(problem);
});

test.each([
	["UTC", true],
	["Europe/Berlin", true],
	["America/Argentina/Buenos_Aires", true],
	["+01:00", false],
	["Mars/Olympus", false],
	["", false],
	["Europe/Berlin; drop table", false],
])("%j as a time zone: %s", (name, isOne) => {
	expect(isTimeZone(name)).toBe(isOne);
});
