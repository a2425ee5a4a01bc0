/**
 * Judges the observations of probers and commits them in groups: a few transactions a second, however many checks there
 * are. What jobs report is recorded elsewhere (../jobs/evaluate-runs.ts).
 *
 * Outcomes wait in a bounded buffer. While the database is unreachable or its disk is full, they stay there, no further
 * checks are claimed once the buffer is full, and they are committed when the database is back. If a commit fails while
 * the database works, it is halved until the one outcome that can't be recorded is alone; when that fails again it is
 * dropped with an error in the log, so that it does not block others.
 */

import { setTimeout as pause } from "node:timers/promises";
import type { Logger } from "pino";
import type { OutcomeBatch, OutcomeReceiver } from "../../dispatch/interface.ts";
import type { CheckOutcome } from "../../domain/checks/check.ts";
import { judge } from "../../domain/checks/judgement.ts";
import type { MissedSummary } from "../../domain/checks/missed-tally.ts";
import type { JudgedOutcome } from "../../domain/checks/record.ts";
import type { Metrics } from "../../metrics.ts";
import { recordChecks } from "../../storage/commit/record-checks.ts";
import type { HeldStates } from "../../storage/commit/state-rows.ts";
import type { Database } from "../../storage/database/tx.ts";
import { settling } from "./hand-on.ts";
import { createMissedChecks, type MissedChecks } from "./missed-checks.ts";

/**
 * A commit waits this long for further outcomes: four transactions a second, and what is new is visible within a
 * quarter of a second.
 */
const GATHER_MS = 250;
/**
 * Outcomes that say nothing new (up, of monitors that are up) wait this long for others, or until there are enough: a
 * commit writes whole pages, so few large ones write less than many small ones.
 */
const GATHER_CALM_MS = 1_000;
/** A commit of this many takes a few milliseconds of the main thread; a larger one would gain little. */
const ENOUGH = 250;
/** Recorded in one transaction: some tens of milliseconds. */
const COMMIT_AT_MOST = 1_000;
/** Outcomes kept while the database is unreachable: about 1 KB each, so 20 MB. */
export const BUFFER_LIMIT = 20_000;
const RETRY_AFTER_MS = { first: 250, most: 5_000 };

interface RecorderDependencies {
	readonly database: Database;
	/** The name of this machine, where checks and notices are to say it. Default: they don't. */
	readonly machine?: string;
	/** Where the states of monitors are held in memory; default: nowhere. */
	readonly held?: HeldStates | null;
	readonly metrics: Metrics;
	/** Is shown the checks that were recorded, and never waits. Default: nobody is. */
	onRecorded?(checks: ReadonlySet<JudgedOutcome>): void;
	readonly log: Logger;
	now(): number;
	/** Milliseconds; default: the system's monotonic clock. */
	monotonic?(): number;
}

interface Waiting {
	readonly judged: JudgedOutcome;
	/** Called when the outcome is committed, or cannot be. */
	settle(): void;
}

export class GroupingRecorder implements OutcomeReceiver {
	readonly #deps: RecorderDependencies;
	readonly #missedChecks: MissedChecks;
	readonly #waiting: Waiting[] = [];
	#endWait: (() => void) | undefined;
	/** Whether an outcome waits that is not known to repeat what its monitor's last one said. */
	#hasNews = false;
	#atMost = COMMIT_AT_MOST;
	#retryAfterMs = RETRY_AFTER_MS.first;
	/** The outcome that failed alone. It is tried once more, because the first failure may be that of the connection. */
	#suspect: Waiting | undefined;

	constructor(deps: RecorderDependencies) {
		this.#deps = deps;
		this.#missedChecks = createMissedChecks({ ...deps, monotonic: deps.monotonic ?? (() => performance.now()) });
	}

	/** How many outcomes are not committed yet. */
	get waiting(): number {
		return this.#waiting.length;
	}

	/** What could not be checked in the last minutes, and why. */
	get missed(): MissedSummary {
		return this.#missedChecks.summary();
	}

	receive(batch: OutcomeBatch): void {
		const settle = settling(batch);
		for (const outcome of batch.outcomes) this.#add(outcome, settle);
	}

