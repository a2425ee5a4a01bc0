/** Reads and changes many monitors of a team, each action in one statement. */

import { sql } from "kysely";
import { IMPORTANCES, type Importance } from "../../domain/monitors/common-settings.ts";
import type { MonitorFilter } from "../../domain/monitors/filter.ts";
import type { MonitorType } from "../../domain/monitors/monitor.ts";
import { labelOf } from "../database/codes.ts";
import { idRows } from "../database/id-rows.ts";
import type { Row } from "../database/schema.ts";
import { laterUpdatedAt } from "../database/tables/updated-at.ts";
import type { Tx } from "../database/tx.ts";
import type { Timing } from "../schedule/monitor-states.ts";
import { monitorIdsOf } from "./list-monitors.ts";
import { EXISTS, isOneOf } from "./select-monitors.ts";

export interface BulkRow {
	readonly id: number;
	readonly publicId: string;
	readonly isEnabled: boolean;
	readonly tags: readonly string[];
	readonly type: MonitorType;
	readonly importance: Importance;
	readonly intervalSeconds: number;
	readonly timeoutSeconds: number;
}

/** Locks the team's monitors with these public ids; unknown ones are left out. */
export function lockNamed(tx: Tx, teamId: number, publicIds: ReadonlySet<string>): Promise<BulkRow[]> {
	const wanted = tx.dialect.rows(
		{ public_id: "text" },
		[...publicIds].map((public_id) => ({ public_id })),
	);
	return lockRows(tx, sql`${isOneOf(teamId)} and m.public_id in (select public_id from ${wanted} as w)`);
}

/** Locks the team's monitors that match, at most `limit`. */
export async function lockMatching(tx: Tx, teamId: number, filter: MonitorFilter, limit: number): Promise<BulkRow[]> {
	const wanted = idRows(tx.dialect, await monitorIdsOf(tx, teamId, filter, limit));
	return lockRows(tx, sql`${isOneOf(teamId)} and m.id in (select id from ${wanted} as w)`);
}

type LockedRow = Pick<
	Row<"monitors">,
	"id" | "public_id" | "enabled_at" | "tags" | "type" | "importance" | "interval_seconds" | "timeout_seconds"
>;

async function lockRows({ db, dialect }: Tx, condition: ReturnType<typeof sql>): Promise<BulkRow[]> {
	// In the order of the keys, so that two bulk actions never wait for each other in a circle.
	const { rows } = await sql<LockedRow>`
		select m.id, m.public_id, m.enabled_at, m.tags, m.type, m.importance, m.interval_seconds, m.timeout_seconds
		from monitors m
		where ${EXISTS} and ${condition} order by m.id${dialect.forUpdate}`.execute(db);
	return rows.map((row) => ({
		id: row.id,
		publicId: row.public_id,
		isEnabled: row.enabled_at !== null,
		tags: JSON.parse(row.tags) as string[],
		type: row.type,
		importance: labelOf(IMPORTANCES, row.importance),
		intervalSeconds: row.interval_seconds,
		timeoutSeconds: row.timeout_seconds,
	}));
}

/** @param enabledAt null: paused */
export async function setEnabledAt(
	tx: Tx,
	ids: readonly number[],
	enabledAt: number | null,
	now: number,
): Promise<void> {
	await sql`
		update monitors set enabled_at = ${enabledAt}, updated_at = ${laterUpdatedAt(now)}
		where id in (select id from ${idRows(tx.dialect, ids)} as r)`.execute(tx.db);
}

/** Monitors whose tags stay as they are do not change. */
export async function setTags(
	tx: Tx,
	changes: readonly { readonly row: BulkRow; readonly tags: readonly string[] }[],
	now: number,
): Promise<void> {
	const rows = tx.dialect.rows(
		{ id: "integer", tags: "text" },
		changes
			.map(({ row, tags }) => ({ id: row.id, tags: JSON.stringify(tags), before: JSON.stringify(row.tags) }))
			.filter(({ tags, before }) => tags !== before),
	);
	await sql`
		update monitors set tags = r.tags, updated_at = ${laterUpdatedAt(now)}
		from ${rows} as r where monitors.id = r.id`.execute(tx.db);
}

/** Sets the times of monitors and of their checks; those of paused ones too, which are resumed with them. */
export async function setTiming(
	tx: Tx,
	monitors: readonly ({ readonly id: number } & Timing)[],
	now: number,
): Promise<void> {
	const timed = tx.dialect.rows(
		{ id: "integer", interval_seconds: "integer", timeout_seconds: "integer" },
		monitors.map(({ id, intervalSeconds, timeoutSeconds }) => {
			return { id, interval_seconds: intervalSeconds, timeout_seconds: timeoutSeconds };
		}),
	);
	await sql`
		update monitors set interval_seconds = r.interval_seconds, timeout_seconds = r.timeout_seconds,
			updated_at = ${laterUpdatedAt(now)}
		from ${timed} as r where monitors.id = r.id`.execute(tx.db);
	await sql`
		update monitor_states set interval_ms = r.interval_seconds * 1000, timeout_ms = r.timeout_seconds * 1000
		from ${timed} as r where monitor_states.monitor_id = r.id`.execute(tx.db);
}
