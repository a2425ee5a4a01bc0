/** The states of monitors as a commit of checks reads and writes them. */

import { sql } from "kysely";
import type { CheckOrder } from "../../domain/checks/check.ts";
import type { MonitorState } from "../../domain/checks/transition.ts";
import { SSL_STATUSES, STATUSES } from "../../domain/monitors/monitor.ts";
import { codeOf, labelOf } from "../database/codes.ts";
import type { ColumnType } from "../database/dialect.ts";
import { idRows } from "../database/id-rows.ts";
import type { MonitorStateTable } from "../database/tables/checks.ts";
import { typesOf } from "../database/tables/column-types.ts";
import type { Tx } from "../database/tx.ts";

/** A monitor's state, with the settings that a commit needs. */
export type StateRow = Omit<MonitorStateTable, "held_by"> & {
	ssl_monitoring_enabled: 0 | 1;
	ssl_expiry_warning_days: number;
};

/**
 * The states of those monitors that are not deleted, locked until the transaction ends, in the order of their keys: two
 * recorders, or a recorder and an edit, run one after the other and never deadlock.
 */
export async function lockStates(tx: Tx, monitorIds: readonly number[]): Promise<Map<number, StateRow>> {
	const ids = idRows(tx.dialect, monitorIds);
	const { rows: states } = await sql<MonitorStateTable>`
		select * from monitor_states where monitor_id in (select id from ${ids} as r)
		order by monitor_id${tx.dialect.forUpdate}`.execute(tx.db);
	const { rows: monitors } = await sql<Omit<StateRow, keyof MonitorStateTable> & { id: number }>`
		select id, ssl_monitoring_enabled, ssl_expiry_warning_days from monitors
		where id in (select id from ${ids} as r) and deleted_at is null`.execute(tx.db);
	const settings = new Map(monitors.map(({ id, ...monitor }) => [id, monitor]));
	const rows = new Map<number, StateRow>();
	for (const state of states) {
		const monitor = settings.get(state.monitor_id);
		if (monitor) rows.set(state.monitor_id, { ...state, ...monitor });
	}
	return rows;
}

/** Holds states in memory for the commits of the only process of a database. */
export interface HeldStates {
	/** Copies of the states of those monitors that are not deleted; called within the transaction of the commit. */
	statesOf(tx: Tx, monitorIds: readonly number[]): Promise<Map<number, StateRow>>;
	/** Whether the monitor is known to be up, so that one more check that is up says nothing new. */
	isUp(monitorId: number): boolean;
	/** The check of `order` was made. Its outcome is committed later, perhaps when the database takes writes again. */
	noteMade(order: CheckOrder): void;
	/** `after` is committed. */
	noteCommitted(after: ReadonlyMap<number, StateRow>): void;
}

export function toState(row: StateRow): MonitorState {
	return {
		status: labelOf(STATUSES, row.status),
		statusSince: row.status_since,
		lastMinute: row.last_minute,
		lastCheckedAt: row.last_checked_at,
		lastUpAt: row.last_up_at,
		failingStreak: row.failing_streak,
		failingSince: row.failing_since,
		missedStreak: row.missed_streak,
		missedSince: row.missed_since,
		lastMissedMinute: row.last_missed_minute,
		certificate: {
			status: row.ssl_status === null ? "unknown" : labelOf(SSL_STATUSES, row.ssl_status),
			expiresAt: row.ssl_expires_at,
			issuer: row.ssl_issuer,
			fingerprint: row.ssl_fingerprint,
			lastCheckedAt: row.ssl_last_checked_at,
		},
	};
}

export function applyState(row: StateRow, state: MonitorState): void {
	row.status = codeOf(STATUSES, state.status);
	row.status_since = state.statusSince;
	row.last_minute = state.lastMinute;
	row.last_checked_at = state.lastCheckedAt;
	row.last_up_at = state.lastUpAt;
	row.failing_streak = state.failingStreak;
	row.failing_since = state.failingSince;
	row.missed_streak = state.missedStreak;
	row.missed_since = state.missedSince;
	row.last_missed_minute = state.lastMissedMinute;
	row.ssl_status = codeOf(SSL_STATUSES, state.certificate.status);
	row.ssl_expires_at = state.certificate.expiresAt;
	row.ssl_issuer = state.certificate.issuer;
	row.ssl_fingerprint = state.certificate.fingerprint;
	row.ssl_last_checked_at = state.certificate.lastCheckedAt;
}

/** What every check moves. */
const MOVED_COLUMNS = typesOf("monitor_states", [
	"slot_at",
	"last_minute",
	"last_checked_at",
	"last_up_at",
	"ssl_last_checked_at",
]);

/** What a check changes when it says something new. */
const CHANGED_COLUMNS = typesOf(
	"monitor_states",
	["was_slow", "status", "status_since", "failing_streak"],
	["failing_since", "missed_streak", "missed_since", "last_missed_minute"],
	["ssl_status", "ssl_expires_at", "ssl_issuer", "ssl_fingerprint"],
);

/** The lease, where it is in the row. */
const LEASE_COLUMNS = { due_at: "integer", claimed: "integer" } as const;

type Columns = Readonly<Partial<Record<keyof StateRow, ColumnType>>>;

/** Writes states as they are in `rows`, leases included. */
export function writeStates(tx: Tx, rows: readonly StateRow[]): Promise<void> {
	return writeColumns(tx, { ...LEASE_COLUMNS, ...MOVED_COLUMNS, ...CHANGED_COLUMNS }, rows);
}

/**
 * Writes what differs from `before`, where leases are kept elsewhere: all columns of those monitors whose check said
 * something new, and of the others what every check moves.
 */
export async function writeChanges(
	tx: Tx,
	after: ReadonlyMap<number, StateRow>,
	before: ReadonlyMap<number, StateRow>,
): Promise<void> {
	const changed: StateRow[] = [];
	const moved: StateRow[] = [];
	for (const [id, row] of after) {
		const known = before.get(id);
		if (differ(CHANGED_COLUMNS, row, known)) changed.push(row);
		else if (differ(MOVED_COLUMNS, row, known)) moved.push(row);
	}
	await writeColumns(tx, { ...MOVED_COLUMNS, ...CHANGED_COLUMNS }, changed);
	await writeColumns(tx, MOVED_COLUMNS, moved);
}

function differ(columns: Columns, one: StateRow, other: StateRow | undefined): boolean {
	for (const column in columns) {
		if (one[column as keyof StateRow] !== other?.[column as keyof StateRow]) return true;
	}
	return false;
}

async function writeColumns(tx: Tx, columns: Columns, states: readonly StateRow[]): Promise<void> {
	if (states.length === 0) return;
	// SQLite keeps them in the order of their phases, and finds one by both for half the cost of the index of monitors.
	const key = { phase_ms: "integer", monitor_id: "integer" } as const;
	await tx.dialect.updateRows(tx.db, { table: "monitor_states", key, columns, rows: states });
}
