/** The vocabulary of monitors that every module shares. */

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"] as const;
export type Method = (typeof METHODS)[number];

export const LOCATION_HINTS = ["wnam", "enam", "sam", "weur", "eeur", "apac", "oc", "afr", "me"] as const;
export type LocationHint = (typeof LOCATION_HINTS)[number];

/** In the order in which reports list them. */
export const MONITOR_TYPES = ["http", "dns", "tcp", "cron", "flow", "ping", "websocket"] as const;
export type MonitorType = (typeof MONITOR_TYPES)[number];

export const STATUSES = ["pending", "up", "degraded", "down"] as const;
export type Status = (typeof STATUSES)[number];

export const SSL_STATUSES = ["unknown", "valid", "expiring", "expired", "error"] as const;
export type SslStatus = (typeof SSL_STATUSES)[number];

export const CONTENT_CHECK_TYPES = ["contains", "not_contains", "regex", "json", "header"] as const;
export type ContentCheckType = (typeof CONTENT_CHECK_TYPES)[number];

export const OPERATORS = ["exists", "equals", "not_equals", "less_than", "greater_than", "matches"] as const;
export type Operator = (typeof OPERATORS)[number];

/** How a value of a response is compared (../content/comparison.ts). */
export interface Comparison {
	readonly operator: Operator;
	/** Null for `exists`. `false` there: the value must not exist. */
	readonly expected: string | number | boolean | null;
	/** Whether a number, true and false equal `expected` when their text does: where it is what a response had. */
	readonly isOfAnyKind?: boolean;
}

/** What a response must hold or must not hold. */
export interface ContentCheck {
	/** `chk_…` */
	readonly id: string;
	readonly type: ContentCheckType;
	/** Text or pattern; for json a JSONPath (RFC 9535), for header the header's name. 1–2,000 characters. */
	readonly value: string;
	/** Whether texts that differ only in the case of their letters are different. */
	readonly caseSensitive: boolean;
	/** Of json and header; absent for the others, which search the body's text. */
	readonly comparison?: Comparison;
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
	readonly comparison?: Comparison;
	readonly isEnabled: boolean;
	readonly createdAt: number;
	readonly updatedAt: number;
}
