import { describe, expect, test } from "vitest";
import { type JobReport, REPORTS_PER_MINUTE, type ReportKind } from "./job-report.ts";
import { afterReport, afterTime, initialState } from "./runs.ts";
import { at, Day, EVERY_MINUTE, HOURLY, PERIOD } from "./testing/job-day.ts";

describe("a run that is told by its end alone", () => {
	test("is up within the grace, and named by its due instant", () => {
		expect(new Day(HOURLY).report("10:04").until("10:30").results).toEqual(["10:00:00 up"]);
	});

	test("is up at the last instant of the grace", () => {
		expect(new Day(HOURLY).report("10:05:00").results).toEqual(["10:00:00 up"]);
	});

	test("is down when the grace ends, and the report that comes later is the recovery", () => {
		const day = new Day(HOURLY).until("10:04:59");
		expect(day.results).toEqual([]);
		expect(day.until("10:05").results).toEqual(["10:00:00 down late"]);
		expect(day.report("10:20").report("11:01").results).toEqual(["10:00:00 down late", "- up", "11:00:00 up"]);
	});

	test("is down as well when the late report is the first thing that shows it", () => {
		expect(new Day(HOURLY).report("10:20").results).toEqual(["10:00:00 down late", "- up"]);
	});

	test("is down each time, as long as nothing comes", () => {
		const late = ["10:00:00 down late", "11:00:00 down late", "12:00:00 down late"];
		expect(new Day(HOURLY).until("12:30").results).toEqual(late);
	});

	test("may come a little before it is due: clocks differ", () => {
		const day = new Day(HOURLY).report("10:01").report("10:59:40").until("11:30");
		expect(day.results).toEqual(["10:00:00 up", "11:00:00 up"]);
	});

	test("that comes long before it is due does not stand for it", () => {
		const day = new Day(HOURLY).report("10:01").report("10:40").until("11:06");
		expect(day.results).toEqual(["10:00:00 up", "- up", "11:00:00 down late"]);
	});

	test("that came too early is named when the run is late, for it had made the monitor up", () => {
		const [late] = new Day(HOURLY).report("10:01").report("10:40").until("11:06").all.slice(-1);
		expect(late?.message).toBe(
			"The job was due at 2026-05-01 11:00:00 UTC and sent nothing within 5 min. " +
				"Its report at 2026-05-01 10:40:00 UTC was too early: one counts for a run from 30 s before it is due.",
		);
	});

	test("that was too early for one run is not named for the run after it", () => {
		const [late] = new Day(HOURLY).report("10:40").until("12:06").all.slice(-1);
		expect(late?.message).toBe("The job was due at 2026-05-01 12:00:00 UTC and sent nothing within 5 min.");
	});

	test("that was late and comes shortly before the next one is due does not stand for that", () => {
		const day = new Day(HOURLY).until("10:05").report("10:59:50").until("11:06");
		expect(day.results).toEqual(["10:00:00 down late", "- up", "11:00:00 down late"]);
	});

	test("told twice is one run", () => {
		expect(new Day(HOURLY).report("10:01").report("10:01:05").until("10:30").results).toEqual(["10:00:00 up", "- up"]);
	});

	test("ends every run that is due by then where the grace is longer than the period", () => {
		const settings = { ...EVERY_MINUTE, graceSeconds: 300 };
		const day = new Day(settings, "10:00").report("10:03:10");
		expect(day.results).toEqual(["10:01:00 up", "10:02:00 up", "10:03:00 up"]);
	});
});

describe("a monitor that was never pinged", () => {
	test("has no result before the first report or the first missed run", () => {
		expect(new Day(HOURLY).until("09:59").results).toEqual([]);
	});

	test("is up by its first report, also before a run is due", () => {
		expect(new Day(HOURLY).report("09:40").results).toEqual(["- up"]);
	});

	test("is not up by a start", () => {
		expect(new Day(HOURLY).start("09:40").results).toEqual([]);
	});

	test("is down when its first run is late", () => {
		expect(new Day(HOURLY).until("10:05").results).toEqual(["10:00:00 down late"]);
	});
});

