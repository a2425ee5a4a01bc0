/** The vocabulary of monitors that every module shares. */

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"] as const;
export type Method = (typeof METHODS)[number];

export const LOCATION_HINTS = ["wnam", "enam", "sam", "weur", "eeur", "apac", "oc", "afr", "me"] as const;
export type LocationHint = (typeof LOCATION_HINTS)[number];

/** In the order in which reports list them. */
export const MONITOR_TYPES = ["http", "dns", "tcp", "cron", "flow", "ping"] as const;
export type MonitorType = (typeof MONITOR_TYPES)[number];

export const STATUSES = ["pending", "up", "degraded", "down"] as const;
export type Status = (typeof STATUSES)[number];

export const SSL_STATUSES = ["unknown", "valid", "expiring", "expired", "error"] as const;
export type SslStatus = (typeof SSL_STATUSES)[number];

export const CONTENT_CHECK_TYPES = ["contains", "not_contains", "regex"] as const;
export type ContentCheckType = (typeof CONTENT_CHECK_TYPES)[number];

/** What the body must or must not contain. */
export interface ContentCheck {
	/** `chk_…` */
	readonly id: string;
	readonly type: ContentCheckType;
	/** Text or pattern, 1–2,000 characters. */
	readonly value: string;
	readonly caseSensitive: boolean;
}

/** The most content checks of one monitor. */
export const MAX_CONTENT_CHECKS = 20;

/** A stored content check. Instants are epoch milliseconds. */
export interface StoredContentCheck {
	readonly id: number;
	/** `chk_…` */
	readonly publicId: string;
	readonly type: ContentCheckType;
	readonly value: string;
	readonly caseSensitive: boolean;
	readonly isEnabled: boolean;
	readonly createdAt: number;
	readonly updatedAt: number;
}
