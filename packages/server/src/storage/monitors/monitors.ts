/**
 * Monitors as their owners set them up. What each check touches is ../schedule/monitor-states.ts; a change of what is checked, and the duty to
 * check it at once, are one transaction.
 *
 * A deleted monitor is gone for every reader as soon as `deleted_at` is set; its history is swept away afterwards.
 */

import { type RawBuilder, type Selectable, sql } from "kysely";
import { validity } from "../../domain/monitors/certificate.ts";
import { SSL_STATUSES, type SslStatus, STATUSES } from "../../domain/monitors/monitor.ts";
import {
	changed,
	changesWhatIsChecked,
	type Monitor,
	type MonitorChanges,
	type MonitorSettings,
} from "../../domain/monitors/settings.ts";
import { CHECKED_TYPES, targetOf } from "../../domain/monitors/types.ts";
import type { Seek } from "../../domain/seek.ts";
import { labelOf } from "../database/codes.ts";
import { newPublicId } from "../database/public-ids.ts";
import type { Session } from "../database/session.ts";
import type { MonitorStateTable } from "../database/tables/checks.ts";
import type { Flag } from "../database/tables/flag.ts";
import type { MonitorTable } from "../database/tables/monitors.ts";
import { insertState, makeDueNow, stopChecks } from "../schedule/monitor-states.ts";
import { readSettings, writeSettings } from "./type-settings.ts";

/** A monitor's place in the list: newest first, of equal age the one made last. */
export type MonitorKey = readonly [createdAt: number, id: number];

export async function createMonitor(
	session: Session,
	{ teamId, isEnabled, ...settings }: MonitorSettings & { teamId: number; isEnabled: boolean },
	now: number,
): Promise<Monitor> {
	return session.transaction(async (session) => {
		const { id } = await session.db
			.insertInto("monitors")
			.values({
				...columnsOf(settings),
				public_id: newPublicId("mon"),
				team_id: teamId,
				enabled_at: isEnabled ? now : null,
				created_at: now,
				updated_at: now,
				deleted_at: null,
			})
			.returning("id")
			.executeTakeFirstOrThrow();
		await insertState(session, { ...settings, id, teamId, isEnabled, type: settings.settings.type }, now);
		return monitorById(session, id, now);
	});
}

/** The monitor of that team and public id; null when there is none, or when it was deleted. */
export async function findMonitor(
	session: Session,
	teamId: number,
	publicId: string,
	now: number,
): Promise<Monitor | null> {
	const { rows } = await monitorRows(sql`and m.public_id = ${publicId} and m.team_id = ${teamId}`).execute(session.db);
	const row = rows[0];
	return row ? fromRow(row, now) : null;
}

/** A page of a team's monitors, newest first. */
export async function pageOfMonitors(
	session: Session,
	teamId: number,
	{ limit, direction, from }: Seek<MonitorKey>,
	now: number,
): Promise<Monitor[]> {
	const isForward = direction === "forward";
	const comparison = isForward ? sql`<` : sql`>`;
	const order = isForward ? sql`desc` : sql`asc`;
	const beyond = from ? sql`and (m.created_at, m.id) ${comparison} (${from[0]}, ${from[1]})` : sql``;
	const { rows } = await monitorRows(
		sql`and m.team_id = ${teamId} ${beyond} order by m.created_at ${order}, m.id ${order} limit ${limit}`,
	).execute(session.db);
	const monitors = rows.map((row) => fromRow(row, now));
	return isForward ? monitors : monitors.reverse();
}

/** How many monitors a team has, paused ones too. */
export async function countMonitors(session: Session, teamId: number): Promise<number> {
	const { rows } = await sql<{ count: number }>`
		select count(*) as count from monitors where team_id = ${teamId} and type in (${KNOWN_TYPES}) and deleted_at is null`.execute(
		session.db,
	);
	return rows[0]?.count ?? 0;
}

/**
 * Changes what is given and leaves the rest. A change of what is checked, and a resumption, make the monitor due at once; a
 * pause stops its checks. Null when the monitor was deleted meanwhile.
 */
