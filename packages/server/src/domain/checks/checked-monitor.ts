/** What a check has from the settings of its monitor. Apart from ./check.ts, which probers load without schemas. */

import { COMMON_DEFAULTS, checkSettingsOf } from "../monitors/common-settings.ts";
import type { ContentCheck } from "../monitors/monitor.ts";
import type { MonitorSettings } from "../monitors/settings.ts";
import type { CheckedMonitor } from "./check.ts";

export function checkedMonitor(
	teamId: number,
	monitor: MonitorSettings,
	contentChecks: readonly ContentCheck[] = [],
): CheckedMonitor {
	const { settings, timeoutSeconds } = monitor;
	return {
		teamId,
		settings,
		contentChecks,
		timeoutMs: timeoutSeconds * 1000,
		...checkSettingsOf(monitor),
		// Only what is not the default: most orders carry neither.
		...(monitor.downWhen !== COMMON_DEFAULTS.downWhen && { downWhen: monitor.downWhen }),
		...(monitor.locationHint !== COMMON_DEFAULTS.locationHint && { locationHint: monitor.locationHint }),
	};
}
