/** The small form of bench/mass-outage.ts, on a real clock. */

import { expect, test } from "vitest";
import { runMassOutage } from "./testing/mass-outage.ts";

const MONITORS = 1_200;

test("all monitors fall and rise within seconds: few messages, nothing untrue, one recovery for each alert", async () => {
	const result = await runMassOutage({ monitors: MONITORS, spreadMs: 4_000, downMs: 9_000 });
	expect(result).toMatchObject({ downEvents: 2 * MONITORS, upEvents: 2 * MONITORS, untrue: 0, upMessages: 2 });
	// A second's, and what is collected after it.
	expect(result.downMessages).toBeLessThanOrEqual(8);
	expect(result.firstAfterMs).toBeLessThan(10_000);
	expect(Math.max(result.downLatestMs, result.upLatestMs)).toBeLessThan(60_000);
}, 120_000);