describe("a failure", () => {
	test("is down at once", () => {
		expect(new Day(HOURLY).fail("10:01").results).toEqual(["10:00:00 down job_failed"]);
	});

	test("with an exit code says which", () => {
		const state = initialState(HOURLY, at("09:30"));
		const report: JobReport = { kind: "fail", exitCode: 3, rid: null, at: at("10:01"), address: "192.0.2.1" };
		const [result] = afterReport(HOURLY, state, report, []).results;
		expect(result?.message).toBe("The job failed with exit code 3.");
	});

	test("of a run that nobody expected is down too, without a result", () => {
		const day = new Day(HOURLY).report("10:01").fail("10:30", 1).report("11:00:30");
		expect(day.results).toEqual(["10:00:00 up", "- down job_failed", "11:00:00 up"]);
	});

	test("is followed by a second try that succeeds: a recovery", () => {
		expect(new Day(HOURLY).fail("10:01").report("10:03").until("10:30").results).toEqual([
			"10:00:00 down job_failed",
			"- up",
		]);
	});
});

describe("a run that tells its start and its end", () => {
	test("has a duration", () => {
		const day = new Day(HOURLY).start("10:00:02").report("10:03:02");
		expect(day.durations).toEqual([180_000]);
		expect(day.results).toEqual(["10:00:00 up"]);
	});

	test("is degraded when it took longer than it may", () => {
		const settings = { ...HOURLY, maxRuntimeSeconds: 60 };
		expect(new Day(settings).start("10:00").report("10:01").results).toEqual(["10:00:00 up"]);
		expect(new Day(settings).start("10:00").report("10:01:01").results).toEqual(["10:00:00 degraded overran"]);
	});

	test("may end after the grace when it may run that long", () => {
		const settings = { ...HOURLY, maxRuntimeSeconds: 1800 };
		expect(new Day(settings).start("10:00").until("10:29").report("10:30").results).toEqual(["10:00:00 up"]);
	});

	test("is down when it fails, with the duration", () => {
		const day = new Day(HOURLY).start("10:00").fail("10:02", 2);
		expect(day.results).toEqual(["10:00:00 down job_failed"]);
		expect(day.durations).toEqual([120_000]);
	});
});

describe("what is not up begins when the job should have reported", () => {
	const slow = { ...HOURLY, maxRuntimeSeconds: 600 };
	const begins = (day: Day) => new Date(day.all.at(-1)?.failingFrom ?? 0).toISOString().slice(11, 19);

	test.each([
		["a late run when it was due", new Day(HOURLY).until("10:06"), "10:00:00"],
		["an unfinished one when its longest time was over", new Day(slow).start("10:00:30").until("10:20"), "10:10:30"],
		[
			"an unfinished one without a longest time when it began",
			new Day(HOURLY).start("10:04").until("10:20"),
			"10:04:00",
		],
		["one that ran on when its longest time was over", new Day(slow).start("10:00").report("10:12"), "10:10:00"],
		["a failed one when it failed", new Day(slow).start("10:00").fail("10:08"), "10:08:00"],
	])("%s", (_, day, instant) => {
		expect(begins(day)).toBe(instant);
	});
});

