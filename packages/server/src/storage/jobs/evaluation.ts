/**
 * What the evaluation of runs (../../engine/jobs/evaluate-runs.ts) reads and writes. Monitors are locked in the
 * order of their keys, so that of two nodes each is evaluated by one.
 */

import { sql } from "kysely";
import type { CheckedMonitor } from "../../domain/checks/check.ts";
import { checkedMonitor } from "../../domain/checks/checked-monitor.ts";
import { type JobReport, REPORT_KINDS, REPORTS_KEPT } from "../../domain/jobs/job-report.ts";
import type { JobState } from "../../domain/jobs/runs.ts";
import type { CronSettings } from "../../domain/monitors/types.ts";
import { labelOf } from "../database/codes.ts";
import { idRows } from "../database/id-rows.ts";
import type { Row } from "../database/schema.ts";
import type { Tx } from "../database/tx.ts";
import { readSettings, SETTING_COLUMNS, type SettingsRow } from "../monitors/stored-settings.ts";

/** Old reports are deleted when this many more than REPORTS_KEPT are stored: not one by one. */
const DELETED_AT_ONCE = 20;

/** Read at once: a backlog of reports is evaluated in parts. */
const REPORTS_AT_ONCE = 2_000;

interface NewReport extends JobReport {
	readonly id: number;
}

/** A monitor of a job, locked until the transaction ends. */
export interface LockedJob extends CheckedMonitor {
	readonly monitorId: number;
	readonly settings: CronSettings;
	/** Null while paused. */
	readonly begunAt: number | null;
	readonly state: JobState | null;
	readonly reportsKept: number;
	/** Oldest first. */
	readonly reports: readonly NewReport[];
}

/** Whether there is anything to evaluate: asked before a transaction is begun. */
export async function isAnythingToEvaluate(tx: Tx, asOf: number): Promise<boolean> {
	const { rows } = await sql`
		select 1 where exists (select 1 from job_reports where is_new = 1)
			or exists (select 1 from jobs as j join monitors as m on m.id = j.monitor_id and m.deleted_at is null
				where j.wake_at < ${asOf})`.execute(tx.db);
	return rows.length > 0;
}

/**
 * Locks monitors with new reports and monitors for which something is decided by `asOf`, both up to `limit`. Where not
 * all new reports of these monitors are read, `areAllRead` is false: then nothing may count as late.
 */
export async function lockJobs(
	tx: Tx,
	asOf: number,
	limit: number,
): Promise<{ jobs: LockedJob[]; areAllRead: boolean }> {
	const { rows: newest } = await sql<{ id: number; monitor_id: number }>`
		select id, monitor_id from job_reports where is_new = 1 order by id limit ${limit}`.execute(tx.db);
	const { rows: woken } = await sql<{ monitor_id: number }>`
		select j.monitor_id from jobs as j join monitors as m on m.id = j.monitor_id and m.deleted_at is null
		where j.wake_at < ${asOf} order by j.wake_at limit ${limit}`.execute(tx.db);
	const wanted = new Set([...newest, ...woken].map(({ monitor_id }) => monitor_id));
	if (wanted.size === 0) return { jobs: [], areAllRead: true };
	const ids = idRows(tx.dialect, [...wanted]);
	const { rows } = await sql<Row<"jobs">>`
		select * from jobs
		where monitor_id in (select id from ${ids} as r)
		order by monitor_id${tx.dialect.forUpdateSkipLocked}`.execute(tx.db);
	const locked = idRows(
		tx.dialect,
		rows.map(({ monitor_id }) => monitor_id),
	);
	const { rows: monitors } = await sql<SettingsRow & Pick<Row<"monitors">, "id" | "team_id" | "deleted_at">>`
		select id, team_id, deleted_at, ${sql.raw(SETTING_COLUMNS.join())} from monitors
		where id in (select id from ${locked} as r)`.execute(tx.db);
	// Read after the lock: what another node had evaluated before is not new any more.
	const { rows: reports } = await sql<ReportRow>`
		select id, monitor_id, kind, exit_code, rid, received_at, address from job_reports
		where is_new = 1 and monitor_id in (select id from ${locked} as r) order by id limit ${REPORTS_AT_ONCE}`.execute(
		tx.db,
	);
	const monitorsById = new Map(monitors.map((monitor) => [monitor.id, monitor]));
	const reportsOf = Map.groupBy(reports, (report) => report.monitor_id);
	const jobs = rows.flatMap((row): LockedJob[] => {
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
				state: row.state === null ? null : (JSON.parse(row.state) as JobState),
				reportsKept: row.reports_kept,
				reports: (reportsOf.get(row.monitor_id) ?? []).map(toReport),
			},
		];
	});
	return { jobs, areAllRead: reports.length < REPORTS_AT_ONCE };
}

type ReportRow = Pick<
	Row<"job_reports">,
	"id" | "monitor_id" | "kind" | "exit_code" | "rid" | "received_at" | "address"
>;

function toReport(row: ReportRow): NewReport {
	return {
		id: row.id,
		kind: labelOf(REPORT_KINDS, row.kind),
		exitCode: row.exit_code,
		rid: row.rid,
		at: row.received_at,
		address: row.address,
	};
}

export interface EvaluatedJob {
	readonly monitorId: number;
	/** Null while paused. */
	readonly state: JobState | null;
	readonly wakeAt: number | null;
	readonly reportsKept: number;
	/** The reports that were evaluated. */
	readonly reports: readonly { readonly id: number; readonly durationMs: number | null }[];
}

/** Writes what was evaluated, and deletes the reports beyond those that are kept. */
export async function writeEvaluated(tx: Tx, evaluated: readonly EvaluatedJob[]): Promise<void> {
	const isFull = ({ reportsKept, reports }: EvaluatedJob) =>
		reportsKept + reports.length >= REPORTS_KEPT + DELETED_AT_ONCE;
	const rows = tx.dialect.rows(
		{ monitor_id: "integer", state: "text", wake_at: "integer", reports_kept: "integer" },
		evaluated.map((one) => ({
			monitor_id: one.monitorId,
			state: one.state === null ? null : JSON.stringify(one.state),
			wake_at: one.wakeAt,
			reports_kept: isFull(one) ? REPORTS_KEPT : one.reportsKept + one.reports.length,
		})),
	);
	await sql`
		update jobs set state = r.state, wake_at = r.wake_at, reports_kept = r.reports_kept from ${rows} as r
		where jobs.monitor_id = r.monitor_id`.execute(tx.db);
	const done = tx.dialect.rows(
		{ id: "integer", duration_ms: "integer" },
		evaluated.flatMap(({ reports }) => reports.map(({ id, durationMs }) => ({ id, duration_ms: durationMs }))),
	);
	await sql`
		update job_reports set is_new = 0, duration_ms = r.duration_ms from ${done} as r where job_reports.id = r.id`.execute(
		tx.db,
	);
	for (const { monitorId } of evaluated.filter(isFull)) {
		await sql`
			delete from job_reports where monitor_id = ${monitorId} and is_new = 0 and id <= (
				select id from job_reports where monitor_id = ${monitorId} order by id desc limit 1 offset ${REPORTS_KEPT}
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
