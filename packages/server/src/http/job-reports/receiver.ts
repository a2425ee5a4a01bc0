/**
 * Stores reports before they are answered, many in one transaction: what was answered with 200 survives a kill. While
 * the database takes nothing, reports are refused with 503, and their senders try again.
 *
 * Every transaction notes first that reports are received (../../storage/jobs/beats.ts), and so does a beat every
 * few seconds when none come. That no run counts as late while nobody listens rests on it.
 */

import type { Logger } from "pino";
import { REPORTS_PER_MINUTE } from "../../domain/jobs/job-report.ts";
import { BEAT_MS } from "../../domain/jobs/outages.ts";
import type { Metrics } from "../../metrics.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { beat, isAnyJob } from "../../storage/jobs/beats.ts";
import { insertJobReports, monitorsOfKeys, type ReceivedReport } from "../../storage/jobs/job-reports.ts";
import { type Allowance, type RateLimit, RateLimits } from "../access/rate-limit.ts";

/** A transaction waits this long for others: at 2,000 reports a second, forty of them share one. */
const GATHER_MS = 20;
/**
 * Stored in one transaction, some tens of milliseconds of SQLite: where each commit waits for a slow disk, the more
 * wait the more must share one.
 */
const AT_ONCE = 2_000;
/** Reports, and bytes of their bodies, that wait for the database. */
const MAX_WAITING = 5_000;
const MAX_WAITING_BYTES = 64 * 1024 * 1024;

type ReportAnswer =
	| { readonly kind: "stored" }
	| { readonly kind: "unknown" }
	| { readonly kind: "limited"; readonly allowance: Allowance }
	/** Not stored; the same report may be stored later. */
	| { readonly kind: "busy" };

interface Waiting {
	readonly keyHash: string;
	readonly report: ReceivedReport;
	settle(answer: ReportAnswer): void;
}

interface ReportReceiverDependencies {
	readonly database: Tx;
	readonly metrics: Metrics;
	readonly log: Logger;
	/** Default: this process alone counts. */
	readonly limits?: RateLimits;
	now(): number;
}

export class ReportReceiver {
	readonly #deps: ReportReceiverDependencies;
	readonly #limit: RateLimit;
	#waiting: Waiting[] = [];
	#waitingBytes = 0;
	#storing: Promise<void> | null = null;

	constructor(deps: ReportReceiverDependencies) {
		this.#deps = deps;
		this.#limit = (deps.limits ?? new RateLimits(null)).of("reports of a job", REPORTS_PER_MINUTE);
	}

	/** Resolves once the report is durable, or is not going to be. */
	receive(keyHash: string, report: ReceivedReport): Promise<ReportAnswer> {
		if (this.#waiting.length >= MAX_WAITING || this.#waitingBytes + report.body.length > MAX_WAITING_BYTES) {
			return Promise.resolve({ kind: "busy" });
		}
		return new Promise((settle) => {
			this.#waiting.push({ keyHash, report, settle });
			this.#waitingBytes += report.body.length;
			this.#storing ??= this.#storeAll();
		});
	}

	/** Notes every few seconds that reports are received, until `signal` is aborted. */
	async beatUntil(signal: AbortSignal): Promise<void> {
		while (!signal.aborted) {
			await this.beat();
			await pauseUnless(signal, BEAT_MS);
		}
	}

	/** Notes that reports are received, where there is a monitor that waits for any. */
	async beat(): Promise<void> {
		const { database, log, now } = this.#deps;
		try {
			if (await isAnyJob(database)) await database.transaction((tx) => beat(tx, now()));
		} catch (error) {
			log.warn({ err: error }, "Reports can't be stored just now");
		}
	}

	async #storeAll(): Promise<void> {
		await new Promise((resolve) => setTimeout(resolve, GATHER_MS));
		while (this.#waiting.length > 0) {
			const batch = this.#waiting.splice(0, AT_ONCE);
			for (const { report } of batch) this.#waitingBytes -= report.body.length;
			await this.#store(batch);
		}
		this.#storing = null;
	}

	async #store(batch: readonly Waiting[]): Promise<void> {
		const { database, log, metrics } = this.#deps;
		const answers = await database
			.transaction((tx) => this.#storeIn(tx, batch))
			.catch((error): ReportAnswer[] => {
				log.error({ err: error, reports: batch.length }, "Reports could not be stored");
				return batch.map(() => ({ kind: "busy" }));
			});
		for (const [index, { settle }] of batch.entries()) {
			const answer = answers[index] ?? { kind: "busy" };
			metrics.jobReports.inc({ answer: answer.kind });
			settle(answer);
		}
	}

	async #storeIn(tx: Tx, batch: readonly Waiting[]): Promise<ReportAnswer[]> {
		const now = this.#deps.now();
		await beat(tx, now);
		const monitors = await monitorsOfKeys(tx, [...new Set(batch.map(({ keyHash }) => keyHash))]);
		const stored: (ReceivedReport & { monitorId: number })[] = [];
		const answers = batch.map(({ keyHash, report }): ReportAnswer => {
			const monitorId = monitors.get(keyHash);
			if (monitorId === undefined) return { kind: "unknown" };
			const allowance = this.#limit.count(monitorId, now);
			if (!allowance.allowed) return { kind: "limited", allowance };
			stored.push({ ...report, monitorId });
			return { kind: "stored" };
		});
		if (stored.length > 0) await insertJobReports(tx, stored);
		return answers;
	}
}

function pauseUnless(signal: AbortSignal, ms: number): Promise<void> {
	return new Promise((resolve) => {
		const end = () => {
			clearTimeout(timer);
			signal.removeEventListener("abort", end);
			resolve();
		};
		const timer = setTimeout(end, ms);
		signal.addEventListener("abort", end, { once: true });
	});
}
