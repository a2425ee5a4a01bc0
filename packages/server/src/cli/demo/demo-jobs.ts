/** Keeps the demo's jobs alive: their pings come when they are due, as if the jobs ran here. */

import { setTimeout as sleep } from "node:timers/promises";
import type { Ping } from "../../domain/heartbeats/ping.ts";
import { nextDueAt } from "../../domain/heartbeats/run-schedule.ts";
import type { CronSettings } from "../../domain/monitors/types.ts";
import type { Tx } from "../../storage/database/tx.ts";
import { beat } from "../../storage/heartbeats/beats.ts";
import { insertPings } from "../../storage/heartbeats/pings.ts";
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
		const pings = jobs.flatMap((job) => pingsOf(job, now));
		if (pings.length > 0) {
			await database.transaction(async (tx) => {
				await beat(tx, now);
				await insertPings(tx, pings);
			});
		}
		await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => {});
	}
}

function pingsOf(job: Job, now: number) {
	const pings: Pick<Ping, "kind" | "exitCode">[] = [];
	if (job.dueAt !== null && job.dueAt <= now) {
		pings.push({ kind: "start", exitCode: null });
		job.endsAt = now + RUN_MS.fewest + Math.random() * (RUN_MS.most - RUN_MS.fewest);
		job.dueAt = nextDueAt(job.settings, now);
	} else if (job.endsAt !== null && job.endsAt <= now) {
		const hasFailed = ["failing", "reset"].includes(moodOf(job.id, Math.floor(now / 60_000)));
		pings.push(hasFailed ? { kind: "fail", exitCode: 1 } : { kind: "success", exitCode: 0 });
		job.endsAt = null;
	}
	const from = { rid: null, at: now, address: "127.0.0.1", userAgent: "demo", body: new Uint8Array(), size: 0 };
	return pings.map((ping) => ({ ...from, ...ping, monitorId: job.id }));
}
