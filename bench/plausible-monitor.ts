/** An http monitor as benchmarks of the database create it: checked every minute, on a host that does not exist. */

import { COMMON_DEFAULTS } from "../packages/server/src/domain/monitors/common-settings.ts";
import type { createMonitor } from "../packages/server/src/storage/monitors/monitors.ts";

type NewMonitor = Parameters<typeof createMonitor>[1];

/** @param own what is said of it beside its name and url */
export function plausibleMonitor(name: string, url: string, own: Partial<NewMonitor> = {}): NewMonitor {
	return {
		...COMMON_DEFAULTS,
		teamId: 1,
		isEnabled: true,
		name,
		settings: { type: "http", url, method: "GET", expectedStatus: 200 },
		sslMonitoringEnabled: false,
		...own,
	};
}
