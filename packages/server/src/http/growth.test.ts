/** Nothing costs more because the house is larger: bench/growth.ts measures the same on houses of a real size. */

import { expect, test } from "vitest";
import { fill, grown, NOW, type Sweep, sweep } from "./testing/growth.ts";
import { type Service, startService } from "./testing/service.ts";

/** A twentieth, and all. */
const SIZES = [25, 500] as const;
const DAYS = 2;
const RUNS = 3;
/** An operation that takes as long per monitor as this has 20 ms at 10,000. */
const LEAST_MS = 1.5;
const MOST = 1.5;

/** Their examples name people, monitors and pages that are not there, or they take images and forms. */
const NOT_MEASURED = [
	"GET /api/v1/status-pages/{id}/icon",
	"GET /api/v1/status-pages/{id}/logo",
	"POST /api/v1/acknowledge",
	"POST /api/v1/acknowledge/preview",
	"POST /api/v1/schedules",
	"POST /api/v1/schedules/{id}/overrides",
	"POST /api/v1/status-pages",
	"PUT /api/v1/status-pages/{id}/icon",
	"PUT /api/v1/status-pages/{id}/logo",
];

async function filled(monitors: number): Promise<Service> {
	const service = await startService("sqlite");
	service.clock.now = NOW;
	await fill(service, { monitors, days: DAYS });
	return service;
}

test("no operation costs more than its answer grows, in a house of twenty times as many monitors", async () => {
	await using small = await filled(SIZES[0]);
	await using large = await filled(SIZES[1]);
	const swept: [Sweep, Sweep] = [await sweep(small, RUNS), await sweep(large, RUNS)];
	expect(swept[1].costs.size).toBeGreaterThan(150);
	expect([...swept[1].refused.keys()].toSorted()).toEqual(NOT_MEASURED);
	const limits = { most: MOST, leastMs: LEAST_MS };
	let found = grown(swept, limits);
	// Other tests use the same processors: what seems to grow is measured again.
	for (let time = 0; time < 3 && found.size > 0; time += 1) {
		const only = (variant: string) => found.has(variant);
		found = grown([await sweep(small, 3 * RUNS, only), await sweep(large, 3 * RUNS, only)], limits);
	}
	expect([...found]).toEqual([]);
}, 240_000);
