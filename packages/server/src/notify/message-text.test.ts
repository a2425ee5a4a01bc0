import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Notice } from "../domain/alerts/notice.ts";
import { duration } from "../domain/time-text.ts";
import { detailsOf, headline, lineOf, linesWithin, shortened } from "./message-text.ts";
import { aMessage, aNotice, NOON } from "./testing/messages.ts";

test.each([
	[0, "0 s"],
	[499, "0 s"],
	[45_000, "45 s"],
	[303_000, "5 min 3 s"],
	[300_000, "5 min"],
	[7_800_000, "2 h 10 min"],
	[86_400_000 * 3 + 3_600_000 * 4 + 60_000, "3 d 4 h"],
	[86_400_000, "1 d"],
	[86_400_000 + 5_000, "1 d"],
])("%d ms is %s", (ms, expected) => {
	expect(duration(ms)).toBe(expected);
});

describe("a headline", () => {
	test("names the event, and whether it is a reminder", () => {
		expect(headline(aMessage(aNotice()))).toBe("Shop is down");
		expect(headline(aMessage(aNotice({ isReminder: true, event: "degraded" })))).toBe("Shop is still degraded");
		expect(headline(aMessage(aNotice({ event: "up", since: NOON - 3_600_000 })))).toBe("Shop is up again after 1 h");
	});

	test("counts many monitors by status, the worst first", () => {
		const notices = [aNotice({ event: "up" }), aNotice(), aNotice({ event: "degraded" }), aNotice()];
		expect(headline(aMessage(...notices))).toBe("4 monitors changed: 2 down, 1 degraded, 1 up again");
	});

	test("does not call a monitor degraded because of its certificate", () => {
		const certificate = { expiresAt: NOON, issuer: null, fingerprint: "ab", withinDays: 30 };
		const warning = aNotice({ event: "degraded", cause: "certificate", since: null, certificate });
		expect(headline(aMessage(warning, warning, aNotice()))).toBe(
			"3 monitors changed: 1 down, 2 with a certificate that expires soon",
		);
	});
});

test("details omit unknown values", () => {
	const bare = aNotice({ error: null, phase: null, lastUpAt: null });
	expect(detailsOf(bare).map(({ label }) => label)).toEqual(["Since", "Checked from", "Target"]);
	const from = (place: Partial<Notice>) =>
		detailsOf(aNotice(place)).find(({ label }) => label === "Checked from")?.value ?? null;
	expect(from({ location: null })).toBe("checker-1");
	expect(from({ machine: null })).toBe("Western Europe (weur)");
	expect(from({ location: null, machine: null })).toBeNull();
});

test("each of many monitors is one line", () => {
	expect(lineOf(aNotice({ error: "It broke." }))).toBe("Shop is down since 2026-05-01 11:59:00 UTC: It broke.");
	expect(lineOf(aNotice({ event: "up", error: null }))).toBe("Shop is up again after 1 min");
});

test("lines fit into the limit, and omitted lines are counted", () => {
	fc.assert(
		fc.property(
			fc.array(fc.string({ maxLength: 40 }), { maxLength: 40 }),
			fc.integer({ min: 40, max: 800 }),
			(lines, room) => {
				const kept = linesWithin(lines, room);
				expect(kept.join("\n").length).toBeLessThanOrEqual(room);
				const left = /^… and (\d+) more$/.exec(kept.at(-1) ?? "")?.[1];
				if (left === undefined || lines.includes(kept.at(-1) ?? "")) expect(kept).toEqual(lines);
				else expect(kept.slice(0, -1)).toEqual(lines.slice(0, lines.length - Number(left)));
			},
		),
	);
});

test("a long name ends in an ellipsis, on one line, without a split character", () => {
	expect(shortened("a\r\nb\tc", 10)).toBe("a b c");
	expect(shortened("😀😀😀😀", 3)).toBe("😀😀…");
	expect(shortened("😀😀😀", 3)).toBe("😀😀😀");
});

test.each([
	["late", "down", false, "Shop: the job is late"],
	["late", "down", true, "Shop: the job is still late"],
	["unfinished", "down", false, "Shop: the job has not ended"],
	["job_failed", "down", false, "Shop: the job failed"],
	["job_failed", "down", true, "Shop: the job has failed and not recovered"],
	["overran", "degraded", false, "Shop: the job took too long"],
] as const)("a job has words of its own: %s (%s, reminder: %s)", (reason, event, isReminder, title) => {
	const error = "The job failed with exit code 3.";
	const notice = aNotice({ reason, event, isReminder, error, phase: null, location: null, machine: null });
	expect(headline(aMessage(notice))).toBe(title);
	expect(lineOf(notice)).toContain(error);
	expect(detailsOf(notice).map(({ label }) => label)).toEqual(["Error", "Since", "Last good check", "Target"]);
});
