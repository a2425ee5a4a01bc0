/**
 * Monitors as their owners set them up. What each check touches is ./monitor-states.ts; a change of what is checked, and the duty to
 * check it at once, are one transaction.
 *
 * A deleted monitor is gone for every reader as soon as `deleted_at` is set; its history is swept away afterwards.
 */

import { sql } from "kysely";
import { validity } from "../domain/certificate.ts";
import {
	type LocationHint,
	type Method,
	type MonitorType,
	SSL_STATUSES,
	type SslStatus,
	STATUSES,
	type Status,
} from "../domain/monitor.ts";
import type { Seek } from "../domain/seek.ts";
import { wordOf } from "./codes.ts";
import type { Engine, Queryable } from "./engine.ts";
import { insertState, makeDueNow, stopChecks } from "./monitor-states.ts";
import { newPublicId } from "./public-ids.ts";
import type { Flag } from "./schema.ts";

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
	readonly lastCheckedAt: number | null;
	/** As of the instant asked for: a certificate also expires between two checks. */
	readonly sslStatus: SslStatus;
	readonly sslExpiresAt: number | null;
	readonly sslIssuer: string | null;
	readonly sslLastCheckedAt: number | null;
}

/** A monitor's place in the list: newest first, of equal age the one made last. */
export type MonitorKey = readonly [createdAt: number, id: number];

export async function createMonitor(
	engine: Engine,
	{ teamId, isEnabled, ...settings }: MonitorSettings & { teamId: number; isEnabled: boolean },
	now: number,
): Promise<Monitor> {
	return engine.db.transaction().execute(async (transaction) => {
		const { id } = await transaction
			.insertInto("monitors")
			.values({
				...columnsOf(settings),
				public_id: newPublicId("mon"),
				team_id: teamId,
				type: "http",
				enabled_at: isEnabled ? now : null,
				created_at: now,
				updated_at: now,
				deleted_at: null,
			})
			.returning("id")
			.executeTakeFirstOrThrow();
		await insertState(transaction, { ...settings, id, teamId, isEnabled, type: "http" }, now);
		return fromRow(await monitorRows(transaction).where("monitors.id", "=", id).executeTakeFirstOrThrow(), now);
	});
}

/** The http monitor of that team and public id; null when there is none, or when it was deleted. */
export async function findMonitor(
	engine: Engine,
	teamId: number,
	publicId: string,
	now: number,
): Promise<Monitor | null> {
	const row = await monitorRows(engine.db)
		.where("monitors.public_id", "=", publicId)
		.where("monitors.team_id", "=", teamId)
		.executeTakeFirst();
	return row ? fromRow(row, now) : null;
}

/** A stretch of a team's http monitors, newest first. */
export async function pageOfMonitors(
	engine: Engine,
	teamId: number,
	{ limit, direction, from }: Seek<MonitorKey>,
	now: number,
): Promise<Monitor[]> {
	const isForward = direction === "forward";
	const order = isForward ? "desc" : "asc";
	let query = monitorRows(engine.db)
		.where("monitors.team_id", "=", teamId)
		.orderBy("monitors.created_at", order)
		.orderBy("monitors.id", order)
		.limit(limit);
	if (from) {
		const comparison = isForward ? sql`<` : sql`>`;
		query = query.where(sql<boolean>`(monitors.created_at, monitors.id) ${comparison} (${sql.join([...from])})`);
	}
	const monitors = (await query.execute()).map((row) => fromRow(row, now));
	return isForward ? monitors : monitors.reverse();
}

/** How many http monitors a team has, paused ones too. */
export async function countMonitors(engine: Engine, teamId: number): Promise<number> {
	const { count } = await engine.db
		.selectFrom("monitors")
		.select((is) => is.fn.countAll<number>().as("count"))
		.where("team_id", "=", teamId)
		.where("type", "=", "http")
		.where("deleted_at", "is", null)
		.executeTakeFirstOrThrow();
	return count;
}

/**
 * Changes what is given and leaves the rest. A change of what is checked, and a resumption, make the monitor due at once; a
 * pause stops its checks. Null when the monitor was deleted meanwhile.
 */
export async function updateMonitor(
	engine: Engine,
	id: number,
	{ isEnabled, ...changes }: Partial<MonitorSettings> & { isEnabled?: boolean },
	now: number,
): Promise<Monitor | null> {
	return engine.db.transaction().execute(async (transaction) => {
		const before = await lockMonitor(engine, transaction, id, now);
		if (!before) return null;
		const after: MonitorSettings = { ...before, ...changes };
		const wasEnabled = before.enabledAt !== null;
		const willBeEnabled = isEnabled ?? wasEnabled;
		await transaction
			.updateTable("monitors")
			.set({
				...columnsOf(after),
				enabled_at: willBeEnabled ? (before.enabledAt ?? now) : null,
				// Always a later one, also for two changes within a millisecond or after the clock was set back.
				updated_at: Math.max(now, before.updatedAt + 1),
			})
			.where("id", "=", id)
			.execute();
		if (after.url !== before.url) await forgetCertificate(transaction, id);
		if (willBeEnabled && (!wasEnabled || changesWhatIsChecked(before, after))) {
			await makeDueNow(transaction, id, after, now);
		} else if (wasEnabled && !willBeEnabled) {
			await stopChecks(transaction, id);
		}
		return fromRow(await monitorRows(transaction).where("monitors.id", "=", id).executeTakeFirstOrThrow(), now);
	});
}

