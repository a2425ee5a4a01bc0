import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { calendarOf, cronOf } from "./schedule-texts.ts";

const at = (schedule: string, timeZone = "UTC") => ({ schedule, timeZone, every: null });
const each = (every: number) => ({ schedule: null, timeZone: "UTC", every });

test.each([
	[60, "* * * * *"],
	[420, "*/6 * * * *"],
	[3600, "0 * * * *"],
	[5 * 3600, "0 */4 * * *"],
	[86_400, "0 2 * * *"],
	[30 * 86_400, "0 2 * * *"],
])("a job that runs every %d seconds at the latest may run by %j", (every, cron) => {
	expect(cronOf(each(every))).toBe(cron);
});

const CALENDARS: readonly [string, string | null][] = [
	["0 2 * * *", "*-*-* 2:0:00 UTC"],
	["*/15 9-17 * * 1-5", "Mon..Fri *-*-* 9..17:0/15:00 UTC"],
	["30 4 1,15 * *", "*-*-1,15 4:30:00 UTC"],
	["0 0 1 jan,jul *", "*-1,7-1 0:0:00 UTC"],
	["5 4 * * SUN", "Sun *-*-* 4:5:00 UTC"],
	["0 0-23/6 * * 0,6", "Sun,Sat *-*-* 0..23/6:0:00 UTC"],
	["5 4 * * 0-4", "Sun,Mon..Thu *-*-* 4:5:00 UTC"],
	["5 4 * * 0-7", "Sun,Mon..Sun *-*-* 4:5:00 UTC"],
	["* * * * *", "*-*-* *:*:00 UTC"],
	// Either of the two days, for cron; both of them, for systemd.
	["0 2 1 * 1", null],
	["0 2 L * *", null],
	["0 2 * * 1#1", null],
	["0 2 * * */2", null],
];

test.each(CALENDARS)("%j is %j for systemd", (schedule, calendar) => {
	expect(calendarOf(at(schedule))).toBe(calendar);
});

test("a job that runs every so often has no time zone", () => {
	expect(calendarOf(each(3600))).toBe("*-*-* *:0:00");
});

test("systemd reads each of them", async (context) => {
	const calendars = [...CALENDARS.flatMap(([, calendar]) => calendar ?? []), calendarOf(at("0 2 * * *", "Asia/Tokyo"))];
	const analyzed = await promisify(execFile)("systemd-analyze", ["calendar", ...calendars.map(String)]).catch(
		(error: { code: unknown; stderr: string }) => error,
	);
	if ("code" in analyzed && analyzed.code === "ENOENT") return context.skip("systemd-analyze is not installed");
	expect(analyzed).not.toHaveProperty("code");
});