describe("a start without an end", () => {
	test("is down when the longest run and the grace are over", () => {
		const day = new Day({ ...HOURLY, maxRuntimeSeconds: 600 }).start("10:00:30");
		expect(day.wakesAt).toBe("10:15:30");
		expect(day.until("10:15:29").results).toEqual([]);
		expect(day.until("10:15:30").results).toEqual(["10:00:00 down unfinished"]);
	});

	test("has the grace where a run may take any time", () => {
		expect(new Day(HOURLY).start("10:04").until("10:08:59").results).toEqual([]);
		expect(new Day(HOURLY).start("10:04").until("10:09").results).toEqual(["10:00:00 down unfinished"]);
	});

	test("that ends later after all has recovered", () => {
		const day = new Day(HOURLY).start("10:00").until("10:05").report("10:30");
		expect(day.results).toEqual(["10:00:00 down unfinished", "- up"]);
		expect(day.durations).toEqual([1_800_000]);
	});

	test("does not hide the next run, nor is it hidden by it", () => {
		const settings = { ...HOURLY, maxRuntimeSeconds: 3600 };
		const day = new Day(settings).start("10:00").start("11:00").report("11:02").until("11:30");
		expect(day.results).toEqual(["11:00:00 up", "10:00:00 down unfinished"]);
		expect(day.durations).toEqual([120_000]);
	});

	test("over and over again within one run gets no more time", () => {
		const day = new Day(HOURLY).start("10:00").start("10:02").start("10:04").until("10:05");
		expect(day.results).toEqual(["10:00:00 down unfinished"]);
	});

	test("told twice, because the first answer was lost, is one run", () => {
		const day = new Day(HOURLY).start("10:00:00").start("10:00:10").report("10:01:10").until("10:59");
		expect(day.results).toEqual(["10:00:00 up"]);
		expect(day.durations).toEqual([60_000]);
	});

	test("of a run that nobody expected leaves no trace", () => {
		const day = new Day(HOURLY).report("10:01").start("10:20").until("10:59");
		expect(day.results).toEqual(["10:00:00 up"]);
	});
});

describe("an end without a start", () => {
	test("is a run without a duration", () => {
		const day = new Day(HOURLY).report("10:01", "success", { rid: "a" });
		expect(day.results).toEqual(["10:00:00 up"]);
		expect(day.durations).toEqual([null]);
	});

	test("ends the only run there is when only one of the two gave an id", () => {
		const day = new Day(HOURLY).start("10:00", "a").report("10:01").until("10:59");
		expect(day.results).toEqual(["10:00:00 up"]);
		expect(day.durations).toEqual([60_000]);
	});
});

describe("runs that overlap", () => {
	const settings = { ...HOURLY, maxRuntimeSeconds: 7200 };

	test("are told apart by their ids", () => {
		const day = new Day(settings).start("10:00", "a").start("11:00", "b");
		day.report("11:10", "success", { rid: "b" }).report("11:30", "success", { rid: "a" });
		expect(day.results).toEqual(["11:00:00 up", "10:00:00 up"]);
		expect(day.durations).toEqual([600_000, 5_400_000]);
	});

	test("are down by the failure of one, also when a later one succeeded before", () => {
		const day = new Day(settings).start("10:00", "a").start("11:00", "b");
		day.report("11:10", "success", { rid: "b" }).report("11:30", "fail", { rid: "a" });
		expect(day.results).toEqual(["11:00:00 up", "10:00:00 down job_failed"]);
	});

	test("that began anew under another id stand for the one that broke off", () => {
		const day = new Day(HOURLY).start("10:00", "a").start("10:01", "b").report("10:03", "success", { rid: "b" });
		expect(day.until("10:59").results).toEqual(["10:00:00 up"]);
	});

	test("are bounded: of too many, the oldest gives way", () => {
		const day = new Day(HOURLY).start("10:00", "scheduled");
		for (let index = 0; index < 50; index += 1) day.start("10:01", `extra-${index}`);
		expect(day.openRuns).toBe(20);
		expect(day.report("10:02", "success", { rid: "scheduled" }).results).toEqual(["10:00:00 up"]);
	});
});

