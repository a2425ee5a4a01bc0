/**
 * Judges what the probers saw and commits it in groups: a few transactions a second, however many checks there are.
 *
 * Outcomes wait in a bounded buffer. While the database is away, or its disk full, they stay there, the schedule is given no more room,
 * and they are committed when it is back. A commit that fails while the database is well is cut in halves until the
 * one outcome that can't be recorded stands alone; when it fails once more it is dropped, loudly, and nothing else is held up by it.
 */

import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import type { OutcomeReceiver } from "../dispatch/interface.ts";
import type { CheckOutcome } from "../domain/checks/check.ts";
import { judge } from "../domain/checks/judgement.ts";
import type { JudgedOutcome } from "../domain/checks/record.ts";
import type { Metrics } from "../metrics.ts";
import { recordChecks } from "../storage/commit/record-checks.ts";
import type { Database } from "../storage/database/session.ts";

/** A commit waits this long for company: four transactions a second, and a quarter of a second until a result shows. */
const GATHER_MS = 250;
/** Recorded in one transaction: some tens of milliseconds. */
const COMMIT_AT_MOST = 1_000;
/** Outcomes kept while the database is away: about 1 KB each, so 20 MB. */
export const BUFFER_LIMIT = 20_000;
const RETRY_AFTER_MS = { first: 250, most: 5_000 };

export interface Recorder extends OutcomeReceiver {
	/** Outcomes that may still come, those of running checks among them. */
	readonly room: number;
	/** Commits until `signal` is aborted. */
	run(signal: AbortSignal): Promise<void>;
	/** Commits what is left; gives up at `signal`. Resolves with the number of outcomes that could not be committed. */
	finish(signal: AbortSignal): Promise<number>;
}

export interface RecorderDependencies {
	readonly database: Database;
	readonly metrics: Metrics;
	readonly log: Logger;
	now(): number;
}

export function createRecorder({ database, metrics, log, now }: RecorderDependencies): Recorder {
	const waiting: JudgedOutcome[] = [];
	let wake: (() => void) | undefined;
	let atMost = COMMIT_AT_MOST;
	let retryAfterMs = RETRY_AFTER_MS.first;
	/** Failed alone. Once proves nothing: its connection may have broken, and the next one be well. */
	let suspect: JudgedOutcome | undefined;

	async function commitSome(): Promise<void> {
		const batch = waiting.slice(0, atMost);
		const stop = metrics.commitDuration.startTimer();
		try {
			const { accepted } = await recordChecks(database, batch, now());
			stop();
			waiting.splice(0, batch.length);
			metrics.commitSize.observe(batch.length);
			count(accepted);
			atMost = Math.min(COMMIT_AT_MOST, atMost * 2);
			retryAfterMs = RETRY_AFTER_MS.first;
		} catch (error) {
			metrics.commitFailures.inc();
			if (database.dialect.isTransient(error) || !(await answers())) {
				log.error({ err: error, waiting: waiting.length }, "The database takes nothing just now; outcomes wait");
			} else if (batch.length > 1) {
				atMost = Math.ceil(batch.length / 2);
				log.warn({ err: error, checks: batch.length }, "A commit failed; trying fewer checks at once");
				return;
			} else if (batch[0] !== suspect) {
				[suspect] = batch;
				log.warn({ err: error }, "A commit failed; trying once more");
				return;
			} else {
				const [dropped] = waiting.splice(0, 1);
				log.error({ err: error, order: dropped?.outcome.order }, "An outcome can't be recorded and was dropped");
				return;
			}
			throw error;
		} finally {
			metrics.recordQueue.set(waiting.length);
		}
	}

	function count(accepted: readonly JudgedOutcome[]): void {
		for (const { outcome, judgement } of accepted) {
			metrics.checks.inc({ verdict: judgement.verdict });
			if (outcome.observation.kind === "missed") continue;
			metrics.checkLag.observe(Math.max(0, outcome.firstAttemptAt - outcome.order.scheduledAt) / 1000);
			metrics.checkDuration.observe((outcome.completedAt - outcome.startedAt) / 1000);
		}
	}

	async function answers(): Promise<boolean> {
		return database.ping().then(
			() => true,
			() => false,
		);
	}

	async function commitAll(signal: AbortSignal): Promise<void> {
		while (waiting.length > 0 && !signal.aborted) {
			try {
				await commitSome();
			} catch {
				await pause(retryAfterMs, undefined, { signal }).catch(() => {});
				retryAfterMs = Math.min(RETRY_AFTER_MS.most, retryAfterMs * 2);
			}
		}
	}

	return {
		get room() {
			return BUFFER_LIMIT - waiting.length;
		},
		receive(outcomes: readonly CheckOutcome[]) {
			for (const outcome of outcomes) {
				waiting.push({ outcome, judgement: judge(outcome.observation, outcome.order) });
			}
			metrics.recordQueue.set(waiting.length);
			wake?.();
		},
		async run(signal) {
			// One listener for all waits: one a wait would pile up, four a second, for as long as the process lives.
			signal.addEventListener("abort", () => wake?.(), { once: true });
			while (!signal.aborted) {
				if (waiting.length === 0) {
					await new Promise<void>((resolve) => {
						wake = resolve;
					});
				}
				await pause(GATHER_MS, undefined, { signal }).catch(() => {});
				await commitAll(signal);
			}
		},
		async finish(signal) {
			await commitAll(signal);
			return waiting.length;
		},
	};
}
