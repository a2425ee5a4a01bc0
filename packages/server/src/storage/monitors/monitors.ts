/**
 * Monitors and their settings. The state that each check changes is in ../schedule/monitor-states.ts. A change of what
 * is checked makes the monitor due in the same transaction.
 *
 * No reader returns a monitor once `deleted_at` is set; its history is pruned afterwards.
 */

import { sql } from "kysely";
import { keepingSecrets, missingSecrets } from "../../domain/monitors/secrets.ts";
import {
	changed,
	changesWhatIsChecked,
	expectsSameRuns,
	type Monitor,
	type MonitorChanges,
	type MonitorSettings,
} from "../../domain/monitors/settings.ts";
import type { SettingsProblem } from "../../domain/monitors/type.ts";
import { targetOf } from "../../domain/monitors/types.ts";
import { newPublicId } from "../database/public-ids.ts";
import type { SecretBox } from "../database/sealed-secrets.ts";
import type { Session } from "../database/session.ts";
import type { Flag } from "../database/tables/flag.ts";
import { evaluateAgain, expectRuns, insertHeartbeat } from "../heartbeats/heartbeats.ts";
import { newPingKey } from "../heartbeats/ping-keys.ts";
import { insertState, makeDueNow, stopChecks } from "../schedule/monitor-states.ts";
import { selectMonitors } from "./select-monitors.ts";
import { openSecrets, sealSecrets, writeSettings } from "./type-settings.ts";

/**
 * Creates a monitor with validated settings.
 * @param box seals the secrets of the settings and the key of a ping address; may be null where there are none
 */
