import { describe, expect, test } from "vitest";
import type { MaintenanceWindow } from "../../api/maintenance.ts";
import { newWindowDraft, recurrenceText, windowBodyOf, windowDraftOf, windowPatchOf } from "./window-draft.ts";

const UNANNOUNCED = { statusPageIds: [], publicTitle: null, publicText: "", announceHoursBefore: 24 };
const zone = "Europe/Berlin";
const now = new Date(2026, 10, 21, 21, 10).getTime();

function recurring(rrule: string): MaintenanceWindow {
	return {
		id: "mw_1",
		name: "Backup",
		monitorIds: null,
		startsAt: null,
		endsAt: null,
		recurrence: { rrule, startsAt: "2026-11-22T02:00", timeZone: zone, durationMinutes: 90 },
		activeUntil: null,
		...UNANNOUNCED,
		createdAt: "2026-11-01T00:00:00.000Z",
		updatedAt: "2026-11-01T00:00:00.000Z",
	};
}

describe("a window that takes place once", () => {
	test("begins at the next full hour and lasts an hour", () => {
		const body = windowBodyOf({ ...newWindowDraft(now, zone), name: " Upgrade " });
		expect(body).toEqual({
			name: "Upgrade",
			monitorIds: null,
			startsAt: new Date(2026, 10, 21, 22, 0).toISOString(),
			endsAt: new Date(2026, 10, 21, 23, 0).toISOString(),
			recurrence: null,
			...UNANNOUNCED,
		});
	});

	test("keeps its instants to the millisecond when other settings are changed, and gets those that are chosen", () => {
		const window: MaintenanceWindow = {
			...recurring(""),
			recurrence: null,
			startsAt: "2026-11-22T10:00:30.500Z",
			endsAt: "2026-11-22T10:00:41.000Z",
		};
		const initial = windowDraftOf(window, zone);
		const renamed = windowPatchOf({ ...initial, name: "Upgrade" }, window, zone);
		expect(Object.keys(renamed)).not.toEqual(expect.arrayContaining([expect.stringMatching(/At|recurrence/)]));
		expect(renamed).toMatchObject({ name: "Upgrade", monitorIds: null });
		const later = { ...initial, startsAt: initial.startsAt.replace("2026", "2027") };
		expect(windowPatchOf({ ...later, durationMinutes: 5 }, window, zone)).toMatchObject({
			startsAt: "2027-11-22T10:00:00.000Z",
			endsAt: "2027-11-22T10:05:00.000Z",
			recurrence: null,
		});
		const daily = windowPatchOf({ ...initial, repeats: "daily" }, window, zone);
		expect(daily).toMatchObject({ startsAt: null, endsAt: null });
	});

	test.each([
		["2026-11-22T10:00:30.500Z", "2026-11-22T10:20:10.100Z"],
		// The second half past two in Berlin, after the clocks were set back.
		["2026-10-25T01:30:00.000Z", "2026-10-25T01:50:00.000Z"],
	])("that gets another length begins at the same instant: %s", (startsAt, endsAt) => {
		const own = process.env["TZ"];
		try {
			process.env["TZ"] = zone;
			const window = { ...recurring(""), recurrence: null, startsAt, endsAt };
			const longer = { ...windowDraftOf(window, zone), durationMinutes: 90 };
			expect(windowPatchOf(longer, window, zone)).toMatchObject({
				startsAt,
				endsAt: new Date(Date.parse(startsAt) + 90 * 60_000).toISOString(),
			});
		} finally {
			if (own === undefined) delete process.env["TZ"];
			else process.env["TZ"] = own;
		}
	});

	test("lasts an hour and is called Maintenance when its fields are emptied", () => {
		const draft = { ...newWindowDraft(now, zone), name: "", durationMinutes: null };
		expect(windowBodyOf(draft)).toMatchObject({
			name: "Maintenance",
			endsAt: new Date(2026, 10, 21, 23, 0).toISOString(),
		});
	});

	test.each(["Europe/Berlin", "Asia/Kolkata", "America/St_Johns", "Pacific/Chatham"])(
		"begins at a full hour of the reader's clock: %s",
		(reader) => {
			const own = process.env["TZ"];
			try {
				process.env["TZ"] = reader;
				const at = (hours: number, minutes: number) => new Date(2026, 10, 21, hours, minutes).getTime();
				expect(newWindowDraft(at(21, 10), zone).startsAt).toBe("2026-11-21T22:00");
				expect(newWindowDraft(at(22, 0), zone).startsAt).toBe("2026-11-21T22:00");
				expect(newWindowDraft(at(23, 59), zone).startsAt).toBe("2026-11-22T00:00");
			} finally {
				if (own === undefined) delete process.env["TZ"];
				else process.env["TZ"] = own;
			}
		},
	);

	test("is sent unchanged when it is opened and saved", () => {
		const window = {
			...recurring(""),
			startsAt: "2026-11-21T20:30:00.000Z",
			endsAt: "2026-11-21T22:15:00.000Z",
			recurrence: null,
		};
		expect(windowBodyOf(windowDraftOf(window, zone))).toMatchObject({
			startsAt: window.startsAt,
			endsAt: window.endsAt,
		});
	});

	test("with an empty date is sent without it, so that the API refuses that field", () => {
		expect(windowBodyOf({ ...newWindowDraft(now, zone), startsAt: "" }).startsAt).toBeNull();
	});
});

describe("a window that recurs", () => {
	test.each([
		["FREQ=DAILY", "every day at 02:00, Europe/Berlin"],
		["FREQ=WEEKLY;BYDAY=MO,SU", "every Monday, Sunday at 02:00, Europe/Berlin"],
		["FREQ=WEEKLY", "every Sunday at 02:00, Europe/Berlin"],
		["FREQ=MONTHLY", "every month on day 22 at 02:00, Europe/Berlin"],
		["FREQ=MONTHLY;BYDAY=2TU", "FREQ=MONTHLY;BYDAY=2TU at 02:00, Europe/Berlin"],
	])("%s reads %s", (rrule, text) => expect(recurrenceText(recurring(rrule))).toBe(text));

	test.each(["FREQ=DAILY", "FREQ=WEEKLY;BYDAY=MO,SU", "FREQ=MONTHLY;BYDAY=2TU"])(
		"%s is sent unchanged when it is opened and saved",
		(rrule) => {
			const window = recurring(rrule);
			expect(windowBodyOf(windowDraftOf(window, "UTC")).recurrence).toEqual(window.recurrence);
		},
	);
});
