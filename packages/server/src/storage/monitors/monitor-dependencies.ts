/**
 * What monitors depend on: the setting `dependsOn` is stored with the others, and as rows for statements that follow
 * dependencies.
 */

import { sql } from "kysely";
import { idRows } from "../database/id-rows.ts";
import { laterUpdatedAt } from "../database/tables/updated-at.ts";
import type { Tx } from "../database/tx.ts";
import { settingsWithout } from "./stored-settings.ts";

/**
 * Of two transactions that change dependencies of a team, or delete monitors on which others may depend, one waits for
 * the other. Before any monitor is locked.
 */
export async function lockDependencies({ db }: Tx, teamId: number): Promise<void> {
	await sql`insert into dependency_locks (team_id) values (${teamId})
		on conflict (team_id) do update set turns = 0`.execute(db);
}

export async function replaceAllDependencies(
	tx: Tx,
	monitors: readonly { readonly monitorId: number; readonly dependsOn: readonly number[] }[],
): Promise<void> {
	const ids = monitors.map(({ monitorId }) => monitorId);
	await sql`delete from monitor_dependencies
		where monitor_id in (select id from ${idRows(tx.dialect, ids)} as r)`.execute(tx.db);
	await addDependencies(
		tx,
		monitors.flatMap(({ monitorId, dependsOn }) => {
			return dependsOn.map((id) => ({ monitor_id: monitorId, depends_on_id: id }));
		}),
	);
}

/** Rows that are not there yet. */
export async function addDependencies(
	{ db, dialect }: Tx,
	rows: readonly { readonly monitor_id: number; readonly depends_on_id: number }[],
): Promise<void> {
	if (rows.length === 0) return;
	await sql`
		insert into monitor_dependencies (monitor_id, depends_on_id) select monitor_id, depends_on_id
		from ${dialect.rows({ monitor_id: "integer", depends_on_id: "integer" }, rows)} as r`.execute(db);
}

/** What monitors depend on, directly or not: of each of them and of those above, what it depends on itself. */
export async function dependenciesAbove(
	tx: Tx,
	monitorIds: readonly number[],
): Promise<ReadonlyMap<number, readonly number[]>> {
	const { rows } = await sql<{ monitor_id: number; depends_on_id: number }>`
		with recursive above (id) as (
			select id from ${idRows(tx.dialect, monitorIds)} as r
			union
			select d.depends_on_id from above as a join monitor_dependencies as d on d.monitor_id = a.id
		)
		select monitor_id, depends_on_id from monitor_dependencies
		where monitor_id in (select id from above)`.execute(tx.db);
	const byMonitor = Map.groupBy(rows, ({ monitor_id }) => monitor_id);
	return new Map([...byMonitor].map(([id, own]) => [id, own.map(({ depends_on_id }) => depends_on_id)]));
}

/** Deleted monitors leave the lists of those that depend on them. */
export async function removeDependencies(tx: Tx, deleted: readonly number[], now: number): Promise<void> {
	const ids = idRows(tx.dialect, deleted);
	const { rows } = await sql<{ id: number; settings: string; gone: string }>`
		select m.id, m.settings, gone.public_id as gone from monitor_dependencies as d
		join monitors as gone on gone.id = d.depends_on_id
		join monitors as m on m.id = d.monitor_id and m.deleted_at is null
		where d.depends_on_id in (select id from ${ids} as r) order by m.id`.execute(tx.db);
	await sql`
		delete from monitor_dependencies
		where depends_on_id in (select id from ${ids} as r) or monitor_id in (select id from ${ids} as r)`.execute(tx.db);
	const changed = Array.from(
		Map.groupBy(rows, ({ id }) => id),
		([id, ofMonitor]) => ({
			id,
			settings: settingsWithout(
				ofMonitor[0]?.settings ?? "{}",
				ofMonitor.map(({ gone }) => gone),
			),
		}),
	);
	if (changed.length === 0) return;
	await sql`
		update monitors set settings = r.settings, updated_at = ${laterUpdatedAt(now)}
		from ${tx.dialect.rows({ id: "integer", settings: "text" }, changed)} as r
		where monitors.id = r.id`.execute(tx.db);
}