/** Takes the monitor from every reader at once and stops its checks; false when somebody was quicker. */
export async function deleteMonitor(engine: Engine, id: number, now: number): Promise<boolean> {
	return engine.db.transaction().execute(async (transaction) => {
		const { numUpdatedRows } = await transaction
			.updateTable("monitors")
			.set({ deleted_at: now, enabled_at: null })
			.where("id", "=", id)
			.where("deleted_at", "is", null)
			.executeTakeFirst();
		if (numUpdatedRows === 0n) return false;
		await stopChecks(transaction, id);
		return true;
	});
}

/** The monitor as it is now, held against rivals until the transaction ends; null when it is deleted. */
export async function lockMonitor(
	engine: Engine,
	transaction: Queryable,
	id: number,
	now: number,
): Promise<Monitor | null> {
	const locked = await transaction
		.selectFrom("monitors")
		.select("id")
		.where("id", "=", id)
		.where("deleted_at", "is", null)
		.modifyEnd(engine.forUpdate)
		.executeTakeFirst();
	if (!locked) return null;
	return fromRow(await monitorRows(transaction).where("monitors.id", "=", id).executeTakeFirstOrThrow(), now);
}

/** A change of any of these is a change of what is checked (decisions §3.8). */
const CHECKED: readonly (keyof MonitorSettings)[] = [
	"url",
	"method",
	"expectedStatus",
	"timeoutSeconds",
	"degradedAfterMs",
	"intervalSeconds",
];

function changesWhatIsChecked(before: MonitorSettings, after: MonitorSettings): boolean {
	return CHECKED.some((setting) => before[setting] !== after[setting]);
}

/** Another url is another certificate. */
async function forgetCertificate(db: Queryable, monitorId: number): Promise<void> {
	await db
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
		target: settings.url,
		method: settings.method,
		expected_status: settings.expectedStatus,
		interval_seconds: settings.intervalSeconds,
		degraded_after_ms: settings.degradedAfterMs,
		timeout_seconds: settings.timeoutSeconds,
		location_hint: settings.locationHint,
		ssl_monitoring_enabled: (settings.sslMonitoringEnabled ? 1 : 0) as Flag,
		ssl_expiry_warning_days: settings.sslExpiryWarningDays,
	};
}

function monitorRows(db: Queryable) {
	return db
		.selectFrom("monitors")
		.innerJoin("monitor_states", "monitor_states.monitor_id", "monitors.id")
		.select([
			"monitors.id",
			"monitors.public_id",
			"monitors.team_id",
			"monitors.name",
			"monitors.target",
			"monitors.method",
			"monitors.expected_status",
			"monitors.interval_seconds",
			"monitors.degraded_after_ms",
			"monitors.timeout_seconds",
			"monitors.location_hint",
			"monitors.ssl_monitoring_enabled",
			"monitors.ssl_expiry_warning_days",
			"monitors.enabled_at",
			"monitors.created_at",
			"monitors.updated_at",
			"monitor_states.status",
			"monitor_states.last_checked_at",
			"monitor_states.ssl_status",
			"monitor_states.ssl_expires_at",
			"monitor_states.ssl_issuer",
			"monitor_states.ssl_last_checked_at",
		])
		.where("monitors.type", "=", "http" satisfies MonitorType)
		.where("monitors.deleted_at", "is", null);
}

type MonitorRow = Awaited<ReturnType<ReturnType<typeof monitorRows>["executeTakeFirstOrThrow"]>>;

function fromRow(row: MonitorRow, now: number): Monitor {
	return {
		id: row.id,
		publicId: row.public_id,
		teamId: row.team_id,
		name: row.name,
		url: row.target,
		method: row.method,
		expectedStatus: row.expected_status,
		intervalSeconds: row.interval_seconds,
		degradedAfterMs: row.degraded_after_ms,
		timeoutSeconds: row.timeout_seconds,
		locationHint: row.location_hint,
		sslMonitoringEnabled: row.ssl_monitoring_enabled === 1,
		sslExpiryWarningDays: row.ssl_expiry_warning_days,
		enabledAt: row.enabled_at,
		createdAt: row.created_at,
		updatedAt: row.updated_at,
		status: wordOf(STATUSES, row.status),
		lastCheckedAt: row.last_checked_at,
		sslStatus: sslStatusAt(row, now),
		sslExpiresAt: row.ssl_expires_at,
		sslIssuer: row.ssl_issuer,
		sslLastCheckedAt: row.ssl_last_checked_at,
	};
}

function sslStatusAt(row: MonitorRow, now: number): SslStatus {
	if (row.ssl_status === null || row.ssl_monitoring_enabled === 0) return "unknown";
	const seen = wordOf(SSL_STATUSES, row.ssl_status);
	const isTrusted = seen === "valid" || seen === "expiring";
	return isTrusted && row.ssl_expires_at !== null
		? validity(row.ssl_expires_at, row.ssl_expiry_warning_days, now)
		: seen;
}