	/** Commits until `signal` is aborted. */
	async run(signal: AbortSignal): Promise<void> {
		// One listener for all waits: one listener per wait would accumulate, four a second.
		signal.addEventListener("abort", () => this.#endWait?.(), { once: true });
		while (!signal.aborted) {
			if (this.#waiting.length === 0) {
				await new Promise<void>((resolve) => {
					this.#endWait = resolve;
				});
			}
			await this.#gather(signal);
			await this.#commitAll(signal);
		}
	}

	/** Commits the remaining outcomes until `signal` is aborted. Resolves with the number of outcomes not committed. */
	async finish(signal: AbortSignal): Promise<number> {
		await this.#commitAll(signal);
		return this.#waiting.length;
	}

	async #gather(signal: AbortSignal): Promise<void> {
		for (let waitedMs = 0; waitedMs < GATHER_CALM_MS && !signal.aborted; waitedMs += GATHER_MS) {
			await pause(GATHER_MS, undefined, { signal }).catch(() => {});
			if (this.#hasNews || this.#waiting.length >= ENOUGH) break;
		}
		this.#hasNews = false;
	}

	#add(outcome: CheckOutcome, settle: Waiting["settle"]): void {
		const { held, metrics } = this.#deps;
		const judgement = judge(outcome.observation, outcome.order);
		this.#waiting.push({ judged: { outcome, judgement }, settle });
		// A gap is recorded before the check that follows it: until then that one is not due.
		if (!outcome.isOverdue) held?.noteMade(outcome.order);
		const isCalm = judgement.verdict === "up" && held?.isUp(outcome.order.monitorId) === true;
		if (!isCalm) this.#hasNews = true;
		metrics.recordQueue.set(this.#waiting.length);
		this.#endWait?.();
	}

	async #commitAll(signal: AbortSignal): Promise<void> {
		while (this.#waiting.length > 0 && !signal.aborted) {
			if (await this.#commitSome()) continue;
			await pause(this.#retryAfterMs, undefined, { signal }).catch(() => {});
			this.#retryAfterMs = Math.min(RETRY_AFTER_MS.most, this.#retryAfterMs * 2);
		}
		this.#missedChecks.logEnded();
	}

	/** False when the database cannot be written at present. */
	async #commitSome(): Promise<boolean> {
		const { database, held = null, log, machine = null, metrics, now } = this.#deps;
		const batch = this.#waiting.slice(0, this.#atMost);
		const stop = metrics.commitDuration.startTimer();
		const onUndecided = (error: unknown) =>
			log.warn({ err: error }, "Notices that wait for others could not be decided at once; they are within 90 s");
		try {
			const committed = await recordChecks(
				database,
				batch.map(({ judged }) => judged),
				now(),
				{ held, machine, onUndecided },
			);
			stop();
			if (committed.missedSlots > 0) metrics.slotsSkipped.inc(committed.missedSlots);
			this.#noteCommitted(batch, new Set(committed.accepted));
			return true;
		} catch (error) {
			metrics.commitFailures.inc();
			return await this.#noteFailed(batch, error);
		} finally {
			metrics.recordQueue.set(this.#waiting.length);
		}
	}

	#noteCommitted(batch: readonly Waiting[], accepted: ReadonlySet<JudgedOutcome>): void {
		this.#waiting.splice(0, batch.length);
		this.#atMost = Math.min(COMMIT_AT_MOST, this.#atMost * 2);
		this.#retryAfterMs = RETRY_AFTER_MS.first;
		this.#deps.metrics.commitSize.observe(batch.length);
		for (const judged of accepted) this.#count(judged);
		for (const { settle } of batch) settle();
		this.#deps.onRecorded?.(accepted);
	}

	/** False when the database fails, so that the caller pauses before the next attempt. */
	async #noteFailed(batch: readonly Waiting[], error: unknown): Promise<boolean> {
		const { database, log } = this.#deps;
		if (database.dialect.isTransient(error) || !(await this.#answers())) {
			log.error({ err: error, waiting: this.#waiting.length }, "The database takes nothing just now; outcomes wait");
			return false;
		}
		const [first] = batch;
		if (batch.length > 1) {
			this.#atMost = Math.ceil(batch.length / 2);
			log.warn({ err: error, checks: batch.length }, "A commit failed; trying fewer checks at once");
		} else if (first !== this.#suspect) {
			this.#suspect = first;
			log.warn({ err: error }, "A commit failed; trying once more");
		} else {
			this.#waiting.shift();
			// Not the order: that holds the opened secrets of the monitor.
			const { monitorId, scheduledAt, revision } = first?.judged.outcome.order ?? {};
			log.error({ err: error, monitorId, scheduledAt, revision }, "An outcome can't be recorded and was dropped");
			first?.settle();
		}
		return true;
	}

	#count({ outcome, judgement }: JudgedOutcome): void {
		const { metrics } = this.#deps;
		metrics.checks.inc({ verdict: judgement.verdict });
		this.#missedChecks.note(outcome);
		if (outcome.observation.kind === "missed") return;
		metrics.checkLag.observe(Math.max(0, outcome.firstAttemptAt - outcome.order.scheduledAt) / 1000);
		metrics.checkDuration.observe((outcome.completedAt - outcome.startedAt) / 1000);
	}

	#answers(): Promise<boolean> {
		return this.#deps.database.ping().then(
			() => true,
			() => false,
		);
	}
}
