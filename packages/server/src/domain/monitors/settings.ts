/** The settings that monitors of every type have, with their ranges and the defaults of a new one. */

import { z } from "zod";
import type { StoredPingKey } from "../heartbeats/ping.ts";
import { MAX_NAME_LENGTH, nameText } from "../text.ts";
import { LOCATION_HINTS, type LocationHint, type SslStatus, type Status } from "./monitor.ts";
import { type CronSettings, normalized, type TypeSettings } from "./types.ts";

/** The most tags of one monitor. */
export const MAX_TAGS = 20;

export const tagText = z
	.string()
	.toLowerCase()
	.regex(/^[a-z0-9_.:/-]{1,50}$/, "A tag has 1–50 of a-z, 0-9 and _ . : / -");

export const COMMON_FIELDS = {
	name: nameText(MAX_NAME_LENGTH).meta({ example: "Website" }),
	tags: z
		.array(tagText)
		.max(MAX_TAGS)
		.meta({ example: ["team:web", "prod"], description: "Lower-cased; each once, in the order given." }),
	intervalSeconds: z.int().min(60).max(3600).meta({ example: 60 }),
	degradedAfterMs: z
		.int()
		.min(1000)
		.max(30_000)
		.meta({ example: 5000, description: "A response that takes at least this long is degraded." }),
	timeoutSeconds: z
		.int()
		.min(1)
		.max(60)
		.meta({ example: 10, description: "A target without a complete response within this time is down." }),
	locationHint: z.enum(LOCATION_HINTS).meta({ example: "wnam", description: "Where to check from." }),
	sslMonitoringEnabled: z.boolean().meta({ example: true }),
	sslExpiryWarningDays: z.int().min(1).max(365).meta({ example: 30 }),
	enabled: z
		.boolean()
		.meta({ description: "False pauses the checks; true resumes them, with a check at once.", example: true }),
} as const;

/** Every common field but the name, which has no default. */
export const COMMON_DEFAULTS = {
	tags: [],
	intervalSeconds: 60,
	degradedAfterMs: 5_000,
	timeoutSeconds: 10,
	locationHint: "wnam",
	sslMonitoringEnabled: true,
	sslExpiryWarningDays: 30,
	enabled: true,
} as const;

/** What an owner chooses. */
export interface MonitorSettings {
	readonly name: string;
	readonly tags: readonly string[];
	readonly settings: TypeSettings;
	readonly intervalSeconds: number;
	readonly degradedAfterMs: number;
	readonly timeoutSeconds: number;
	readonly locationHint: LocationHint;
	readonly sslMonitoringEnabled: boolean;
	readonly sslExpiryWarningDays: number;
}

/** A change of settings: members that are absent keep their values, those of the type among them. */
export type MonitorChanges = Partial<Omit<MonitorSettings, "settings">> & {
	readonly settings?: Readonly<Record<string, unknown>>;
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
		before.degradedAfterMs !== after.degradedAfterMs ||
		before.intervalSeconds !== after.intervalSeconds ||
		!sameSettings(before.settings, after.settings)
	);
}

/** Whether two monitors of jobs expect the same runs, whatever the grace. */
export function expectsSameRuns(before: CronSettings, after: CronSettings): boolean {
	return before.schedule === after.schedule && before.timeZone === after.timeZone && before.every === after.every;
}

function sameSettings(one: TypeSettings, other: TypeSettings): boolean {
	const text = (settings: TypeSettings) =>
		JSON.stringify(Object.entries(settings).sort(([a], [b]) => (a < b ? -1 : 1)));
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
	readonly pingKey: StoredPingKey | null;
}
