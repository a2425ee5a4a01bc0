import { describe, expect, test } from "vitest";
import { DAY_MS, HOUR_MS } from "../durations.ts";
import { announcedSpans, shownSpans, stepToAnnounce } from "./announced.ts";
import type { Schedule } from "./maintenance.ts";

const NOON = Date.parse("2026-05-01T12:00:00Z");
const span = { startsAt: NOON, endsAt: NOON + HOUR_MS };
const once: Schedule = { kind: "once", ...span };
const rule = { startsAt: "2026-05-01T12:00", timeZone: "UTC", durationMinutes: 60, earlyEnds: new Map() };
const daily: Schedule = { kind: "recurring", rrule: "FREQ=DAILY", ...rule };
const monthly: Schedule = { kind: "recurring", rrule: "FREQ=MONTHLY", ...rule };

describe("the step to announce", () => {
	test.each([
		["a day and a second before", -24 * HOUR_MS - 1, null, null],
		["a day before", -24 * HOUR_MS, null, "scheduled"],
		["a day before, once announced", -HOUR_MS, "scheduled", null],
		["when it begins", 0, "scheduled", "in_progress"],
		["when it begins, unannounced", 0, null, "in_progress"],
		["in progress, once announced", HOUR_MS - 1, "in_progress", null],
		["when it ends", HOUR_MS, "in_progress", "completed"],
		["when it ends and its beginning was missed", HOUR_MS, "scheduled", "completed"],
		["when it ends, unannounced", HOUR_MS, null, null],
		["afterwards", 5 * HOUR_MS, "completed", null],
	] as const)("%s", (_, after, announced, step) => {
		expect(stepToAnnounce(span, announced, 24, NOON + after)).toBe(step);
	});

	test("is its beginning where nothing is announced ahead", () => {
		expect([stepToAnnounce(span, null, 0, NOON - 1), stepToAnnounce(span, null, 0, NOON)]).toEqual([
			null,
			"in_progress",
		]);
	});
});

test("pages show what is in progress and the next two weeks, or the next occurrence of a rare window", () => {
	expect(shownSpans(once, NOON + 1)).toMatchObject([span]);
	expect(shownSpans(once, NOON + HOUR_MS)).toEqual([]);
	expect(shownSpans(daily, NOON)).toHaveLength(14);
	expect(shownSpans(monthly, NOON + 2 * HOUR_MS).map(({ startsAt }) => new Date(startsAt).toISOString())).toEqual([
		"2026-06-01T12:00:00.000Z",
	]);
});

test("occurrences are looked at from so long before them as they are announced, until a day after them", () => {
	expect(announcedSpans(once, 24, NOON - DAY_MS)).toHaveLength(1);
	expect(announcedSpans(once, 24, NOON - DAY_MS - 1)).toHaveLength(0);
	expect(announcedSpans(once, 24, NOON + HOUR_MS + DAY_MS - 1)).toHaveLength(1);
	expect(announcedSpans(once, 24, NOON + HOUR_MS + DAY_MS)).toHaveLength(0);
});
