/**
 * Records what became of the runs of jobs, in the transaction that evaluates them: as ./record-checks.ts does for
 * checks, with two differences. The status follows the order in which runs were decided, not that of their due minutes:
 * runs overlap, and a run may be decided long after a later one. And a report that belongs to no run changes the status
 * without a result of its own.
 */

import type { CheckedMonitor, CheckOrder, CheckOutcome } from "../../domain/checks/check.ts";
import { minuteOf } from "../../domain/checks/check.ts";
import type { Judgement } from "../../domain/checks/judgement.ts";
import { NO_PHASES, type Observation } from "../../domain/checks/observation.ts";
import type { JudgedOutcome } from "../../domain/checks/record.ts";
import { afterCheck, type MonitorState, type RecordedCheck } from "../../domain/checks/transition.ts";
import type { RunResult } from "../../domain/jobs/run-result.ts";
import { NO_CERTIFICATE } from "../../domain/monitors/certificate.ts";
import { enqueueNotices } from "../alerts/enqueue/enqueue-notices.ts";
import { recordOutages, type WaitingNotices } from "../causes/record-outages.ts";
import type { Tx } from "../database/tx.ts";
import { markLate } from "../figures/mark-late.ts";
import { idOfOutcome } from "../results/check-row.ts";
import { insertChecks } from "../results/insert-checks.ts";
import { insertTransitions } from "./insert-transitions.ts";
import { applyState, lockStates, toState, writeChanges } from "./state-rows.ts";

export interface DecidedRun {
	readonly monitor: CheckedMonitor & Pick<CheckOrder, "monitorId">;
	readonly result: RunResult;
}

/**
 * Returns what has to be decided again once this is committed (../alerts/decide-again.ts).
 *
 * @param runs of each monitor in the order in which they were decided
 */
export async function recordRuns(tx: Tx, runs: readonly DecidedRun[], now: number): Promise<WaitingNotices> {
	if (runs.length === 0) return { monitors: [], causes: [] };
	const rows = await lockStates(tx, [...new Set(runs.map(({ monitor }) => monitor.monitorId))]);
	const unchanged = new Map(Array.from(rows, ([id, row]) => [id, { ...row }]));
	const judged = runs.flatMap((run) => {
		const row = rows.get(run.monitor.monitorId);
		return row ? [{ run, row, ...outcomeOfRun(run, row.revision) }] : [];
	});
	// A minute may be there already, when the clock was set back: the status follows all the same.
	const named = new Map(
		judged.filter(({ run }) => run.result.dueAt !== null).map((one) => [idOfOutcome(one.outcome), one]),
	);
	if (named.size > 0) {
		const inserted = await insertChecks(tx, [...named.values()], { precedence: "first" });
		await markLate(tx, inserted, now);
	}

	const changes: { recorded: RecordedCheck; outcome: CheckOutcome }[] = [];
	for (const { run, row, outcome, judgement } of judged) {
		// Reports are received again, so this outage of ours is over; the result is written, and the status stays.
		const before = toState(row);
		if (judgement.verdict === "missed") {
			row.last_missed_minute = Math.max(minuteOf(outcome.order.scheduledAt), before.lastMissedMinute ?? 0);
			continue;
		}
		const check = {
			minute: Math.max(minuteOf(outcome.order.scheduledAt), before.lastMinute ?? 0),
			startedAt: failingFromOf(run.result, before),
			completedAt: outcome.completedAt,
			judgement,
			certificate: NO_CERTIFICATE,
			location: null,
			machine: null,
		};
		const { state: next, transition } = afterCheck(before, check);
		// A report that belongs to no run has no result: the last one stays that of the last run.
		const state = run.result.dueAt === null ? { ...next, lastMinute: before.lastMinute } : next;
		applyState(row, state);
		const { monitorId, teamId } = run.monitor;
		changes.push({ recorded: { monitorId, teamId, before, after: state, check, transition }, outcome });
	}
	await writeChanges(tx, rows, unchanged);
	await insertTransitions(tx, changes, now);
	const waiting = await recordOutages(tx, changes, now);
	const enqueued = await enqueueNotices(
		tx,
		changes.map(({ recorded }) => recorded),
		now,
	);
	return { ...waiting, monitors: [...waiting.monitors, ...enqueued] };
}

/**
 * Runs overlap: one may have been due before another one ended the outage before, which then has that time. That end
 * lies ahead when the clock was set back.
 */
function failingFromOf({ failingFrom, completedAt }: RunResult, { status, statusSince }: MonitorState): number {
	if (status !== "up" || statusSince === null) return failingFrom;
	return Math.max(failingFrom, Math.min(statusSince, completedAt));
}

export function outcomeOfRun({ monitor, result }: DecidedRun, revision: number): JudgedOutcome {
	const { startedAt, completedAt, verdict, reason, message } = result;
	const judgement: Judgement = { verdict, reason, phase: null, message, contentCheckId: null };
	const scheduledAt = result.dueAt ?? completedAt;
	const order = { ...monitor, scheduledAt, revision, nextDueAt: scheduledAt, wasSlow: false, locationId: null };
	const outcome: CheckOutcome = {
		order,
		observation: observationOf(result),
		startedAt,
		completedAt,
		firstAttemptAt: startedAt,
		attempts: 1,
	};
	return { outcome, judgement };
}

function observationOf({ verdict, reason, message, address, durationMs }: RunResult): Observation {
	const seen = { phases: NO_PHASES, certificate: null };
	if (verdict === "missed") return { kind: "missed", cause: "service_off", message: message ?? "" };
	if (reason === "late" || reason === "unfinished") {
		return { kind: "failed", fault: reason, phase: null, message: message ?? "", address: null, ...seen };
	}
	const isTimed = durationMs !== null;
	return { kind: "answered", type: "cron", isTimed, responseTimeMs: durationMs ?? 0, address: address ?? "", ...seen };
}
