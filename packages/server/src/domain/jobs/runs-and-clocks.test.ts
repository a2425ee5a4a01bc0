import { describe, expect, test } from "vitest";
import type { RunSettings } from "./run-schedule.ts";
import { afterTime, initialState } from "./runs.ts";
import { at, Day, EVERY_MINUTE, HOURLY, PERIOD } from "./testing/job-day.ts";

describe("while Lapwing was off", () => {
	test("a run that was due is missed, not down, and the grace begins anew", () => {
		const day = new Day({ ...HOURLY, schedule: "30 * * * *" }, "09:40").off("10:00", "11:00");
		expect(day.until("11:04:59").results).toEqual([]);
		expect(day.until("11:05").results).toEqual(["10:30:00 missed service_off"]);
	});

	test("a run that was due is up when its report comes in the grace that began anew", () => {
		const day = new Day({ ...HOURLY, schedule: "30 * * * *" }, "09:40").off("10:00", "11:00");
		expect(day.report("11:03").results).toEqual(["10:30:00 up"]);
	});

	test("a run whose grace had begun is missed when nothing comes afterwards", () => {
		const day = new Day(HOURLY).off("10:02", "11:02");
		expect(day.until("11:06:59").results).toEqual([]);
		expect(day.until("11:08").results).toEqual(["10:00:00 missed service_off", "11:00:00 missed service_off"]);
	});

	test("a run that had begun is missed when its end does not come", () => {
		const day = new Day(HOURLY).start("10:00").off("10:02", "10:45");
		expect(day.until("10:50").results).toEqual(["10:00:00 missed service_off"]);
	});

	test("runs that were over before or come after are as ever", () => {
		const day = new Day(HOURLY).off("10:10", "10:50");
		expect(day.until("11:06").results).toEqual(["10:00:00 down late", "11:00:00 down late"]);
	});

	test("the older ones of many runs are missed, and a report is for the last", () => {
		const day = new Day(EVERY_MINUTE, "10:00").off("10:00:30", "10:04:30").report("10:04:50");
		expect(day.results).toEqual([
			"10:01:00 missed service_off",
			"10:02:00 missed service_off",
			"10:03:00 missed service_off",
			"10:04:00 up",
		]);
	});

	test("for a week, a job of every minute leaves a bounded number of missed runs", () => {
		const day = new Day(EVERY_MINUTE, "10:00");
		day.outages = [{ since: at("10:00:30"), until: at("10:00:30") + 7 * 86_400_000 }];
		const end = at("10:00:30") + 7 * 86_400_000;
		const { results, state } = afterTime(
			EVERY_MINUTE,
			initialState(EVERY_MINUTE, at("10:00")),
			{ asOf: end + 61_000, now: end + 61_000 },
			day.outages,
		);
		expect(results.length).toBe(60);
		expect(state.dueAt).toBeGreaterThanOrEqual(end);
	});

	test("for a moment that retries bridge, a run that sends nothing is down, a grace later", () => {
		const day = new Day(HOURLY).off("10:04:30", "10:05:10");
		expect(day.until("10:10:09").results).toEqual([]);
		expect(day.until("10:10:10").results).toEqual(["10:00:00 down late"]);
	});

	test("for a moment in which a run was due, the run is missed: not every job tries again", () => {
		const day = new Day(HOURLY).off("09:59:55", "10:00:25");
		expect(day.until("10:05:24").results).toEqual([]);
		expect(day.until("10:06").results).toEqual(["10:00:00 missed service_off"]);
		expect(day.until("11:06").results.at(-1)).toBe("11:00:00 down late");
	});

	test("from the due instant on, the run is missed; until just before it, late", () => {
		expect(new Day(HOURLY).off("10:00:00", "10:00:20").until("10:06").results).toEqual(["10:00:00 missed service_off"]);
		expect(new Day(HOURLY).off("09:59:40", "10:00:00").until("10:06").results).toEqual(["10:00:00 down late"]);
	});

	test("for a moment again and again, a run has its grace anew once", () => {
		const day = new Day({ ...PERIOD, every: 60, graceSeconds: 60 }, "10:00").report("10:01");
		day.off("10:02:30", "10:02:45").off("10:03:30", "10:03:45").off("10:04:30", "10:04:45").off("10:05:30", "10:05:45");
		// Until 10:03:45 after the first, 15 s longer after the second. Renewed by each, it would wait until 10:06:45.
		expect(day.wakesAt).toBe("10:04:00");
		expect(day.until("10:04").results).toEqual(["10:01:00 up", "10:02:00 down late"]);
	});

	test("at the due instant itself, and back in seconds, nothing is lost", () => {
		const day = new Day(HOURLY).off("09:59:55", "10:00:10").report("10:00:12");
		expect(day.until("10:59").results).toEqual(["10:00:00 up"]);
	});
});

