/**
 * The commit point of a check. One transaction writes the results, the monitors' new states, the changes of status and
 * the notices about them. Before it, everything can be repeated; after it, nothing is lost.
 *
 * The rows of `monitor_states` are locked first and in the order of their keys, so that two recorders, or a recorder
 * and an edit, run one after the other and never deadlock.
 */

import { sql } from "kysely";
import { type CheckOutcome, elapsedMs, minuteOf } from "../../domain/checks/check.ts";
import { SLOW_CHECK_MS } from "../../domain/checks/confirmation.ts";
import type { JudgedOutcome } from "../../domain/checks/record.ts";
import { nextDue } from "../../domain/checks/schedule.ts";
import { afterCheck, type MonitorState, type RecordedCheck } from "../../domain/checks/transition.ts";
import { type CertificateFacts, certificateFacts, NO_CERTIFICATE } from "../../domain/monitors/certificate.ts";
import { SSL_STATUSES, STATUSES } from "../../domain/monitors/monitor.ts";
import { enqueueNotices } from "../alerts/enqueue-notices.ts";
import { codeOf, labelOf } from "../database/codes.ts";
import type { Session } from "../database/session.ts";
import type { MonitorStateTable } from "../database/tables/checks.ts";
import { markLate } from "../figures/mark-late.ts";
import { checkId, idOfOutcome } from "../results/check-row.ts";
import { insertChecks } from "../results/insert-checks.ts";
import { insertTransitions } from "./insert-transitions.ts";

export interface CommittedChecks {
	/** Those that are now the record of their minute; repeated outcomes are not among them. */
	readonly accepted: readonly JudgedOutcome[];
	/** What the accepted checks of present revisions changed in their monitors, oldest first. */
	readonly recorded: readonly RecordedCheck[];
}

/**
 * Records judged outcomes, idempotently: an outcome that arrives twice is recorded once. Outcomes of deleted monitors
 * are dropped.
 *
 * @param now epoch milliseconds; the next due times are computed from it
 * @param options.notifies false for a demo history: no notices are enqueued. Default: true
 * @param options.machine the machine that made the checks; default: not known
 */
export async function recordChecks(
	session: Session,
	batch: readonly JudgedOutcome[],
	now: number,
	{ notifies = true, machine = null }: { readonly notifies?: boolean; readonly machine?: string | null } = {},
): Promise<CommittedChecks> {
	const checks = dedupe(batch);
	if (checks.length === 0) return { accepted: [], recorded: [] };
	return session.transaction(async (session) => {
		const rows = await lockStates(session, checks);
		const present = checks.filter(({ outcome }) => rows.has(outcome.order.monitorId));
		if (present.length === 0) return { accepted: [], recorded: [] };
		const inserted = await insertChecks(session, present);
		await markLate(session, inserted, now);
		const ids = new Set(inserted.map(checkId));
		const accepted = present.filter(({ outcome }) => ids.has(idOfOutcome(outcome)));

		for (const { outcome } of present) {
			const row = rows.get(outcome.order.monitorId);
			if (row) advanceSchedule(row, outcome.order, now);
		}
		const changes: { recorded: RecordedCheck; outcome: CheckOutcome }[] = [];
		for (const { outcome, judgement } of accepted) {
			const row = rows.get(outcome.order.monitorId);
			// The check of an older revision is history only; the present status is that of the present settings.
			if (!row || outcome.order.revision !== row.revision) continue;
			if (judgement.verdict !== "missed") row.was_slow = elapsedMs(outcome) >= SLOW_CHECK_MS ? 1 : 0;
			const before = toState(row);
			const check = {
				minute: minuteOf(outcome.order.scheduledAt),
				startedAt: outcome.startedAt,
				completedAt: outcome.startedAt + elapsedMs(outcome),
				judgement,
				certificate: certificateAfter(row, before.certificate, outcome),
				location: outcome.location ?? null,
				machine,
			};
			const { state, transition } = afterCheck(before, check);
			if (state !== before) applyState(row, state);
			const recorded = { monitorId: row.monitor_id, teamId: row.team_id, before, after: state, check, transition };
			changes.push({ recorded, outcome });
		}
		await writeStates(session, [...rows.values()]);
		await insertTransitions(session, changes, now);
		const recorded = changes.map((change) => change.recorded);
		if (notifies) await enqueueNotices(session, recorded, now);
		return { accepted, recorded };
	});
}

