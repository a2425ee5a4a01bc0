/**
 * Decides what became of the runs of jobs: from the reports that came, and from those that did not come in time. One
 * transaction takes monitors with something to decide, and writes their results, what they expect next, and that their
 * reports are evaluated: a crash before it leaves everything to be done again. After it, notices that wait for others
 * are decided again at once, and within 90 s where a crash prevents that (../../storage/alerts/decide-again.ts).
 *
 * Time passes only as far as it is known that reports were received (../../storage/jobs/beats.ts): while nobody
 * listens, nothing is late.
 */

import type { Logger } from "pino";
import { minuteOf } from "../../domain/checks/check.ts";
import { type ListeningOutage, SETTLE_MS } from "../../domain/jobs/outages.ts";
import type { RunResult } from "../../domain/jobs/run-result.ts";
import { afterReport, afterTime, initialState, wakeAt } from "../../domain/jobs/runs.ts";
import type { Metrics } from "../../metrics.ts";
import { decideAgain } from "../../storage/alerts/decide-again.ts";
import { type DecidedRun, recordRuns } from "../../storage/commit/record-runs.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { listening } from "../../storage/jobs/beats.ts";
import {
	type EvaluatedJob,
	isAnythingToEvaluate,
	type LockedJob,
	lockJobs,
	raiseRevisions,
	writeEvaluated,
} from "../../storage/jobs/evaluation.ts";

/** Monitors, and reports, of one transaction: some tens of milliseconds, in which reports wait to be stored. */
const AT_ONCE = 200;

interface EvaluationDependencies {
	readonly database: Tx;
	readonly log: Logger;
	readonly metrics: Metrics;
	now(): number;
}

/** "more" when there may be more to decide than was decided. */
export async function evaluateRuns({ database, log, metrics, now }: EvaluationDependencies): Promise<"more" | "idle"> {
	const at = now();
	const { beatAt } = await listening(database);
	const asOf = Math.min(at, beatAt - SETTLE_MS);
	if (!(await isAnythingToEvaluate(database, asOf))) return "idle";
	const { isMore, runs, waiting } = await database.transaction(async (tx) => {
		const { jobs, areAllRead } = await lockJobs(tx, asOf, AT_ONCE);
		// After the reports were read: an outage that ended before they came is known then.
		const { outages } = await listening(tx);
		const until = areAllRead ? asOf : Number.NEGATIVE_INFINITY;
		const evaluations = jobs.map((job) => evaluate(job, outages, { asOf: until, now: at }));
		await raiseRevisions(
			tx,
			evaluations
				.filter(({ isRewound }) => isRewound)
				.map(({ after }) => ({ monitorId: after.monitorId, minute: minuteOf(at) })),
		);
		const runs = evaluations.flatMap(({ runs }) => runs);
		const waiting = await recordRuns(tx, runs, at);
		await writeEvaluated(
			tx,
			evaluations.map(({ after }) => after),
		);
		const isMore = jobs.length >= AT_ONCE || !areAllRead || evaluations.some((one) => one.isMore);
		return { isMore, runs, waiting };
	});
	await decideAgain(database, waiting, at).catch((error: unknown) =>
		log.warn({ err: error }, "Notices that wait for others could not be decided at once; they are within 90 s"),
	);
	for (const { result } of runs) if (result.dueAt !== null) metrics.checks.inc({ verdict: result.verdict });
	return isMore ? "more" : "idle";
}

interface Evaluation {
	readonly after: EvaluatedJob;
	readonly runs: readonly DecidedRun[];
	readonly isRewound: boolean;
	readonly isMore: boolean;
}

function evaluate(
	job: LockedJob,
	outages: readonly ListeningOutage[],
	times: { readonly asOf: number; readonly now: number },
): Evaluation {
	const { monitorId, settings, begunAt, reportsKept } = job;
	if (begunAt === null) {
		const reports = job.reports.map(({ id }) => ({ id, durationMs: null }));
		const after = { monitorId, state: null, wakeAt: null, reportsKept, reports };
		return { after, runs: [], isRewound: false, isMore: false };
	}
	// A clock that was set back since does not postpone the beginning.
	const beganAt = Math.min(begunAt, times.now);
	const isFresh = job.state === null;
	let state = job.state ?? initialState(settings, beganAt);
	const results: RunResult[] = [];
	const reports: { id: number; durationMs: number | null }[] = [];
	let isRewound = false;
	for (const report of job.reports) {
		if (isFresh && report.at < beganAt) {
			reports.push({ id: report.id, durationMs: null });
			continue;
		}
		const evaluated = afterReport(settings, state, report, outages);
		state = evaluated.state;
		results.push(...evaluated.results);
		reports.push({ id: report.id, durationMs: evaluated.durationMs });
		isRewound ||= evaluated.isRewound;
	}
	const passed = afterTime(settings, state, times, outages);
	results.push(...passed.results);
	return {
		after: {
			monitorId,
			state: passed.state,
			wakeAt: wakeAt(settings, passed.state, outages),
			reportsKept: reportsKept,
			reports,
		},
		runs: results.map((result) => ({ monitor: job, result })),
		isRewound: isRewound || passed.isRewound,
		isMore: passed.isMore,
	};
}
