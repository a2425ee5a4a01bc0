/**
 * What the evaluation of runs (../../engine/heartbeats/evaluate-runs.ts) reads and writes. Monitors are locked in the
 * order of their keys, so that of two nodes each is evaluated by one.
 */

import { sql } from "kysely";
import { type CheckedMonitor, checkedMonitor } from "../../domain/checks/check.ts";
import { PING_KINDS, PINGS_KEPT, type Ping } from "../../domain/heartbeats/ping.ts";
import type { HeartbeatState } from "../../domain/heartbeats/runs.ts";
import type { CronSettings } from "../../domain/monitors/types.ts";
import { labelOf } from "../database/codes.ts";
import { idRows } from "../database/id-rows.ts";
import type { Tx } from "../database/tx.ts";
import { readSettings, SETTING_COLUMNS, type SettingsRow } from "../monitors/stored-settings.ts";

/** Old pings are deleted when this many more than PINGS_KEPT are stored: not one by one. */
const DELETED_AT_ONCE = 20;

/** Read at once: a backlog of pings is evaluated in parts. */
const PINGS_AT_ONCE = 2_000;

export interface NewPing extends Ping {
	readonly id: number;
}

/** A monitor of a job, locked until the transaction ends. */
export interface LockedHeartbeat extends CheckedMonitor {
	readonly monitorId: number;
	readonly settings: CronSettings;
	/** Null while paused. */
	readonly begunAt: number | null;
	readonly state: HeartbeatState | null;
	readonly pingsKept: number;
	/** Oldest first. */
	readonly pings: readonly NewPing[];
}

/** Whether there is anything to evaluate: asked before a transaction is begun. */
export async function isAnythingToEvaluate(tx: Tx, asOf: number): Promise<boolean> {
	const { rows } = await sql`
		select 1 where exists (select 1 from pings where is_new = 1)
			or exists (select 1 from heartbeats as h join monitors as m on m.id = h.monitor_id and m.deleted_at is null
				where h.wake_at < ${asOf})`.execute(tx.db);
	return rows.length > 0;
}

/**
 * Locks monitors with new pings and monitors for which something is decided by `asOf`, both up to `limit`. Where not
 * all new pings of these monitors are read, `areAllRead` is false: then nothing may count as late.
 */
export async function lockHeartbeats(
	tx: Tx,
	asOf: number,
	limit: number,
): Promise<{ heartbeats: LockedHeartbeat[]; areAllRead: boolean }> {
	const { rows: newest } = await sql<{ id: number; monitor_id: number }>`
		select id, monitor_id from pings where is_new = 1 order by id limit ${limit}`.execute(tx.db);
	const { rows: woken } = await sql<{ monitor_id: number }>`
		select h.monitor_id from heartbeats as h join monitors as m on m.id = h.monitor_id and m.deleted_at is null
		where h.wake_at < ${asOf} order by h.wake_at limit ${limit}`.execute(tx.db);
	const wanted = new Set([...newest, ...woken].map(({ monitor_id }) => monitor_id));
	if (wanted.size === 0) return { heartbeats: [], areAllRead: true };
	const ids = idRows(tx.dialect, [...wanted]);
	const { rows } = await sql<HeartbeatRow>`
		select monitor_id, begun_at, state, pings_kept from heartbeats
		where monitor_id in (select id from ${ids} as r)
		order by monitor_id${tx.dialect.forUpdateSkipLocked}`.execute(tx.db);
	const locked = idRows(
		tx.dialect,
		rows.map(({ monitor_id }) => monitor_id),
	);
	const { rows: monitors } = await sql<MonitorRow>`
		select id, team_id, deleted_at, ${sql.raw(SETTING_COLUMNS.join())} from monitors
		where id in (select id from ${locked} as r)`.execute(tx.db);
	// Read after the lock: what another node had evaluated before is not new any more.
	const { rows: pings } = await sql<PingRow>`
		select id, monitor_id, kind, exit_code, rid, received_at, address from pings
		where is_new = 1 and monitor_id in (select id from ${locked} as r) order by id limit ${PINGS_AT_ONCE}`.execute(
		tx.db,
	);
	const monitorsById = new Map(monitors.map((monitor) => [monitor.id, monitor]));
	const pingsOf = Map.groupBy(pings, (ping) => ping.monitor_id);
	const heartbeats = rows.flatMap((row): LockedHeartbeat[] => {
		const monitor = monitorsById.get(row.monitor_id);
		if (!monitor) return [];
		const checked = checkedMonitor(monitor.team_id, readSettings(monitor));
		const { settings } = checked;
		if (settings.type !== "cron") return [];
		return [
			{
				monitorId: row.monitor_id,
				...checked,
				settings,
				begunAt: monitor.deleted_at === null ? row.begun_at : null,
				state: row.state === null ? null : (JSON.parse(row.state) as HeartbeatState),
				pingsKept: row.pings_kept,
				pings: (pingsOf.get(row.monitor_id) ?? []).map(toPing),
			},
		];
	});
	return { heartbeats, areAllRead: pings.length < PINGS_AT_ONCE };
}

