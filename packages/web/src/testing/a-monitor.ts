/** A monitor in the full view, for tests. */

import type { Monitor } from "../api/monitors.ts";

/** @param fields also such as only another version of the service answers */
export function aMonitor(fields: Readonly<Record<string, unknown>> = {}): Monitor {
	const monitor = {
		id: "mon_00000000000000000000000001",
		type: "http",
		name: "Shop",
		target: "https://shop.example.com/",
		tags: [],
		status: "up",
		statusSince: null,
		enabled: true,
		enabledAt: null,
		intervalSeconds: 300,
		timeoutSeconds: 20,
		degradedAfterMs: 4000,
		importance: "high",
		dependsOn: [],
		locations: [],
		downWhen: "majority",
		fallback: false,
		locationHint: "weur",
		sslMonitoringEnabled: true,
		sslExpiryWarningDays: 30,
		sslExpiresAt: null,
		sslIssuer: null,
		sslStatus: null,
		sslLastCheckedAt: null,
		lastCheckedAt: null,
		createdAt: "2026-01-01T00:00:00.000Z",
		updatedAt: "2026-01-01T00:00:00.000Z",
		...fields,
	};
	return monitor as object as Monitor;
}
