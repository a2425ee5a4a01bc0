/** What is watched, and what its owner wants of it: the words that every room shares. */

export const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD"] as const;
export type Method = (typeof METHODS)[number];

export const LOCATION_HINTS = ["wnam", "enam", "sam", "weur", "eeur", "apac", "oc", "afr", "me"] as const;
export type LocationHint = (typeof LOCATION_HINTS)[number];

/** In the order in which reports list them. */
export const MONITOR_TYPES = ["http", "dns", "tcp", "cron", "flow"] as const;
export type MonitorType = (typeof MONITOR_TYPES)[number];

export const STATUSES = ["pending", "up", "degraded", "down"] as const;
export type Status = (typeof STATUSES)[number];

export const SSL_STATUSES = ["unknown", "valid", "expiring", "expired", "error"] as const;
export type SslStatus = (typeof SSL_STATUSES)[number];

export const CONTENT_CHECK_TYPES = ["contains", "not_contains", "regex"] as const;
export type ContentCheckType = (typeof CONTENT_CHECK_TYPES)[number];

/** What the body must hold or must not hold. */
export interface ContentCheck {
	/** `chk_…` */
	readonly id: string;
	readonly type: ContentCheckType;
	/** Text or pattern, 1–2,000 characters. */
	readonly value: string;
	readonly caseSensitive: boolean;
}

/** What the owner wants of the response. */
export interface Expectation {
	/** 100–599. */
	readonly expectedStatus: number;
	/** Responses that take at least this long are degraded. 1,000–30,000 ms. */
	readonly degradedAfterMs: number;
	/** The enabled ones; all must hold. At most MAX_CONTENT_CHECKS. */
	readonly contentChecks: readonly ContentCheck[];
}

/** Where an http monitor looks. */
export interface HttpTarget {
	readonly type: "http";
	/** `http:` or `https:` with a host and no credentials. */
	readonly url: string;
	readonly method: Method;
}

export type Target = HttpTarget;

/** At most this many content checks a monitor (docs/rules/checks.md#content-checks). */
export const MAX_CONTENT_CHECKS = 20;

/** What an owner chooses; the ranges are the API's to keep. */
export interface MonitorSettings {
	readonly name: string;
	readonly url: string;
	readonly method: Method;
	readonly expectedStatus: number;
	readonly intervalSeconds: number;
	readonly degradedAfterMs: number;
	readonly timeoutSeconds: number;
	readonly locationHint: LocationHint;
	readonly sslMonitoringEnabled: boolean;
	readonly sslExpiryWarningDays: number;
}

/** An http monitor with its present state. Instants are epoch milliseconds. */
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
	/** As of the instant asked for: a certificate also expires between two checks. */
	readonly sslStatus: SslStatus;
	readonly sslExpiresAt: number | null;
	readonly sslIssuer: string | null;
	readonly sslLastCheckedAt: number | null;
}

/** A content check as its owner sees it. Instants are epoch milliseconds. */
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
