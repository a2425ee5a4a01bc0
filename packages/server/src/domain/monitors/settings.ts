/** A monitor's settings and its state, and what a change of settings does. */

import type { StoredReportKey } from "../jobs/job-report.ts";
import { type CommonSettings, checkSettingsOf, locationSettingsOf } from "./common-settings.ts";
import type { SslStatus, Status } from "./monitor.ts";
import { type CronSettings, normalized, type TypeSettings } from "./types.ts";

/** What an owner chooses. */
export interface MonitorSettings extends CommonSettings {
	readonly settings: TypeSettings;
}

/** A change of settings: members that are absent keep their values, those of the type among them. */
export type MonitorChanges = Partial<Omit<MonitorSettings, "settings">> & {
	readonly settings?: Partial<TypeSettings>;
	readonly isEnabled?: boolean;
};

/** The settings after `changes`, which were validated against the type's fields. */
export function changed(
	before: MonitorSettings,
	{ settings, ...changes }: Omit<MonitorChanges, "isEnabled">,
): MonitorSettings {
	const after = { ...before, ...changes };
	if (settings === undefined) return after;
	return { ...after, settings: normalized({ ...before.settings, ...settings } as TypeSettings) };
}

/** After a change of any of these, or of the type's own settings, a check is due at once. */
export function changesWhatIsChecked(before: MonitorSettings, after: MonitorSettings): boolean {
	return (
		before.timeoutSeconds !== after.timeoutSeconds ||
		before.intervalSeconds !== after.intervalSeconds ||
		!isSame(checkSettingsOf(before), checkSettingsOf(after)) ||
		!isSame(locationSettingsOf(before), locationSettingsOf(after)) ||
		!isSame(before.settings, after.settings)
	);
}

/** Whether two monitors of jobs expect the same runs, whatever the grace. */
export function expectsSameRuns(before: CronSettings, after: CronSettings): boolean {
	return before.schedule === after.schedule && before.timeZone === after.timeZone && before.every === after.every;
}

function isSame(one: object, other: object): boolean {
	const text = (settings: object) => JSON.stringify(Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1)));
	return text(one) === text(other);
}

/** A monitor with its present state. Instants are epoch milliseconds. */
export interface Monitor extends MonitorSettings {
	/** Key in storage; never leaves the service. */
	readonly id: number;
	/** `mon_…` */
	readonly publicId: string;
	readonly teamId: number;
	/** Null while paused. */
	readonly enabledAt: number | null;
	readonly createdAt: number;
	readonly updatedAt: number;
	readonly status: Status;
	/** Completion of the check that changed the status; null while pending. */
	readonly statusSince: number | null;
	readonly lastCheckedAt: number | null;
	/** Computed for the instant of the request, because a certificate can expire between two checks. */
	readonly sslStatus: SslStatus;
	readonly sslExpiresAt: number | null;
	readonly sslIssuer: string | null;
	readonly sslLastCheckedAt: number | null;
	/** Of the address to which its job reports; null for other types than cron. */
	readonly reportKey: StoredReportKey | null;
}