export async function createMonitor(
	session: Session,
	{ teamId, isEnabled, ...settings }: MonitorSettings & { teamId: number; isEnabled: boolean },
	now: number,
	box: SecretBox | null = null,
): Promise<Monitor> {
	const publicId = newPublicId("mon");
	const { columns, secrets } = columnsOf(settings);
	const sealed = sealSecrets(secrets, publicId, box);
	return session.transaction(async (session) => {
		const { id } = await session.db
			.insertInto("monitors")
			.values({
				...columns,
				sealed,
				public_id: publicId,
				team_id: teamId,
				enabled_at: isEnabled ? now : null,
				created_at: now,
				updated_at: now,
				deleted_at: null,
			})
			.returning("id")
			.executeTakeFirstOrThrow();
		await insertState(session, { ...settings, id, teamId, isEnabled, type: settings.settings.type }, now);
		if (settings.settings.type === "cron") {
			if (box === null) throw new Error("The key of a ping address can't be stored without a way to seal it");
			await insertHeartbeat(session, id, newPingKey(box), isEnabled ? now : null);
		}
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
 * once; a pause stops its checks. Null when the monitor was deleted meanwhile, the problems when a secret is
 * missing.
 * @param box opens and seals the secrets of the settings; may be null where they have none
 */
export async function updateMonitor(
	session: Session,
	id: number,
	{ isEnabled, ...changes }: MonitorChanges,
	now: number,
	box: SecretBox | null = null,
): Promise<Monitor | { readonly problems: readonly SettingsProblem[] } | null> {
	return session.transaction(async (session) => {
		const before = await lockMonitor(session, id, now);
		if (!before) return null;
		const wanted = await settingsAfter(session, before, changes, box);
		if ("problems" in wanted) return { problems: wanted.problems };
		const { after, columns, changesSecrets } = wanted;
		const wasEnabled = before.enabledAt !== null;
		const willBeEnabled = isEnabled ?? wasEnabled;
		await session.db
			.updateTable("monitors")
			.set({
				...columns,
				enabled_at: willBeEnabled ? (before.enabledAt ?? now) : null,
				// Always increases, also for two changes within a millisecond or after the clock was set back.
				updated_at: Math.max(now, before.updatedAt + 1),
			})
			.where("id", "=", id)
			.execute();
		if (leadsElsewhere(before, after)) await resetCertificate(session, id);
		if (before.settings.type === "cron" && after.settings.type === "cron") {
			const isSame = willBeEnabled === wasEnabled && expectsSameRuns(before.settings, after.settings);
			if (!isSame) await expectRuns(session, [id], willBeEnabled ? now : null);
			else if (willBeEnabled) await evaluateAgain(session, id, now);
		} else if (willBeEnabled && (!wasEnabled || changesSecrets || changesWhatIsChecked(before, after))) {
			await makeDueNow(session, id, after, now);
		} else if (wasEnabled && !willBeEnabled) {
			await stopChecks(session, [id]);
		}
		return monitorById(session, id, now);
	});
}

interface SettingsAfter {
	readonly after: MonitorSettings;
	readonly columns: ReturnType<typeof columnsOf>["columns"] & { readonly sealed?: string | null };
	readonly changesSecrets: boolean;
}

/** The settings after `changes`, with the columns that hold them; secrets that are not given anew are kept. */
async function settingsAfter(
	session: Session,
	before: Monitor,
	changes: Omit<MonitorChanges, "isEnabled">,
	box: SecretBox | null,
): Promise<SettingsAfter | { readonly problems: readonly SettingsProblem[] }> {
	const after = changed(before, changes);
	// Nothing of the type's own settings is touched, and so no secret, not even one that can't be opened any more.
	if (changes.settings === undefined) return { after, columns: columnsOf(after).columns, changesSecrets: false };
	const row = await session.db
		.selectFrom("monitors")
		.select(["public_id", "sealed"])
		.where("id", "=", before.id)
		.executeTakeFirstOrThrow();
	const known = openSecrets(row, box);
	const settings = keepingSecrets(after.settings, before.settings, known);
	const problems = missingSecrets(settings);
	if (problems.length > 0) return { problems };
	const { columns, secrets } = columnsOf({ ...after, settings });
	const changesSecrets = JSON.stringify(secrets) !== JSON.stringify(known);
	const sealed = changesSecrets ? sealSecrets(secrets, row.public_id, box) : row.sealed;
	return { after: { ...after, settings }, columns: { ...columns, sealed }, changesSecrets };
}

/** As {@link deleteMonitors} for one; false when it was deleted already. */
export async function deleteMonitor(session: Session, id: number, now: number): Promise<boolean> {
	return (await deleteMonitors(session, [id], now)) > 0;
}

/**
 * Deletes monitors for every reader at once, with their secrets, and stops their checks. Returns how many were not
 * deleted already.
 */
export async function deleteMonitors(session: Session, ids: readonly number[], now: number): Promise<number> {
	const rows = session.dialect.rows(
		{ id: "integer" },
		ids.map((id) => ({ id })),
	);
	return session.transaction(async (session) => {
		const { numAffectedRows } = await sql`
			update monitors set deleted_at = ${now}, enabled_at = null, sealed = null
			where id in (select id from ${rows} as r) and deleted_at is null`.execute(session.db);
		const deleted = Number(numAffectedRows ?? 0n);
		if (deleted > 0) await stopChecks(session, ids);
		return deleted;
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

/** A new name alone is no other target. */
function leadsElsewhere(before: Monitor, after: MonitorSettings): boolean {
	return targetOf(after.settings, before.name) !== targetOf(before.settings, before.name);
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

/** The columns of settings without their secrets, and those. */
function columnsOf(settings: MonitorSettings) {
	const { columns, secrets } = writeSettings(settings.settings, settings.name);
	return {
		secrets,
		columns: {
			name: settings.name,
			tags: JSON.stringify(settings.tags),
			...columns,
			interval_seconds: settings.intervalSeconds,
			degraded_after_ms: settings.degradedAfterMs,
			timeout_seconds: settings.timeoutSeconds,
			location_hint: settings.locationHint,
			ssl_monitoring_enabled: (settings.sslMonitoringEnabled ? 1 : 0) as Flag,
			ssl_expiry_warning_days: settings.sslExpiryWarningDays,
		},
	};
}

async function monitorById(session: Session, id: number, now: number): Promise<Monitor> {
	const monitor = (await selectMonitors(session, sql`and m.id = ${id}`, now))[0];
	if (!monitor) throw new Error(`Monitor ${id} is gone within its own transaction`);
	return monitor;
}
