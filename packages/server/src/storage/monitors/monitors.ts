/**
 * Monitors and their settings. The state that each check changes is in ../schedule/monitor-states.ts.
 *
 * No reader returns a monitor once `deleted_at` is set; its history is pruned afterwards.
 */

import { sql } from "kysely";
import type { MonitorType } from "../../domain/monitors/monitor.ts";
import type { Monitor, MonitorSettings } from "../../domain/monitors/settings.ts";
import { linkAnew } from "../causes/dependencies.ts";
import { idRows } from "../database/id-rows.ts";
import { lockRow } from "../database/lock-row.ts";
import { newPublicId } from "../database/public-ids.ts";
import type { SecretBox } from "../database/secret-box.ts";
import { typesOf } from "../database/tables/column-types.ts";
import { laterUpdatedAt } from "../database/tables/updated-at.ts";
import type { Tx } from "../database/tx.ts";
import { subtractDeleted } from "../figures/team-days.ts";
import { insertJobs } from "../jobs/jobs.ts";
import { newReportKey } from "../jobs/report-keys.ts";
import { lockSchedulesOf } from "../results/lock-checks.ts";
import { insertStates, stopChecks } from "../schedule/monitor-states.ts";
import { removeDependencies } from "./monitor-dependencies.ts";
import { selectMonitors } from "./select-monitors.ts";
import { encryptSecrets, writeSettings } from "./stored-settings.ts";

type NewMonitor = MonitorSettings & { readonly isEnabled: boolean };

/** As {@link createMonitors}, of one. */
export async function createMonitor(
	database: Tx,
	{ teamId, ...wanted }: NewMonitor & { readonly teamId: number },
	now: number,
	box: SecretBox | null = null,
): Promise<Monitor> {
	const made = await createMonitors(database, teamId, [{ ...wanted, publicId: newPublicId("mon") }], now, box);
	return made[0] as Monitor;
}

/**
 * Creates monitors with validated settings; returns them in the same order. Thousands take as many statements as one.
 * @param box encrypts the secrets of the settings and the key of a ping address; may be null where there are none
 */
export async function createMonitors(
	database: Tx,
	teamId: number,
	wanted: readonly (NewMonitor & { readonly publicId: string })[],
	now: number,
	box: SecretBox | null,
): Promise<Monitor[]> {
	const values = wanted.map(({ publicId, isEnabled, ...settings }) => {
		const { columns, secrets } = writeSettings(settings);
		const own = { public_id: publicId, encrypted: encryptSecrets(secrets, publicId, box) };
		return { ...columns, ...own, enabled_at: isEnabled ? now : null };
	});
	return database.transaction(async (tx) => {
		const columns = sql.join(Object.keys(NEW_COLUMNS).map((name) => sql.ref(name)));
		const { rows } = await sql<{ id: number; public_id: string }>`
			insert into monitors (${columns}, team_id, created_at, updated_at)
			select ${columns}, cast(${teamId} as bigint), cast(${now} as bigint), cast(${now} as bigint)
			from ${tx.dialect.rows(NEW_COLUMNS, values)} as r returning id, public_id`.execute(tx.db);
		const ids = new Map(rows.map(({ id, public_id }) => [public_id, id]));
		const made = wanted.map((each) => ({
			...{ id: ids.get(each.publicId) as number, teamId, isEnabled: each.isEnabled },
			...{ intervalSeconds: each.intervalSeconds, timeoutSeconds: each.timeoutSeconds, type: each.settings.type },
		}));
		await insertStates(tx, made, now);
		const jobs = made.filter(({ type }) => type === "cron");
		if (jobs.length > 0) {
			if (box === null) throw new Error("The key of a ping address can't be stored without a way to encrypt it");
			const begun = jobs.map(({ id, isEnabled }) => ({ id, key: newReportKey(box), begunAt: isEnabled ? now : null }));
			await insertJobs(tx, begun);
		}
		return monitorsOfKeys(
			tx,
			made.map(({ id }) => id),
			now,
		);
	});
}

const WRITTEN_COLUMNS = typesOf(
	"monitors",
	["type", "settings", "name", "target", "tags", "importance"],
	["interval_seconds", "timeout_seconds", "ssl_monitoring_enabled", "ssl_expiry_warning_days", "enabled_at"],
);
const NEW_COLUMNS = { ...WRITTEN_COLUMNS, public_id: "text", encrypted: "text" } as const;

