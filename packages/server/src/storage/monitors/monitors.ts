/**
 * Monitors as their owners set them up. What each check touches is ../schedule/monitor-states.ts; a change of what is
 * checked, and the duty to check it at once, are one transaction.
 *
 * A deleted monitor is gone for every reader as soon as `deleted_at` is set; its history is pruned afterwards.
 */

import { sql } from "kysely";
import {
	changed,
	changesWhatIsChecked,
	type Monitor,
	type MonitorChanges,
	type MonitorSettings,
} from "../../domain/monitors/settings.ts";
import { targetOf } from "../../domain/monitors/types.ts";
import { newPublicId } from "../database/public-ids.ts";
import type { Session } from "../database/session.ts";
import type { Flag } from "../database/tables/flag.ts";
import { insertState, makeDueNow, stopChecks } from "../schedule/monitor-states.ts";
import { selectMonitors } from "./select-monitors.ts";
import { writeSettings } from "./type-settings.ts";

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
	const found = await selectMonitors(session, sql`and m.public_id = ${publicId} and m.team_id = ${teamId}`, now);
	return found[0] ?? null;
}

/**
 * Changes what is given and leaves the rest. A change of what is checked, and a resumption, make the monitor due at
 * once; a pause stops its checks. Null when the monitor was deleted meanwhile.
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
				// Always increases, also for two changes within a millisecond or after the clock was set back.
				updated_at: Math.max(now, before.updatedAt + 1),
			})
			.where("id", "=", id)
			.execute();
		if (targetOf(after.settings) !== targetOf(before.settings)) await resetCertificate(session, id);
		if (willBeEnabled && (!wasEnabled || changesWhatIsChecked(before, after))) {
			await makeDueNow(session, id, after, now);
		} else if (wasEnabled && !willBeEnabled) {
			await stopChecks(session, [id]);
		}
		return monitorById(session, id, now);
	});
}

/** Deletes the monitor for every reader at once and stops its checks; false when it was deleted already. */
export async function deleteMonitor(session: Session, id: number, now: number): Promise<boolean> {
	return session.transaction(async (session) => {
		const { numUpdatedRows } = await session.db
			.updateTable("monitors")
			.set({ deleted_at: now, enabled_at: null })
			.where("id", "=", id)
			.where("deleted_at", "is", null)
			.executeTakeFirst();
		if (numUpdatedRows === 0n) return false;
		await stopChecks(session, [id]);
		return true;
	});
}

/** The present monitor, locked until the transaction ends; null when it is deleted. */
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
async function resetCertificate(session: Session, monitorId: number): Promise<void> {
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

async function monitorById(session: Session, id: number, now: number): Promise<Monitor> {
	const monitor = (await selectMonitors(session, sql`and m.id = ${id}`, now))[0];
	if (!monitor) throw new Error(`Monitor ${id} is gone within its own transaction`);
	return monitor;
}