/**
 * Oldest first, and one check for each id: the one of the newest settings, and a check that was made before a missed
 * one.
 */
function dedupe(batch: readonly JudgedOutcome[]): JudgedOutcome[] {
	const byId = new Map<string, JudgedOutcome>();
	for (const check of batch) {
		const id = idOfOutcome(check.outcome);
		const other = byId.get(id);
		if (!other || replaces(check, other)) byId.set(id, check);
	}
	return [...byId.values()].sort((a, b) => a.outcome.order.scheduledAt - b.outcome.order.scheduledAt);
}

function replaces(check: JudgedOutcome, other: JudgedOutcome): boolean {
	const newer = check.outcome.order.revision - other.outcome.order.revision;
	return newer > 0 || (newer === 0 && other.judgement.verdict === "missed" && check.judgement.verdict !== "missed");
}

type StateRow = MonitorStateTable & { target: string; ssl_monitoring_enabled: 0 | 1; ssl_expiry_warning_days: number };

async function lockStates(session: Session, checks: readonly JudgedOutcome[]): Promise<Map<number, StateRow>> {
	const ids = session.dialect.rows(
		{ id: "integer" },
		[...new Set(checks.map(({ outcome }) => outcome.order.monitorId))].map((id) => ({ id })),
	);
	const { rows: states } = await sql<MonitorStateTable>`
		select * from monitor_states where monitor_id in (select id from ${ids} as r)
		order by monitor_id${session.dialect.forUpdate}`.execute(session.db);
	const { rows: monitors } = await sql<Omit<StateRow, keyof MonitorStateTable> & { id: number }>`
		select id, target, ssl_monitoring_enabled, ssl_expiry_warning_days from monitors
		where id in (select id from ${ids} as r) and deleted_at is null`.execute(session.db);
	const settings = new Map(monitors.map((monitor) => [monitor.id, monitor]));
	const rows = new Map<number, StateRow>();
	for (const state of states) {
		const monitor = settings.get(state.monitor_id);
		if (monitor) rows.set(state.monitor_id, { ...state, ...monitor });
	}
	return rows;
}

/** Ends the lease when it was for this check; otherwise an edit or another holder has changed the schedule. */
function advanceSchedule(row: StateRow, order: JudgedOutcome["outcome"]["order"], now: number): void {
	if (row.claimed !== 1 || row.revision !== order.revision || row.slot_at !== order.scheduledAt) return;
	const due = nextDue({ intervalMs: row.interval_ms, phaseMs: row.phase_ms }, order.scheduledAt, now);
	row.claimed = 0;
	row.slot_at = due;
	row.due_at = due;
}

function certificateAfter(
	row: StateRow,
	before: CertificateFacts,
	outcome: JudgedOutcome["outcome"],
): CertificateFacts {
	if (row.ssl_monitoring_enabled === 0) return NO_CERTIFICATE;
	const { order, observation, completedAt } = outcome;
	return certificateFacts(before, order.settings, observation, row.ssl_expiry_warning_days, completedAt);
}

function toState(row: StateRow): MonitorState {
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

function applyState(row: StateRow, state: MonitorState): void {
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

const STATE_COLUMNS = {
	monitor_id: "integer",
	due_at: "integer",
	slot_at: "integer",
	claimed: "integer",
	was_slow: "integer",
	status: "integer",
	status_since: "integer",
	last_minute: "integer",
	last_checked_at: "integer",
	last_up_at: "integer",
	failing_streak: "integer",
	failing_since: "integer",
	missed_streak: "integer",
	missed_since: "integer",
	last_missed_minute: "integer",
	ssl_status: "integer",
	ssl_expires_at: "integer",
	ssl_issuer: "text",
	ssl_fingerprint: "text",
	ssl_last_checked_at: "integer",
} as const;

async function writeStates(session: Session, states: readonly StateRow[]): Promise<void> {
	const assignments = Object.keys(STATE_COLUMNS)
		.filter((column) => column !== "monitor_id")
		.map((column) => sql`${sql.ref(column)} = r.${sql.ref(column)}`);
	const rows = session.dialect.rows(STATE_COLUMNS, states as unknown as Record<string, unknown>[]);
	await sql`
		update monitor_states set ${sql.join(assignments)} from ${rows} as r
		where monitor_states.monitor_id = r.monitor_id`.execute(session.db);
}