describe("when the clocks change for summer or winter", () => {
	const nightly: RunSettings = { ...HOURLY, schedule: "30 2 * * *", timeZone: "Europe/Berlin" };
	const hourly: RunSettings = { ...HOURLY, timeZone: "Europe/Berlin" };

	test("a job of the hour that is skipped runs once, right after it", () => {
		// On 29 March 02:30 does not exist in Berlin; cron runs such a job at 03:00, which is 01:00 UTC.
		const day = new Day(nightly, "2026-03-28T12:00").report("2026-03-29T01:00:20").until("2026-03-29T23:00");
		expect(day.results).toEqual(["01:00:00 up"]);
		expect(day.until("2026-03-30T00:35").results).toEqual(["01:00:00 up", "00:30:00 down late"]);
	});

	test("a job of the hour that is skipped is late when it does not run", () => {
		const day = new Day(nightly, "2026-03-28T12:00").until("2026-03-29T23:00");
		expect(day.results).toEqual(["01:00:00 down late"]);
	});

	test("a job of the hour that comes twice runs once, the first time", () => {
		const day = new Day(nightly, "2026-10-24T12:00").report("2026-10-25T00:30:20").until("2026-10-25T23:00");
		expect(day.results).toEqual(["00:30:00 up"]);
		expect(day.until("2026-10-26T01:35").results).toEqual(["00:30:00 up", "01:30:00 down late"]);
	});

	test("a job that runs in both of these hours is up, and one that runs in neither is late once", () => {
		const both = new Day(nightly, "2026-10-24T12:00").report("2026-10-25T00:30:20").report("2026-10-25T01:30:20");
		expect(both.until("2026-10-25T23:00").results).toEqual(["00:30:00 up", "- up"]);
		expect(new Day(nightly, "2026-10-24T12:00").until("2026-10-25T23:00").results).toEqual(["00:30:00 down late"]);
	});

	test("a job of every hour is up all night, in spring and in autumn", () => {
		const spring = new Day(hourly, "2026-03-28T23:30");
		for (const time of ["00", "01", "02"]) spring.report(`2026-03-29T${time}:00:10`);
		expect(spring.until("2026-03-29T02:59").results).toEqual(["00:00:00 up", "01:00:00 up", "02:00:00 up"]);
		const autumn = new Day(hourly, "2026-10-24T23:30");
		for (const time of ["00", "01", "02"]) autumn.report(`2026-10-25T${time}:00:10`);
		expect(autumn.until("2026-10-25T02:59").results).toEqual(["00:00:00 up", "- up", "02:00:00 up"]);
	});

	test("a job that fails in the second of these hours is down", () => {
		const day = new Day(hourly, "2026-10-24T23:30").report("2026-10-25T00:00:10").fail("2026-10-25T01:00:10");
		expect(day.results).toEqual(["00:00:00 up", "- down job_failed"]);
	});

	test("while Lapwing is off, the run of that night is missed", () => {
		for (const [from, since, until, missed] of [
			["2026-03-28T12:00", "2026-03-29T00:50", "2026-03-29T01:50", "01:00:00 missed service_off"],
			["2026-10-24T12:00", "2026-10-25T00:20", "2026-10-25T01:20", "00:30:00 missed service_off"],
		] as const) {
			expect(new Day(nightly, from).off(since, until).until(`${until.slice(0, 10)}T12:00`).results).toEqual([missed]);
		}
	});
});

describe("the clock", () => {
	test("set back by an hour: the runs of that hour are expected again", () => {
		const day = new Day(HOURLY).report("10:01").report("11:01");
		day.until("10:05", at("10:05"));
		expect(day.isRewound).toBe(true);
		expect(day.dueAt).toBe("11:00:00");
		expect(day.report("11:01").results).toEqual(["10:00:00 up", "11:00:00 up", "11:00:00 up"]);
	});

	test("set back by an hour, and a report is the first to show it", () => {
		const day = new Day(HOURLY).report("10:01").report("11:01").report("10:05");
		expect(day.isRewound).toBe(true);
		expect(day.dueAt).toBe("11:00:00");
	});

	test("set back by some seconds changes nothing", () => {
		const day = new Day(HOURLY).report("10:00:20").report("09:59:50").until("10:30");
		expect(day.isRewound).toBe(false);
		expect(day.results).toEqual(["10:00:00 up", "- up"]);
	});

	test("that is behind the beats decides nothing", () => {
		const day = new Day(HOURLY);
		const passed = afterTime(HOURLY, initialState(HOURLY, at("09:30")), { asOf: 0, now: at("12:00") }, []);
		expect(passed).toMatchObject({ results: [], isRewound: false });
		expect(day.dueAt).toBe("10:00:00");
	});
});
