/** What is seen of a monitor, in the API and in audit events. Secrets are null; instants are ISO 8601. */

import { isoOf, isoOrNull } from "../time-text.ts";
import type { Monitor } from "./settings.ts";
import { rowOf, speaksTls, targetOf } from "./types.ts";

/**
 * Its settings, without the options of its type.
 * @param pingUrl of a monitor of type cron; ignored for others
 */
export function monitorFields(monitor: Monitor, pingUrl: string | null) {
	return {
		id: monitor.publicId,
		name: monitor.name,
		...withoutOptions(monitor.settings),
		target: targetOf(monitor.settings, monitor.name),
		...(monitor.pingKey && { pingUrl }),
		tags: monitor.tags,
		intervalSeconds: monitor.intervalSeconds,
		degradedAfterMs: monitor.degradedAfterMs,
		timeoutSeconds: monitor.timeoutSeconds,
		locationHint: monitor.locationHint,
		sslMonitoringEnabled: monitor.sslMonitoringEnabled,
		sslExpiryWarningDays: monitor.sslExpiryWarningDays,
	};
}

/** With the options and the state. */
export function everyMonitorField(monitor: Monitor, pingUrl: string | null) {
	return {
		...monitorFields(monitor, pingUrl),
		...rowOf(monitor.settings.type).optionDefaults,
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

function withoutOptions(settings: Monitor["settings"]): Readonly<Record<string, unknown>> {
	const { options = {} } = rowOf(settings.type);
	const shown: Record<string, unknown> = {};
	for (const name in settings) {
		if (!Object.hasOwn(options, name)) shown[name] = settings[name as keyof Monitor["settings"]];
	}
	return shown;
}
