/** The small form of bench/mass-outage.ts, on a real clock. */

import { expect, test } from "vitest";
import { GATHER_MS } from "../../domain/alerts/gathering.ts";
import { runMassOutage } from "./testing/mass-outage.ts";

const MONITORS = 1_200;

test("all monitors fall and rise within seconds: few messages, nothing untrue, one recovery for each alert", async () => {
	const result = await runMassOutage({ monitors: MONITORS, spreadMs: 4_000, downMs: 9_000 });
	expect(result).toMatchObject({ downEvents: 2 * MONITORS, upEvents: 2 * MONITORS, untrue: 0, upMessages: 2 });
	// To each alert: a second's, what follows in its first seconds, more of them the slower the machine is, and then one
	// every half minute.
	const perAlert = 12 + Math.ceil(result.downLatestMs / GATHER_MS);
	expect(result.downMessages).toBeLessThanOrEqual(2 * perAlert);
	expect(result.firstAfterMs).toBeLessThan(10_000);
	expect(Math.max(result.downLatestMs, result.upLatestMs)).toBeLessThan(60_000);
}, 120_000);
