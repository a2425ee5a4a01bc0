/** Who wants to hear what: an alert's rules, without the channel that carries the word (./channels.ts). */

export const NOTICE_EVENTS = ["down", "degraded", "up"] as const;
export type NoticeEvent = (typeof NOTICE_EVENTS)[number];

/** What became of a notice. */
export const ALERT_EVENT_STATUSES = ["sent", "skipped_cooldown", "skipped_cap", "failed"] as const;
export type AlertEventStatus = (typeof ALERT_EVENT_STATUSES)[number];

export interface AlertRules {
	readonly events: readonly NoticeEvent[];
	/** 0–1440. After a problem was told, the next one of the same monitor is not told for this long. */
	readonly cooldownMinutes: number;
	/** 1–1000 messages about problems in 24 hours. */
	readonly dailyCap: number;
	/** 1–10. Failing checks in a row before a problem is told. */
	readonly failureThreshold: number;
	/** Null, or 5–1440: how often a problem that lasts is told again. */
	readonly reminderMinutes: number | null;
}

export const RULE_LIMITS = {
	cooldownMinutes: { min: 0, max: 1440, default: 10 },
	dailyCap: { min: 1, max: 1000, default: 100 },
	failureThreshold: { min: 1, max: 10, default: 1 },
	reminderMinutes: { min: 5, max: 1440, default: null },
} as const;

/** Monitors that one alert can name; an alert for more is for all of the team. */
export const MAX_ALERT_MONITORS = 1000;