export async function updateMonitor(
	session: Session,
	id: number,
	{ isEnabled, ...changes }: MonitorChanges,
	now: number,
): Promise<Monitor | null> {
	return session.transaction(async (session) => {
		const before = await lockMonitor(session, id, now);
		if (!before) return null;
		const after = changed(before, changes);
		const wasEnabled = before.enabledAt !== null;
		const willBeEnabled = isEnabled ?? wasEnabled;
		await session.db
			.updateTable("monitors")
			.set({
				...columnsOf(after),
				enabled_at: willBeEnabled ? (before.enabledAt ?? now) : null,
				// Always a later one, also for two changes within a millisecond or after the clock was set back.
				updated_at: Math.max(now, before.updatedAt + 1),
			})
			.where("id", "=", id)
			.execute();
		if (targetOf(after.settings) !== targetOf(before.settings)) await forgetCertificate(session, id);
		if (willBeEnabled && (!wasEnabled || changesWhatIsChecked(before, after))) {
			await makeDueNow(session, id, after, now);
		} else if (wasEnabled && !willBeEnabled) {
			await stopChecks(session, id);
		}
		return monitorById(session, id, now);
	});
}

/** Takes the monitor from every reader at once and stops its checks; false when somebody was quicker. */
export async function deleteMonitor(session: Session, id: number, now: number): Promise<boolean> {
	return session.transaction(async (session) => {
		const { numUpdatedRows } = await session.db
			.updateTable("monitors")
			.set({ deleted_at: now, enabled_at: null })
			.where("id", "=", id)
			.where("deleted_at", "is", null)
			.executeTakeFirst();
		if (numUpdatedRows === 0n) return false;
		await stopChecks(session, id);
		return true;
	});
}

/** The monitor as it is now, held against rivals until the transaction ends; null when it is deleted. */
export async function lockMonitor(session: Session, id: number, now: number): Promise<Monitor | null> {
	const locked = await session.db
		.selectFrom("monitors")
		.select("id")
		.where("id", "=", id)
		.where("deleted_at", "is", null)
		.modifyEnd(session.dialect.forUpdate)
		.executeTakeFirst();
	if (!locked) return null;
	return monitorById(session, id, now);
}

/** Another target has another certificate. */
async function forgetCertificate(session: Session, monitorId: number): Promise<void> {
	await session.db
		.updateTable("monitor_states")
		.set({
			ssl_status: null,
			ssl_expires_at: null,
			ssl_issuer: null,
			ssl_fingerprint: null,
			ssl_last_checked_at: null,
		})
		.where("monitor_id", "=", monitorId)
		.execute();
}

function columnsOf(settings: MonitorSettings) {
	return {
		name: settings.name,
		tags: JSON.stringify(settings.tags),
		...writeSettings(settings.settings),
		interval_seconds: settings.intervalSeconds,
		degraded_after_ms: settings.degradedAfterMs,
		timeout_seconds: settings.timeoutSeconds,
		location_hint: settings.locationHint,
		ssl_monitoring_enabled: (settings.sslMonitoringEnabled ? 1 : 0) as Flag,
		ssl_expiry_warning_days: settings.sslExpiryWarningDays,
	};
}

/**
 * Every monitor that exists, with its state: continue with `and …`. Text and not Kysely's builder, whose tree costs as much
 * to build and to print as SQLite takes to answer with a page (measured: 90 µs of 290).
 */
function monitorRows(rest: RawBuilder<unknown>): RawBuilder<MonitorRow> {
	return sql<MonitorRow>`${SELECT_MONITORS}${rest}`;
}

const SELECT_MONITORS = sql.raw(`
	select m.id, m.public_id, m.team_id, m.name, m.tags, m.type, m.settings, m.interval_seconds,
		m.degraded_after_ms, m.timeout_seconds, m.location_hint, m.ssl_monitoring_enabled, m.ssl_expiry_warning_days,
		m.enabled_at, m.created_at, m.updated_at, s.status, s.status_since, s.last_checked_at, s.ssl_status, s.ssl_expires_at,
		s.ssl_issuer, s.ssl_last_checked_at
	from monitors m join monitor_states s on s.monitor_id = m.id
	where m.type in (${CHECKED_TYPES.map((type) => `'${type}'`).join(", ")}) and m.deleted_at is null `);

/** A newer version may have left monitors of types that this one knows nothing of. */
const KNOWN_TYPES = sql.join(CHECKED_TYPES.map((type) => sql.lit(type)));

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
	>;

async function monitorById(session: Session, id: number, now: number): Promise<Monitor> {
	const row = (await monitorRows(sql`and m.id = ${id}`).execute(session.db)).rows[0];
	if (!row) throw new Error(`Monitor ${id} is gone within its own transaction`);
	return fromRow(row, now);
}

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
