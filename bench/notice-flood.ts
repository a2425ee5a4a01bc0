/**
 * One team with many alerts whose receivers never answer, each covering every monitor, and all its monitors go down
 * together. Reports how long the commits of checks take meanwhile, how long the event loop stands still (which is
 * what a request to /healthz waits for), and how many notices wait.
 *
 *     node --conditions=@lapwing/source bench/notice-flood.ts [--alerts 100] [--monitors 2000] [--seconds 20]
 */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as pause } from "node:timers/promises";
import { parseArgs } from "node:util";
import pino from "pino";
import { USUAL_RULES } from "../packages/server/src/domain/alerts/alert-rules.ts";
import { loop } from "../packages/server/src/engine/loop.ts";
import { deliverNotices } from "../packages/server/src/engine/notices/deliver-notices.ts";
import { createMetrics } from "../packages/server/src/metrics.ts";
import type { Delivery, Notifier } from "../packages/server/src/notify/interface.ts";
import { createAlert } from "../packages/server/src/services/alerts/create.ts";
import { onTheCommandLine } from "../packages/server/src/services/testing/on-the-command-line.ts";
import { countNotices } from "../packages/server/src/storage/alerts/notice-leases.ts";
import { recordChecks } from "../packages/server/src/storage/commit/record-checks.ts";
import { migrate } from "../packages/server/src/storage/database/migrate.ts";
import { openDatabase } from "../packages/server/src/storage/database/open-database.ts";
import { secretBox } from "../packages/server/src/storage/database/secret-box.ts";
import { aMonitor, anOutcome, aTeam, downObservation } from "../packages/server/src/storage/testing/fixtures.ts";

const { values: options } = parseArgs({
	options: {
		alerts: { type: "string", default: "100" },
		monitors: { type: "string", default: "2000" },
		seconds: { type: "string", default: "20" },
	},
});
const seconds = Number(options.seconds);
/** Outages are recorded in so many commits, spread over the first half of the run. */
const COMMITS = 40;

/** A receiver that takes the connection and never answers costs this long. */
const SILENCE_MS = 10_000;

const directory = await mkdtemp(join(tmpdir(), "lapwing-flood-"));
const database = openDatabase(`sqlite:${join(directory, "lapwing.db")}`);
await migrate(database);
const teamId = await aTeam(database);
const box = secretBox(new Uint8Array(32).fill(9));
for (let index = 0; index < Number(options.alerts); index += 1) {
	await onTheCommandLine(
		database,
		teamId,
		createAlert,
		{
			...USUAL_RULES,
			name: "On call",
			// Half of the channels gather many notices in one message, half do not.
			channel:
				index % 2 === 0
					? { type: "slack", url: "http://127.0.0.1:9/" }
					: { type: "pagerduty", routingKey: "0".repeat(32) },
			monitorIds: null,
			...USUAL_RULES,
			events: ["down", "degraded", "up", "blind"],
			cooldownMinutes: 10,
			dailyCap: 100,
			failureThreshold: 1,
			reminderMinutes: null,
			isEnabled: true,
		},
		{ now: Date.now(), secretBox: box },
	);
}
const monitors: number[] = [];
for (let index = 0; index < Number(options.monitors); index += 1) monitors.push(await aMonitor(database, teamId));

const silent: Notifier = {
	updates: () => false,
	gathers: (type) => type === "slack",
	mail: async () => ({ kind: "sent" }),
	async deliver(_destination, _message, signal): Promise<Delivery> {
		await pause(SILENCE_MS, undefined, { signal }).catch(() => {});
		if (signal.aborted) return { kind: "aborted" };
		return { kind: "failed", again: true, retryAfterMs: null, message: "The receiver did not answer." };
	},
};
const stopping = new AbortController();
const { signal } = stopping;
const log = pino({ level: "silent" });
const metrics = createMetrics();
const deps = { database, log, metrics, now: Date.now, signal, notifier: silent, secretBox: box };
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
const commits: number[] = [];
const job = { name: "deliver", everyMs: 250, run: () => deliverNotices(deps) };
const delivering = loop(job, { log, metrics }, signal);
const startedAt = Date.now();
const perCommit = Math.ceil(monitors.length / COMMITS);
for (let first = 0; first < monitors.length; first += perCommit) {
	const scheduledAt = Math.floor(Date.now() / 60_000) * 60_000;
	const outcomes = monitors
		.slice(first, first + perCommit)
		.map((monitor) => anOutcome(monitor, 0, downObservation, { scheduledAt, revision: 1 }));
	const at = performance.now();
	await recordChecks(database, outcomes, Date.now());
	commits.push(performance.now() - at);
	await pause((seconds * 500) / COMMITS);
}
while (Date.now() - startedAt < seconds * 1_000) {
	// A commit of no consequence, as the recorder makes them a few times a second.
	const at = performance.now();
	await database.transaction(async ({ db }) => db.selectFrom("teams").select("id").execute());
	commits.push(performance.now() - at);
	await pause(100);
}
delay.disable();
const waiting = await countNotices(database);
commits.sort((a, b) => a - b);
const at = (share: number) => (commits[Math.floor((commits.length - 1) * share)] ?? 0).toFixed(0);
const rows = [
	["took", `${((Date.now() - startedAt) / 1_000).toFixed(1)} s for a run of ${seconds} s`],
	["commits", `median ${at(0.5)} ms, p99 ${at(0.99)} ms, longest ${at(1)} ms (${commits.length})`],
	[
		"event loop stands still",
		`p99 ${(delay.percentile(99) / 1e6).toFixed(0)} ms, longest ${(delay.max / 1e6).toFixed(0)} ms`,
	],
	["notices in the outbox", String(waiting)],
] as const;
for (const [name, value] of rows) process.stdout.write(`${name.padEnd(28)}${value}\n`);
stopping.abort();
await delivering;
await database.close();
await rm(directory, { recursive: true, force: true });
