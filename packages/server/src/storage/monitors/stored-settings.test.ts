import { expect, test } from "vitest";
import { COMMON_DEFAULTS, COMMON_SETTINGS } from "../../domain/monitors/common-settings.ts";
import { MONITOR_TYPES } from "../../domain/monitors/monitor.ts";
import type { MonitorSettings } from "../../domain/monitors/settings.ts";
import { ownFields } from "../../domain/monitors/wanted-monitor.ts";
import { readSettings, writeSettings } from "./stored-settings.ts";

const settings = { type: "ping", host: "router.example", packets: 5 } as const;

test("settings with and without a column are read as they were written", () => {
	const monitor: MonitorSettings = {
		...COMMON_DEFAULTS,
		name: "Router",
		tags: ["prod", "eu"],
		settings,
		intervalSeconds: 120,
		degradedAfterMs: 2_000,
		timeoutSeconds: 7,
		locationHint: "apac",
		sslMonitoringEnabled: false,
		sslExpiryWarningDays: 3,
	};
	expect(readSettings(writeSettings(monitor).columns)).toEqual(monitor);
});

test("a setting that is newer than its row has its default", () => {
	const { columns } = writeSettings({ ...COMMON_DEFAULTS, name: "Router", settings });
	const older = { ...columns, settings: '{"host":"router.example"}' };
	expect(readSettings(older)).toEqual({ ...COMMON_DEFAULTS, name: "Router", settings: { ...settings, packets: 3 } });
});

test.each(MONITOR_TYPES)("no setting of type %s has the name of a common one", (type) => {
	const names = Object.keys(ownFields(type));
	expect(names.filter((name) => name === "common" || Object.hasOwn(COMMON_SETTINGS, name))).toEqual([]);
});