describe("a period", () => {
	test("begins anew with each run", () => {
		const day = new Day(PERIOD).report("09:40").report("10:35").until("11:40");
		expect(day.dueAt).toBe("12:35:00");
		expect(day.results).toEqual(["09:40:00 up", "10:35:00 up", "11:35:00 down late"]);
	});

	test("names a run that comes in the grace by the instant at which it was due", () => {
		const day = new Day(PERIOD).report("09:40").report("10:43");
		expect(day.results).toEqual(["09:40:00 up", "10:40:00 up"]);
		expect(day.dueAt).toBe("11:43:00");
	});

	test("has one result for a minute", () => {
		const day = new Day(PERIOD).report("09:40:01").report("09:40:30").fail("09:40:50");
		expect(day.results).toEqual(["09:40:01 up", "- up", "- down job_failed"]);
	});

	test("recovers by the next ping", () => {
		const day = new Day(PERIOD).until("10:36").report("10:50").until("11:54");
		expect(day.results).toEqual(["10:30:00 down late", "- up"]);
		expect(day.until("11:56").results.at(-1)).toBe("11:50:00 down late");
	});

	test("gives a run that was started anew one result", () => {
		const day = new Day(PERIOD).start("09:40").start("09:42").report("09:44").until("10:40");
		expect(day.results).toEqual(["09:40:00 up"]);
	});

	test("waits for a run that takes longer than it", () => {
		const day = new Day({ ...PERIOD, maxRuntimeSeconds: 7_200 }).start("09:40").until("11:00");
		expect([day.results, day.wakesAt]).toEqual([[], "11:45:00"]);
		expect(day.report("11:10").until("12:16").results).toEqual(["09:40:00 up", "12:10:00 down late"]);
	});

	test("begins anew when such a run is given up", () => {
		const day = new Day({ ...PERIOD, maxRuntimeSeconds: 7_200 }).start("09:40").until("12:45");
		expect(day.results).toEqual(["09:40:00 down unfinished"]);
		expect(day.until("12:51").results).toEqual(["09:40:00 down unfinished", "12:45:00 down late"]);
	});

	test("that ends after it was given up is a recovery", () => {
		const day = new Day(PERIOD).start("09:40").until("09:46").report("09:50");
		expect(day.results).toEqual(["09:40:00 down unfinished", "- up"]);
	});
});

test("each due run of a long day has one result, whatever is sent and whenever one looks", () => {
	const settings = { ...EVERY_MINUTE, graceSeconds: 90, maxRuntimeSeconds: 45 };
	for (let seed = 1; seed <= 30; seed += 1) {
		const random = randomOf(seed);
		const results: { dueAt: number | null }[] = [];
		let state = initialState(settings, at("10:00"));
		const take = (evaluated: ReturnType<typeof afterReport>) => {
			state = evaluated.state;
			results.push(...evaluated.results);
		};
		let now = at("10:00");
		const kinds: readonly ReportKind[] = ["start", "success", "fail"];
		for (let step = 0; step < 4 * REPORTS_PER_MINUTE; step += 1) {
			now += Math.floor(random() * 40_000);
			const kind = kinds[Math.floor(random() * 3)] ?? "success";
			const rid = random() < 0.5 ? null : `run-${Math.floor(random() * 3)}`;
			if (random() < 0.7)
				take(afterReport(settings, state, { kind, rid, exitCode: null, at: now, address: "::1" }, []));
			else take(afterTime(settings, state, { asOf: now, now }, []));
		}
		const end = now + 10 * 60_000;
		while (afterTime(settings, state, { asOf: end, now: end }, []).isMore) {
			take(afterTime(settings, state, { asOf: end, now: end }, []));
		}
		take(afterTime(settings, state, { asOf: end, now: end }, []));
		const dues = results.flatMap(({ dueAt }) => (dueAt === null ? [] : [dueAt])).sort((a, b) => a - b);
		const expected = Array.from({ length: dues.length }, (_, index) => at("10:01") + index * 60_000);
		expect(dues, `seed ${seed}`).toEqual(expected);
		expect(dues.at(-1)).toBeGreaterThan(now);
	}
});

function randomOf(seed: number): () => number {
	let state = seed * 2_654_435_761;
	return () => {
		state = (Math.imul(state ^ (state >>> 15), 2_246_822_519) + 374_761_393) >>> 0;
		return state / 4_294_967_296;
	};
}
