import { describe, expect, test } from "vitest";
import { nextDueAt } from "../../../server/src/domain/jobs/run-schedule.ts";
import { cronInWords, nextRunAt } from "./schedule-words.ts";

describe("a cron expression in words", () => {
	test.each([
		["0 3 * * *", "every day at 03:00"],
		["*/15 * * * *", "every 15 minutes"],
		["* * * * *", "every minute"],
		["0 9 * * 1-5", "Monday through Friday at 09:00"],
		["0 9,17 * * mon,wed", "on Monday and Wednesday at 09:00 and 17:00"],
		["30 2 1 * *", "on day 1 of the month at 02:30"],
		["0 0 L * *", "on the last day of the month at 00:00"],
		["0 */6 * * *", "on the hour, every 6 hours"],
		["15 14 1 * 1", "on day 1 of the month, and on Monday at 14:15"],
		["0 3 * *", null],
		["0 25 * * *", null],
		["nightly", null],
		["", null],
	])("%j is %j", (expression, words) => {
		expect(cronInWords(expression)).toBe(words);
	});
});

test.each([
	["0 3 * * *", "Europe/Berlin"],
	["0 9 1-7 * */7", "America/New_York"],
	["15 14 1 * 1", "UTC"],
	["*/10 8-18 * * 1-5", "Asia/Kolkata"],
])("the next run of %j in %s is that which the service waits for", (schedule, timeZone) => {
	for (let day = 0; day < 400; day += 7) {
		const now = Date.UTC(2026, 0, 1 + day, 11, 30);
		expect(nextRunAt(schedule, timeZone, now)).toBe(nextDueAt({ schedule, timeZone, every: null }, now));
	}
});

test("what is no expression, or of no zone, has no next run", () => {
	expect(nextRunAt("0 25 * * *", "UTC", 0)).toBeNull();
	expect(nextRunAt("0 3 * * *", "Mars/Olympus", 0)).toBeNull();
	expect(nextRunAt("0 0 30 2 *", "UTC", Date.UTC(2026, 0))).toBeNull();
});
