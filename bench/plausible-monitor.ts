/** An http monitor as benchmarks of the database create it: checked every minute, on a host that does not exist. */

import type { createMonitor } from "../packages/server/src/storage/monitors/monitors.ts";

type NewMonitor = Parameters<typeof createMonitor>[1];

/** @param own what is said of it beside its name and url */
export function plausibleMonitor(name: string, url: string, own: Partial<NewMonitor> = {}): NewMonitor {
	return {
		teamId: 1,
		isEnabled: true,
		name,
		tags: [],
		settings: { type: "http", url, method: "GET", expectedStatus: 200 },
		intervalSeconds: 60,
		degradedAfterMs: 5_000,
		timeoutSeconds: 10,
		locationHint: "weur",
		sslMonitoringEnabled: false,
		sslExpiryWarningDays: 30,
		...own,
	};
}
