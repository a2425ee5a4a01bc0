/** Reads monitors with their state. */

import { type RawBuilder, type Selectable, sql } from "kysely";
import { validity } from "../../domain/monitors/certificate.ts";
import { SSL_STATUSES, type SslStatus, STATUSES } from "../../domain/monitors/monitor.ts";
import type { Monitor } from "../../domain/monitors/settings.ts";
import { CHECKED_TYPES } from "../../domain/monitors/types.ts";
import { labelOf } from "../database/codes.ts";
import type { MonitorStateTable } from "../database/tables/checks.ts";
import type { MonitorTable } from "../database/tables/monitors.ts";
import type { Tx } from "../database/tx.ts";
import { readSettings } from "./type-settings.ts";

/**
 * SQL: monitors that exist, of the types that this version knows: a newer one may have left others. `m` is the monitor.
 */
export const EXISTS = sql`m.deleted_at is null and m.type in (${sql.join(CHECKED_TYPES.map((type) => sql.lit(type)))})`;

/**
 * Every monitor that exists, with its state `s`: continue with `and …`. Text and not Kysely's builder, whose tree costs
 * as much to build and to print as SQLite takes to answer with a page (measured: 90 µs of 290).
 */
export async function selectMonitors(tx: Tx, rest: RawBuilder<unknown>, now: number): Promise<Monitor[]> {
	const { rows } = await sql<MonitorRow>`${SELECT}${EXISTS} ${rest}`.execute(tx.db);
	return rows.map((row) => fromRow(row, now));
}

const SELECT = sql.raw(`
	select m.id, m.public_id, m.team_id, m.name, m.tags, m.type, m.settings, m.interval_seconds,
		m.degraded_after_ms, m.timeout_seconds, m.location_hint, m.ssl_monitoring_enabled, m.ssl_expiry_warning_days,
		m.enabled_at, m.created_at, m.updated_at, s.status, s.status_since, s.last_checked_at, s.ssl_status, s.ssl_expires_at,
		s.ssl_issuer, s.ssl_last_checked_at, h.key_hash, h.sealed_key
	from monitors m join monitor_states s on s.monitor_id = m.id left join heartbeats h on h.monitor_id = m.id
	where `);

type MonitorRow = Pick<
	Selectable<MonitorTable>,
	| "id"
	| "public_id"
	| "team_id"
	| "name"
	| "tags"
	| "type"
	| "settings"
	| "interval_seconds"
	| "degraded_after_ms"
	| "timeout_seconds"
	| "location_hint"
	| "ssl_monitoring_enabled"
	| "ssl_expiry_warning_days"
	| "enabled_at"
	| "created_at"
	| "updated_at"
> &
	Pick<
		Selectable<MonitorStateTable>,
		| "status"
		| "status_since"
		| "last_checked_at"
		| "ssl_status"
		| "ssl_expires_at"
		| "ssl_issuer"
		| "ssl_last_checked_at"
	> & { key_hash: string | null; sealed_key: string | null };

function fromRow(row: MonitorRow, now: number): Monitor {
	return {
		id: row.id,
		publicId: row.public_id,
		teamId: row.team_id,
		name: row.name,
		tags: JSON.parse(row.tags) as string[],
		settings: readSettings(row),
		intervalSeconds: row.interval_seconds,
		degradedAfterMs: row.degraded_after_ms,
		timeoutSeconds: row.timeout_seconds,
		locationHint: row.location_hint,
		sslMonitoringEnabled: row.ssl_monitoring_enabled === 1,
		sslExpiryWarningDays: row.ssl_expiry_warning_days,
		enabledAt: row.enabled_at,
		createdAt: row.created_at,
		updatedAt: row.updated_at,
		status: labelOf(STATUSES, row.status),
		statusSince: row.status_since,
		lastCheckedAt: row.last_checked_at,
		sslStatus: sslStatusAt(row, now),
		sslExpiresAt: row.ssl_expires_at,
		sslIssuer: row.ssl_issuer,
		sslLastCheckedAt: row.ssl_last_checked_at,
		pingKey:
			row.key_hash === null || row.sealed_key === null ? null : { hash: row.key_hash, encrypted: row.sealed_key },
	};
}

function sslStatusAt(row: MonitorRow, now: number): SslStatus {
	if (row.ssl_status === null || row.ssl_monitoring_enabled === 0) return "unknown";
	const seen = labelOf(SSL_STATUSES, row.ssl_status);
	const isTrusted = seen === "valid" || seen === "expiring";
	return isTrusted && row.ssl_expires_at !== null
		? validity(row.ssl_expires_at, row.ssl_expiry_warning_days, now)
		: seen;
}