/** The monitor of that team and public id; null when there is none, or when it was deleted. */
export async function findMonitor(tx: Tx, teamId: number, publicId: string, now: number): Promise<Monitor | null> {
	const found = await selectMonitors(tx, sql`and m.public_id = ${publicId} and m.team_id = ${teamId}`, now);
	return found[0] ?? null;
}

/** The monitors of these keys, which exist, in the same order. */
export async function monitorsOfKeys(tx: Tx, ids: readonly number[], now: number): Promise<Monitor[]> {
	const found = await selectMonitors(tx, sql`and m.id in (select id from ${idRows(tx.dialect, ids)} as r)`, now);
	const byId = new Map(found.map((monitor) => [monitor.id, monitor]));
	return ids.map((id) => {
		const monitor = byId.get(id);
		if (!monitor) throw new Error(`Monitor ${id} is gone within its own transaction`);
		return monitor;
	});
}

/** The encrypted secrets of those of these monitors that have some. */
export async function encryptedSecrets(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
	const { rows } = await sql<{ id: number; encrypted: string }>`
		select id, encrypted from monitors
		where encrypted is not null and id in (select id from ${idRows(tx.dialect, ids)} as r)`.execute(tx.db);
	return new Map(rows.map(({ id, encrypted }) => [id, encrypted]));
}

interface WrittenMonitor {
	readonly id: number;
	readonly settings: MonitorSettings;
	readonly enabledAt: number | null;
	/** Undefined: stays. */
	readonly encrypted: string | null | undefined;
}

export async function writeMonitors(tx: Tx, written: readonly WrittenMonitor[], now: number): Promise<void> {
	const values = written.map(({ id, settings, enabledAt, encrypted }) => ({
		...writeSettings(settings).columns,
		...{ id, enabled_at: enabledAt, encrypted: encrypted ?? null, keeps_secrets: encrypted === undefined ? 1 : 0 },
	}));
	const columns = Object.keys(WRITTEN_COLUMNS).map((name) => sql`${sql.ref(name)} = ${sql.ref(`r.${name}`)}`);
	const types = { ...WRITTEN_COLUMNS, id: "integer", encrypted: "text", keeps_secrets: "integer" } as const;
	await sql`
		update monitors set ${sql.join(columns)}, updated_at = ${laterUpdatedAt(now)},
			encrypted = case when r.keeps_secrets = 1 then monitors.encrypted else r.encrypted end
		from ${tx.dialect.rows(types, values)} as r where monitors.id = r.id`.execute(tx.db);
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
			const gone = deleted.map(({ id }) => id);
			await lockSchedulesOf(tx, gone);
			await linkAnew(tx, gone, now);
			await removeDependencies(tx, gone, now);
			await stopChecks(tx, ids);
			await subtractDeleted(tx, gone);
		}
		return deleted.length;
	});
}

/** As {@link findMonitor}, locked until the transaction ends. */
export async function lockMonitor(tx: Tx, teamId: number, publicId: string, now: number): Promise<Monitor | null> {
	await lockRow(tx, "monitors", teamId, publicId);
	return findMonitor(tx, teamId, publicId, now);
}

/** The monitors of that team and these public ids, by those, locked until the transaction ends. */
export async function lockMonitors(
	tx: Tx,
	teamId: number,
	publicIds: readonly string[],
	now: number,
): Promise<ReadonlyMap<string, Monitor>> {
	const rows = publicIds.map((public_id) => ({ public_id }));
	const wanted = sql`(select public_id from ${tx.dialect.rows({ public_id: "text" }, rows)} as r)`;
	// In the order of the keys, as bulk actions lock them.
	await sql`select id from monitors where public_id in ${wanted} and team_id = ${teamId}
		order by id${tx.dialect.forUpdate}`.execute(tx.db);
	const found = await selectMonitors(tx, sql`and m.public_id in ${wanted} and m.team_id = ${teamId}`, now);
	return new Map(found.map((monitor) => [monitor.publicId, monitor]));
}

/** Deletes the certificates that were seen, for other targets. */
export async function resetCertificates(tx: Tx, monitorIds: readonly number[]): Promise<void> {
	if (monitorIds.length === 0) return;
	await sql`
		update monitor_states set ssl_status = null, ssl_expires_at = null, ssl_issuer = null, ssl_fingerprint = null,
			ssl_last_checked_at = null
		where monitor_id in (select id from ${idRows(tx.dialect, monitorIds)} as r)`.execute(tx.db);
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
