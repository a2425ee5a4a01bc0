import { describe, expect, test } from "vitest";
import { dayStatus, successfulOf, uptimePercent } from "./uptime.ts";

describe("uptime", () => {
	test("counts a degraded check as failed for http and flow alone", () => {
		const counts = { up: 5, degraded: 3, down: 2 };
		for (const type of ["http", "flow"] as const) expect(successfulOf(type, counts)).toBe(5);
		for (const type of ["dns", "tcp", "cron", "ping", "websocket"] as const) expect(successfulOf(type, counts)).toBe(8);
	});

	test("is unrounded, and null without checks", () => {
		expect(uptimePercent(2, 3)).toBe(66.666_666_666_666_66);
		expect(uptimePercent(3, 3)).toBe(100);
		expect(uptimePercent(0, 3)).toBe(0);
		expect(uptimePercent(0, 0)).toBeNull();
	});

	test("gives a day its status: up if all checks were successful, degraded if at least half were, else down", () => {
		expect([4, 3, 2, 1, 0].map((successful) => dayStatus(successful, 4))).toEqual([
			"up",
			"degraded",
			"degraded",
			"down",
			"down",
		]);
		expect([dayStatus(2, 5), dayStatus(3, 5)]).toEqual(["down", "degraded"]);
	});
});
