/** Keeps the demo's jobs alive: their reports come when they are due, as if the jobs ran here. */

import { setTimeout as sleep } from "node:timers/promises";
import type { JobReport } from "../../domain/jobs/job-report.ts";
import { nextDueAt } from "../../domain/jobs/run-schedule.ts";
import type { CronSettings } from "../../domain/monitors/types.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { beat } from "../../storage/jobs/beats.ts";
import { insertJobReports } from "../../storage/jobs/job-reports.ts";
import { jobNamed } from "./demo-kinds.ts";
import { moodOf } from "./target/moods.ts";

const LOOK_EVERY_MS = 2_000;
/** Of a run: well within the longest run of every job of the demo. */
const RUN_MS = { fewest: 3_000, most: 20_000 };

interface Job {
	readonly id: number;
	readonly settings: CronSettings;
	dueAt: number | null;
	endsAt: number | null;
}

/** Runs until `signal` is aborted. */
export async function runJobs(
	database: Tx,
	monitors: readonly { readonly id: number; readonly name: string }[],
	signal: AbortSignal,
): Promise<void> {
	const jobs = monitors.flatMap(({ id, name }): Job[] => {
		const settings = jobNamed(name);
		return settings === null ? [] : [{ id, settings, dueAt: nextDueAt(settings, Date.now()), endsAt: null }];
	});
	while (!signal.aborted) {
		const now = Date.now();
		const reports = jobs.flatMap((job) => reportsOf(job, now));
		if (reports.length > 0) {
			await database.transaction(async (tx) => {
				await beat(tx, now);
				await insertJobReports(tx, reports);
			});
		}
		await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => {});
	}
}

function reportsOf(job: Job, now: number) {
	const reports: Pick<JobReport, "kind" | "exitCode">[] = [];
	if (job.dueAt !== null && job.dueAt <= now) {
		reports.push({ kind: "start", exitCode: null });
		job.endsAt = now + RUN_MS.fewest + Math.random() * (RUN_MS.most - RUN_MS.fewest);
		job.dueAt = nextDueAt(job.settings, now);
	} else if (job.endsAt !== null && job.endsAt <= now) {
		const hasFailed = ["failing", "reset"].includes(moodOf(job.id, Math.floor(now / 60_000)));
		reports.push(hasFailed ? { kind: "fail", exitCode: 1 } : { kind: "success", exitCode: 0 });
		job.endsAt = null;
	}
	const from = { rid: null, at: now, address: "127.0.0.1", userAgent: "demo", body: new Uint8Array(), size: 0 };
	return reports.map((report) => ({ ...from, ...report, monitorId: job.id }));
}
