/** Reads monitors with their state. */

import { type RawBuilder, sql } from "kysely";
import { validity } from "../../domain/monitors/certificate.ts";
import { MONITOR_TYPES, SSL_STATUSES, type SslStatus, STATUSES } from "../../domain/monitors/monitor.ts";
import type { Monitor } from "../../domain/monitors/settings.ts";
import { labelOf } from "../database/codes.ts";
import type { Row } from "../database/schema.ts";
import type { Tx } from "../database/tx.ts";
import { readSettings, SETTING_COLUMNS } from "./stored-settings.ts";

/**
 * SQL: monitors that exist, of the types that this version knows: a newer one may have left others. `m` is the monitor.
 */
export const EXISTS = sql`m.deleted_at is null and m.type in (${sql.join(MONITOR_TYPES.map((type) => sql.lit(type)))})`;

/**
 * SQL: `m` is a monitor of the team, where the statement says by their ids which ones. The plus keeps SQLite from
 * reading all monitors of the team for them.
 */
export function isOneOf(teamId: number): RawBuilder<boolean> {
	return sql`+m.team_id = ${teamId}`;
}

/**
 * Every monitor that exists, with its state `s`: continue with `and …`. Text and not Kysely's builder, whose tree costs
 * as much to build and to print as SQLite takes to answer with a page (measured: 90 µs of 290).
 */
export async function selectMonitors(tx: Tx, rest: RawBuilder<unknown>, now: number): Promise<Monitor[]> {
	const { rows } = await sql<MonitorRow>`${SELECT}${EXISTS} ${rest}`.execute(tx.db);
	return rows.map((row) => fromRow(row, now));
}

const MONITOR_COLUMNS = [
	"id",
	"public_id",
	"team_id",
	...SETTING_COLUMNS,
	"enabled_at",
	"created_at",
	"updated_at",
] as const;
const STATE_COLUMNS = [
	"status",
	"status_since",
	"last_checked_at",
	"ssl_status",
	"ssl_expires_at",
	"ssl_issuer",
	"ssl_last_checked_at",
] as const;

const SELECT = sql.raw(`
	select ${MONITOR_COLUMNS.map((name) => `m.${name}`)}, ${STATE_COLUMNS.map((name) => `s.${name}`)},
		j.key_hash, j.encrypted_key
	from monitors m join monitor_states s on s.monitor_id = m.id left join jobs j on j.monitor_id = m.id
	where `);

type MonitorRow = Pick<Row<"monitors">, (typeof MONITOR_COLUMNS)[number]> &
	Pick<Row<"monitor_states">, (typeof STATE_COLUMNS)[number]> & {
		readonly key_hash: string | null;
		readonly encrypted_key: string | null;
	};

function fromRow(row: MonitorRow, now: number): Monitor {
	return {
		id: row.id,
		publicId: row.public_id,
		teamId: row.team_id,
		...readSettings(row),
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
		reportKey:
			row.key_hash === null || row.encrypted_key === null ? null : { hash: row.key_hash, encrypted: row.encrypted_key },
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
