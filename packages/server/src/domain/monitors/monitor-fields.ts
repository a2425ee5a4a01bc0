/** What is seen of a monitor, in the API and in audit events. Secrets are null; instants are ISO 8601. */

import { isoOf, isoOrNull } from "../time-text.ts";
import { commonSettingsOf, withoutFullView } from "./common-settings.ts";
import type { Monitor } from "./settings.ts";
import { OPTION_DEFAULTS, rowOf, speaksTls, targetOf } from "./types.ts";

/**
 * Its settings, without the options of its type and those that only the full view shows.
 * @param pingUrl of a monitor of type cron; ignored for others
 */
export function monitorFields(monitor: Monitor, pingUrl: string | null) {
	const { name, ...common } = withoutFullView(commonSettingsOf(monitor));
	return {
		id: monitor.publicId,
		name,
		...withoutOptions(monitor.settings),
		target: targetOf(monitor.settings, monitor.name),
		...(monitor.reportKey && { pingUrl }),
		...common,
	};
}

/** With the options and the state. */
export function everyMonitorField(monitor: Monitor, pingUrl: string | null) {
	return {
		...monitorFields(monitor, pingUrl),
		...commonSettingsOf(monitor),
		...OPTION_DEFAULTS[monitor.settings.type],
		...monitor.settings,
		status: monitor.status,
		statusSince: isoOrNull(monitor.statusSince),
		enabled: monitor.enabledAt !== null,
		enabledAt: isoOrNull(monitor.enabledAt),
		sslStatus: speaksTls(monitor.settings) ? monitor.sslStatus : null,
		sslExpiresAt: isoOrNull(monitor.sslExpiresAt),
		sslIssuer: monitor.sslIssuer,
		sslLastCheckedAt: isoOrNull(monitor.sslLastCheckedAt),
		lastCheckedAt: isoOrNull(monitor.lastCheckedAt),
		createdAt: isoOf(monitor.createdAt),
		updatedAt: isoOf(monitor.updatedAt),
	};
}

function withoutOptions(settings: Monitor["settings"]) {
	const { options } = rowOf(settings.type);
	return Object.fromEntries(Object.entries(settings).filter(([name]) => !Object.hasOwn(options, name)));
}