interface HeartbeatRow {
	readonly monitor_id: number;
	readonly begun_at: number | null;
	readonly state: string | null;
	readonly pings_kept: number;
}

interface MonitorRow extends SettingsRow {
	readonly id: number;
	readonly team_id: number;
	readonly deleted_at: number | null;
}

interface PingRow {
	readonly id: number;
	readonly monitor_id: number;
	readonly kind: number;
	readonly exit_code: number | null;
	readonly rid: string | null;
	readonly received_at: number;
	readonly address: string;
}

function toPing(row: PingRow): NewPing {
	return {
		id: row.id,
		kind: labelOf(PING_KINDS, row.kind),
		exitCode: row.exit_code,
		rid: row.rid,
		at: row.received_at,
		address: row.address,
	};
}

/** A monitor after its evaluation. */
export interface EvaluatedHeartbeat {
	readonly monitorId: number;
	/** Null while paused. */
	readonly state: HeartbeatState | null;
	readonly wakeAt: number | null;
	readonly pingsKept: number;
	/** The pings that were evaluated. */
	readonly pings: readonly { readonly id: number; readonly durationMs: number | null }[];
}

/** Writes what was evaluated, and deletes the pings beyond those that are kept. */
export async function writeEvaluated(tx: Tx, evaluated: readonly EvaluatedHeartbeat[]): Promise<void> {
	const isFull = ({ pingsKept, pings }: EvaluatedHeartbeat) => pingsKept + pings.length >= PINGS_KEPT + DELETED_AT_ONCE;
	const rows = tx.dialect.rows(
		{ monitor_id: "integer", state: "text", wake_at: "integer", pings_kept: "integer" },
		evaluated.map((one) => ({
			monitor_id: one.monitorId,
			state: one.state === null ? null : JSON.stringify(one.state),
			wake_at: one.wakeAt,
			pings_kept: isFull(one) ? PINGS_KEPT : one.pingsKept + one.pings.length,
		})),
	);
	await sql`
		update heartbeats set state = r.state, wake_at = r.wake_at, pings_kept = r.pings_kept from ${rows} as r
		where heartbeats.monitor_id = r.monitor_id`.execute(tx.db);
	const done = tx.dialect.rows(
		{ id: "integer", duration_ms: "integer" },
		evaluated.flatMap(({ pings }) => pings.map(({ id, durationMs }) => ({ id, duration_ms: durationMs }))),
	);
	await sql`
		update pings set is_new = 0, duration_ms = r.duration_ms from ${done} as r where pings.id = r.id`.execute(tx.db);
	for (const { monitorId } of evaluated.filter(isFull)) {
		await sql`
			delete from pings where monitor_id = ${monitorId} and is_new = 0 and id <= (
				select id from pings where monitor_id = ${monitorId} order by id desc limit 1 offset ${PINGS_KEPT}
			)`.execute(tx.db);
	}
}

/** After the clock was set back: what is recorded anew takes the place of what the wrong clock recorded. */
export async function raiseRevisions(
	tx: Tx,
	monitors: readonly { readonly monitorId: number; readonly minute: number }[],
): Promise<void> {
	if (monitors.length === 0) return;
	const rows = tx.dialect.rows(
		{ monitor_id: "integer", minute: "integer" },
		monitors.map(({ monitorId, minute }) => ({ monitor_id: monitorId, minute })),
	);
	await sql`
		update monitor_states set revision = revision + 1,
			last_minute = case when last_minute >= r.minute then r.minute - 1 else last_minute end
		from ${rows} as r where monitor_states.monitor_id = r.monitor_id`.execute(tx.db);
}
