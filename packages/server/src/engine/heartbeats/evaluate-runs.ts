/**
 * Decides what became of the runs of jobs: from the pings that came, and from those that did not come in time. One
 * transaction takes monitors with something to decide, and writes their results, what they expect next, and that their
 * pings are evaluated: a crash before it leaves everything to be done again, a crash after it nothing.
 *
 * Time passes only as far as it is known that pings were received (../../storage/heartbeats/beats.ts): while nobody
 * listens, nothing is late.
 */

import { minuteOf } from "../../domain/checks/check.ts";
import { type ListeningOutage, SETTLE_MS } from "../../domain/heartbeats/outages.ts";
import type { RunResult } from "../../domain/heartbeats/run-result.ts";
import { afterPing, afterTime, initialState, wakeAt } from "../../domain/heartbeats/runs.ts";
import type { Metrics } from "../../metrics.ts";
import { type DecidedRun, recordRuns } from "../../storage/commit/record-runs.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { listening } from "../../storage/heartbeats/beats.ts";
import {
	type EvaluatedHeartbeat,
	isAnythingToEvaluate,
	type LockedHeartbeat,
	lockHeartbeats,
	raiseRevisions,
	writeEvaluated,
} from "../../storage/heartbeats/evaluation.ts";

/** Monitors, and pings, of one transaction: some tens of milliseconds, in which pings wait to be stored. */
const AT_ONCE = 200;

export interface EvaluationDependencies {
	readonly database: Tx;
	readonly metrics: Metrics;
	now(): number;
}

/** "more" when there may be more to decide than was decided. */
export async function evaluateRuns({ database, metrics, now }: EvaluationDependencies): Promise<"more" | "idle"> {
	const at = now();
	const { beatAt } = await listening(database);
	const asOf = Math.min(at, beatAt - SETTLE_MS);
	if (!(await isAnythingToEvaluate(database, asOf))) return "idle";
	const { isMore, runs } = await database.transaction(async (tx) => {
		const { heartbeats, areAllRead } = await lockHeartbeats(tx, asOf, AT_ONCE);
		// After the pings were read: an outage that ended before they came is known then.
		const { outages } = await listening(tx);
		const until = areAllRead ? asOf : Number.NEGATIVE_INFINITY;
		const evaluations = heartbeats.map((heartbeat) => evaluate(heartbeat, outages, { asOf: until, now: at }));
		await raiseRevisions(
			tx,
			evaluations
				.filter(({ isRewound }) => isRewound)
				.map(({ after }) => ({ monitorId: after.monitorId, minute: minuteOf(at) })),
		);
		const runs = evaluations.flatMap(({ runs }) => runs);
		await recordRuns(tx, runs, at);
		await writeEvaluated(
			tx,
			evaluations.map(({ after }) => after),
		);
		const isMore = heartbeats.length >= AT_ONCE || !areAllRead || evaluations.some((one) => one.isMore);
		return { isMore, runs };
	});
	for (const { result } of runs) if (result.dueAt !== null) metrics.checks.inc({ verdict: result.verdict });
	return isMore ? "more" : "idle";
}

interface Evaluation {
	readonly after: EvaluatedHeartbeat;
	readonly runs: readonly DecidedRun[];
	readonly isRewound: boolean;
	readonly isMore: boolean;
}

function evaluate(
	heartbeat: LockedHeartbeat,
	outages: readonly ListeningOutage[],
	times: { readonly asOf: number; readonly now: number },
): Evaluation {
	const { monitorId, settings, begunAt, pingsKept } = heartbeat;
	if (begunAt === null) {
		const pings = heartbeat.pings.map(({ id }) => ({ id, durationMs: null }));
		const after = { monitorId, state: null, wakeAt: null, pingsKept, pings };
		return { after, runs: [], isRewound: false, isMore: false };
	}
	// A clock that was set back since does not postpone the beginning.
	const beganAt = Math.min(begunAt, times.now);
	const isFresh = heartbeat.state === null;
	let state = heartbeat.state ?? initialState(settings, beganAt);
	const results: RunResult[] = [];
	const pings: { id: number; durationMs: number | null }[] = [];
	let isRewound = false;
	for (const ping of heartbeat.pings) {
		if (isFresh && ping.at < beganAt) {
			pings.push({ id: ping.id, durationMs: null });
			continue;
		}
		const evaluated = afterPing(settings, state, ping, outages);
		state = evaluated.state;
		results.push(...evaluated.results);
		pings.push({ id: ping.id, durationMs: evaluated.durationMs });
		isRewound ||= evaluated.isRewound;
	}
	const passed = afterTime(settings, state, times, outages);
	results.push(...passed.results);
	return {
		after: { monitorId, state: passed.state, wakeAt: wakeAt(settings, passed.state, outages), pingsKept, pings },
		runs: results.map((result) => ({ monitor: heartbeat, result })),
		isRewound: isRewound || passed.isRewound,
		isMore: passed.isMore,
	};
}
