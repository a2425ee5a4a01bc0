import { afterEach, beforeEach, expect, test } from "vitest";
import { bodyOf, draftOf, instantIn, midnights, newLayer, weekStart } from "./schedule-draft.ts";

const HOUR_MS = 3_600_000;
const zone = process.env["TZ"];
beforeEach(() => {
	process.env["TZ"] = "Europe/Berlin";
});
afterEach(() => {
	if (zone === undefined) delete process.env["TZ"];
	else process.env["TZ"] = zone;
});

test.each([
	["forward", "2026-03-25T12:00:00Z", 23],
	["back", "2026-10-21T12:00:00Z", 25],
])("the week in which the clocks are set %s has one day of another length, its last", (_, instant, hours) => {
	const edges = midnights(weekStart(Date.parse(instant)), 0, 7);
	const lengths = edges.slice(1).map((edge, day) => (edge - (edges[day] ?? 0)) / HOUR_MS);
	expect(lengths).toEqual([24, 24, 24, 24, 24, 24, hours]);
	expect(edges.map((edge) => new Date(edge).getHours())).toEqual(Array(8).fill(0));
});

test.each([
	["America/New_York", "2026-07-01T09:00", "2026-07-01T13:00:00Z"],
	["America/New_York", "2026-11-01T09:00", "2026-11-01T14:00:00Z"],
	["Europe/Berlin", "2026-03-29T09:00", "2026-03-29T07:00:00Z"],
	["Australia/Sydney", "2026-10-03T20:00", "2026-10-03T10:00:00Z"],
	["America/New_York", "2026-03-08T01:30", "2026-03-08T06:30:00Z"],
	["America/New_York", "2026-03-08T04:00", "2026-03-08T08:00:00Z"],
	// The clocks skip these: the turn has begun when they are set forward, at 07:00 and at 01:00 UTC.
	["America/New_York", "2026-03-08T02:30", "2026-03-08T07:30:00Z"],
	["Europe/Berlin", "2026-03-29T02:30", "2026-03-29T01:30:00Z"],
	["Asia/Kolkata", "2026-01-05T00:00", "2026-01-04T18:30:00Z"],
])("a hand-over in %s at %s is that instant, whatever the zone of the reader", (timeZone, local, instant) => {
	expect(instantIn(timeZone, local)).toBe(Date.parse(instant));
});

test("no date has no hand-over", () => {
	expect(instantIn("UTC", "T09:00")).toBeNull();
});

test("a schedule that is opened and saved without a change is sent unchanged", () => {
	const layer = {
		name: "Weekdays",
		people: [{ id: "usr_1", name: "Ada" }],
		turnUnit: "days" as const,
		turnLength: 2,
		handOverTime: "08:30",
		timeZone: "Asia/Kolkata",
		startsOn: "2026-01-05",
		weekdays: ["monday" as const],
		until: "18:00",
	};
	const schedule = { id: "sch_1", name: "Core", layers: [layer], overrides: [], calendarMadeAt: null };
	const sent = bodyOf(draftOf({ ...schedule, createdAt: "", updatedAt: "" }));
	expect(sent).toEqual({ name: "Core", layers: [{ ...layer, people: ["usr_1"] }] });
});

test("a new layer begins with this week, every day, until the next hand-over", () => {
	const made = bodyOf({
		name: "x",
		layers: [newLayer(Date.parse("2026-11-26T23:30:00Z"), "Europe/Berlin", ["usr_1"])],
	});
	expect(made.layers[0]).toMatchObject({ startsOn: "2026-11-23", weekdays: null, until: null, people: ["usr_1"] });
});
