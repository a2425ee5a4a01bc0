import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { coveredSince, maintenanceMinutes, type Schedule, spansOf, type Window, windowCovers } from "./maintenance.ts";

const at = (text: string) => Date.parse(`2026-${text}Z`);
const once = (from: string, to: string): Schedule => ({ kind: "once", startsAt: at(from), endsAt: at(to) });
const forAll = (schedule: Schedule): Window => ({ monitorIds: null, schedule });
const nightly = (fields: Partial<Extract<Schedule, { kind: "recurring" }>> = {}): Schedule => ({
	kind: "recurring",
	rrule: "FREQ=DAILY",
	startsAt: "2026-01-01T02:30",
	timeZone: "Europe/Berlin",
	durationMinutes: 60,
	earlyEnds: new Map(),
	...fields,
});
const dayOf = (text: string) => Date.parse(`2026-${text}T00:00Z`) / 86_400_000;

describe("a window covers", () => {
	const monitor = 7;

	test("from its first instant up to but not including its last", () => {
		const windows = [forAll(once("05-01T10:00", "05-01T11:00"))];
		expect(windowCovers(windows, monitor, at("05-01T10:00") - 1)).toBeNull();
		expect(windowCovers(windows, monitor, at("05-01T10:00"))).toEqual({ until: at("05-01T11:00") });
		expect(windowCovers(windows, monitor, at("05-01T11:00") - 1)).toEqual({ until: at("05-01T11:00") });
		expect(windowCovers(windows, monitor, at("05-01T11:00"))).toBeNull();
	});

	test("its monitors only, and none after they are deleted", () => {
		const schedule = once("05-01T10:00", "05-01T11:00");
		const covers = (monitorIds: ReadonlySet<number>) =>
			windowCovers([{ monitorIds, schedule }], monitor, at("05-01T10:30"));
		expect(covers(new Set([monitor]))).not.toBeNull();
		expect(covers(new Set([8]))).toBeNull();
		expect(covers(new Set())).toBeNull();
	});

	test("until the end of the last consecutive window, for at most a week", () => {
		const windows = [
			once("05-01T10:00", "05-01T11:00"),
			once("05-01T11:00", "05-01T12:00"),
			once("05-01T12:01", "05-01T13:00"),
		];
		expect(windowCovers(windows.map(forAll), monitor, at("05-01T10:30"))).toEqual({ until: at("05-01T12:00") });
		const always = [forAll(nightly({ durationMinutes: 1_440 * 2 }))];
		expect(windowCovers(always, monitor, at("05-01T10:30"))).toEqual({ until: at("05-08T10:30") });
	});

	test("no longer after an occurrence was ended early, and again at the next occurrence", () => {
		const starts = at("05-01T00:30");
		const windows = [forAll(nightly({ earlyEnds: new Map([[starts, at("05-01T00:45")]]) }))];
		expect(windowCovers(windows, monitor, at("05-01T00:44"))).toEqual({ until: at("05-01T00:45") });
		expect(windowCovers(windows, monitor, at("05-01T00:45"))).toBeNull();
		expect(windowCovers(windows, monitor, at("05-02T00:50"))).not.toBeNull();
	});
});

test("covers since the beginning of the first consecutive window, for at most a week", () => {
	const windows = [
		forAll(once("05-01T10:00", "05-01T11:00")),
		forAll(once("05-01T11:00", "05-01T12:00")),
		forAll(once("05-01T08:00", "05-01T09:59")),
		{ monitorIds: new Set([8]), schedule: once("05-01T09:00", "05-01T10:30") },
	];
	const since = (monitorId: number, instant: string) => coveredSince(windows, at(instant))(monitorId);
	expect(since(7, "05-01T11:30")).toBe(at("05-01T10:00"));
	expect(since(8, "05-01T11:30")).toBe(at("05-01T08:00"));
	expect(since(7, "05-01T09:59")).toBeNull();
	expect(since(7, "05-01T12:00")).toBeNull();
	const always = [forAll(nightly({ durationMinutes: 1_440 * 2 }))];
	expect(coveredSince(always, at("05-08T10:30"))(7)).toBe(at("05-01T10:30"));
});

describe("maintenance minutes", () => {
	test("are clipped to the day and count once, however many windows touch them", () => {
		const spans = [once("05-01T23:00", "05-02T01:00"), once("05-01T23:30", "05-02T00:30")].flatMap((schedule) =>
			spansOf(schedule, at("05-01T00:00"), at("05-03T00:00")),
		);
		expect([...maintenanceMinutes(spans, dayOf("05-01"), dayOf("05-03"))]).toEqual([60, 60]);
		expect([...maintenanceMinutes(spans, dayOf("05-02"), dayOf("05-03"))]).toEqual([60]);
	});

	test("of a night in which the clocks change count elapsed time", () => {
		const span = nightly({ startsAt: "2026-01-01T01:30", durationMinutes: 120 });
		const minutes = (day: string, next: string) =>
			[...maintenanceMinutes(spansOf(span, at(`${day}T00:00`), at(`${next}T00:00`)), dayOf(day), dayOf(next))][0];
		expect(minutes("03-29", "03-30")).toBe(150); // two nights touch this UTC day: 00:30–02:30 and from 23:30
		expect(minutes("05-01", "05-02")).toBe(120);
	});

	test("equal a count of every minute, for any windows", () => {
		const minute = fc.integer({ min: -2_000, max: 6_000 });
		fc.assert(
			fc.property(fc.array(fc.tuple(minute, fc.integer({ min: 0, max: 3_000 }))), (given) => {
				const spans = given.map(([from, length]) => ({ startsAt: from * 60_000, endsAt: (from + length) * 60_000 }));
				const expected = [0, 1, 2].map(
					(day) =>
						Array.from({ length: 1_440 }, (_, index) => day * 1_440 + index).filter((each) =>
							spans.some(({ startsAt, endsAt }) => startsAt <= each * 60_000 && each * 60_000 < endsAt),
						).length,
				);
				expect([...maintenanceMinutes(spans, 0, 3)]).toEqual(expected);
			}),
			{ numRuns: 50 },
		);
	});
});
