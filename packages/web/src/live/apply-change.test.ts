import { describe, expect, test } from "vitest";
import { readBoard } from "../api/board.ts";
import type { LiveMonitor } from "../api/live.ts";
import { applyChange } from "./apply-change.ts";

const MINUTE = 29_000_000;

function board(...ids: string[]) {
	const each = <Value>(value: Value) => ids.map(() => value);
	const answer: Parameters<typeof readBoard>[0] = {
		generatedAt: new Date(MINUTE * 60_000).toISOString(),
		minute: MINUTE,
		counts: { total: ids.length, up: ids.length, degraded: 0, down: 0, pending: 0, paused: 0 },
		uptime: { last24Hours: 100, last30Days: 100 },
		available: { last24Hours: 100, last30Days: 100 },
		fastEnough: { last24Hours: 100, last30Days: 100 },
		regional: [],
		monitors: {
			id: ids,
			name: ids,
			type: each("http"),
			target: each("https://example.com/"),
			tags: each([]),
			status: "u".repeat(ids.length),
			since: each(0),
			enabled: "1".repeat(ids.length),
			createdAt: each(0),
			uptime24h: each(100),
			uptime30d: each(100),
			available24h: each(null),
			available30d: each(null),
			fastEnough24h: each(null),
			fastEnough30d: each(null),
			responseTimeMs: each(10),
			recent: each("u".repeat(60)),
		},
	};
	return readBoard(answer);
}

function live(changes: Partial<LiveMonitor>): LiveMonitor {
	return {
		id: "b",
		status: "down",
		since: 5,
		enabled: true,
		responseTimeMs: null,
		regionalSince: null,
		minute: MINUTE + 1,
		mark: "d",
		...changes,
	};
}

describe("a live change", () => {
	test("replaces the changed monitor and keeps the objects of the others", () => {
		const before = board("a", "b", "c");
		const after = applyChange(before, { monitors: [live({})], removed: [], added: false, outages: false });
		expect(after.monitors[0]).toBe(before.monitors[0]);
		expect(after.monitors[2]).toBe(before.monitors[2]);
		expect(after.monitors[1]).toMatchObject({ status: "down", since: 5, responseTimeMs: null });
		expect(after.counts).toEqual({ total: 3, up: 2, degraded: 0, down: 1, pending: 0, paused: 0 });
		expect(after.minute).toBe(MINUTE + 1);
	});

	test.each([
		["the next minute", 1, `${"u".repeat(59)}d`],
		["three minutes on", 3, `${"u".repeat(57)}..d`],
		["a day on", 1440, `${".".repeat(59)}d`],
		["the same minute", 0, `${"u".repeat(59)}d`],
		["the minute before", -1, `${"u".repeat(58)}du`],
		["before all that is shown", -60, "u".repeat(60)],
	])("marks the strip: %s", (_, ahead, recent) => {
		const change = { monitors: [live({ minute: MINUTE + ahead })], removed: [], added: false, outages: false };
		expect(applyChange(board("a", "b"), change).monitors[1]?.recent).toBe(recent);
	});

	test("of a monitor that was never checked leaves the strip as it is", () => {
		const never = live({ status: "pending", since: null, minute: null, mark: "p" });
		const after = applyChange(board("a", "b"), { monitors: [never], removed: [], added: false, outages: false });
		expect(after.monitors[1]).toMatchObject({ status: "pending", recent: "u".repeat(60), minute: MINUTE });
		expect(after.minute).toBe(MINUTE);
	});

	test("removes deleted monitors and updates the index of the others", () => {
		const after = applyChange(board("a", "b", "c"), {
			monitors: [],
			removed: ["b", "unknown"],
			added: false,
			outages: false,
		});
		expect(after.monitors.map(({ id }) => id)).toEqual(["a", "c"]);
		expect(after.positions.get("c")).toBe(1);
		expect(after.counts.total).toBe(2);
	});

	test("of an unknown monitor changes nothing", () => {
		const before = board("a");
		expect(applyChange(before, { monitors: [live({})], removed: [], added: true, outages: false }).monitors).toEqual(
			before.monitors,
		);
	});
});
