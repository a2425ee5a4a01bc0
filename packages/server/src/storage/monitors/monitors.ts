/**
 * Monitors and their settings. The state that each check changes is in ../schedule/monitor-states.ts.
 *
 * No reader returns a monitor once `deleted_at` is set; its history is pruned afterwards.
 */

import { sql } from "kysely";
import type { MonitorType } from "../../domain/monitors/monitor.ts";
import type { Monitor, MonitorSettings } from "../../domain/monitors/settings.ts";
import { idRows } from "../database/id-rows.ts";
import { lockRow } from "../database/lock-row.ts";
import { newPublicId } from "../database/public-ids.ts";
import type { SecretBox } from "../database/secret-box.ts";
import { laterUpdatedAt } from "../database/tables/updated-at.ts";
import type { Tx } from "../database/tx.ts";
import { subtractDeleted } from "../figures/team-days.ts";
import { insertJob } from "../jobs/jobs.ts";
import { newReportKey } from "../jobs/report-keys.ts";
import { insertState, stopChecks } from "../schedule/monitor-states.ts";
import { removeDependencies } from "./monitor-dependencies.ts";
import { selectMonitors } from "./select-monitors.ts";
import { encryptSecrets, writeSettings } from "./stored-settings.ts";

/**
 * Creates a monitor with validated settings.
 * @param box encrypts the secrets of the settings and the key of a ping address; may be null where there are none
 */
export async function createMonitor(
	database: Tx,
	{ teamId, isEnabled, ...settings }: MonitorSettings & { teamId: number; isEnabled: boolean },
	now: number,
	box: SecretBox | null = null,
): Promise<Monitor> {
	const publicId = newPublicId("mon");
	const { columns, secrets } = writeSettings(settings);
	const encrypted = encryptSecrets(secrets, publicId, box);
	return database.transaction(async (tx) => {
		const { id } = await tx.db
			.insertInto("monitors")
			.values({
				...columns,
				encrypted,
				public_id: publicId,
				team_id: teamId,
				enabled_at: isEnabled ? now : null,
				created_at: now,
				updated_at: now,
				deleted_at: null,
			})
			.returning("id")
			.executeTakeFirstOrThrow();
		await insertState(tx, { ...settings, id, teamId, isEnabled, type: settings.settings.type }, now);
		if (settings.settings.type === "cron") {
			if (box === null) throw new Error("The key of a ping address can't be stored without a way to encrypt it");
			await insertJob(tx, id, newReportKey(box), isEnabled ? now : null);
		}
		return monitorOfKey(tx, id, now);
	});
}

/** The monitor of that team and public id; null when there is none, or when it was deleted. */
export async function findMonitor(tx: Tx, teamId: number, publicId: string, now: number): Promise<Monitor | null> {
	const found = await selectMonitors(tx, sql`and m.public_id = ${publicId} and m.team_id = ${teamId}`, now);
	return found[0] ?? null;
}

/** The monitor of this key, which exists. */
export async function monitorOfKey(tx: Tx, id: number, now: number): Promise<Monitor> {
	const monitor = (await selectMonitors(tx, sql`and m.id = ${id}`, now))[0];
	if (!monitor) throw new Error(`Monitor ${id} is gone within its own transaction`);
	return monitor;
}

/** The encrypted secrets of a monitor; null when it has none. */
export async function encryptedSecrets({ db }: Tx, id: number): Promise<string | null> {
	const row = await db.selectFrom("monitors").select("encrypted").where("id", "=", id).executeTakeFirst();
	return row?.encrypted ?? null;
}

/** @param encrypted undefined: stays */
export async function writeMonitor(
	{ db }: Tx,
	id: number,
	settings: MonitorSettings,
	{ enabledAt, encrypted }: { readonly enabledAt: number | null; readonly encrypted: string | null | undefined },
	now: number,
): Promise<void> {
	await db
		.updateTable("monitors")
		.set({ ...writeSettings(settings).columns, enabled_at: enabledAt, encrypted, updated_at: laterUpdatedAt(now) })
		.where("id", "=", id)
		.execute();
}

/**
 * Deletes monitors for every reader at once, with their secrets, and stops their checks. Returns how many were not
 * deleted already.
 */
export async function deleteMonitors(database: Tx, ids: readonly number[], now: number): Promise<number> {
	const rows = idRows(database.dialect, ids);
	return database.transaction(async (tx) => {
		const { rows: deleted } = await sql<{ id: number }>`
			update monitors set deleted_at = ${now}, enabled_at = null, encrypted = null
			where id in (select id from ${rows} as r) and deleted_at is null returning id`.execute(tx.db);
		if (deleted.length > 0) {
			await removeDependencies(
				tx,
				deleted.map(({ id }) => id),
				now,
			);
			await stopChecks(tx, ids);
			await subtractDeleted(
				tx,
				deleted.map(({ id }) => id),
			);
		}
		return deleted.length;
	});
}

/** As {@link findMonitor}, locked until the transaction ends. */
export async function lockMonitor(tx: Tx, teamId: number, publicId: string, now: number): Promise<Monitor | null> {
	await lockRow(tx, "monitors", publicId);
	return findMonitor(tx, teamId, publicId, now);
}

/** Forgets the certificate that was seen, for another target. */
export async function resetCertificate(tx: Tx, monitorId: number): Promise<void> {
	await tx.db
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

/** How many monitors of a type are checked, those of all teams. */
export async function countChecked({ db }: Tx, type: MonitorType): Promise<number> {
	const { count } = await db
		.selectFrom("monitors")
		.select(({ fn }) => fn.countAll<number>().as("count"))
		.where("type", "=", type)
		.where("enabled_at", "is not", null)
		.where("deleted_at", "is", null)
		.executeTakeFirstOrThrow();
	return Number(count);
}
