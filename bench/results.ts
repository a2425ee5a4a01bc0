/**
 * Results on the disk and back, on SQLite, through the code that records real checks: bytes a check, checks recorded a
 * second, and the time of a page of results of a monitor with 30 days of minutes.
 *
 *     node --conditions=@lapwing/source bench/results.ts
 */

import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { demoSlot, PlausibleHistory } from "../packages/server/src/cli/demo/demo-history.ts";
import { judge } from "../packages/server/src/domain/checks/judgement.ts";
import type { JudgedOutcome } from "../packages/server/src/domain/checks/record.ts";
import { gridOf } from "../packages/server/src/domain/schedule/schedule.ts";
import { bootstrap } from "../packages/server/src/storage/access/bootstrap.ts";
import { recordChecks } from "../packages/server/src/storage/commit/record-checks.ts";
import { migrate } from "../packages/server/src/storage/database/migrate.ts";
import { openDatabase } from "../packages/server/src/storage/database/open-database.ts";
import type { Session } from "../packages/server/src/storage/database/session.ts";
import { createMonitor } from "../packages/server/src/storage/monitors/monitors.ts";
import { pageOfChecks } from "../packages/server/src/storage/results/read-checks.ts";

const DAY_MINUTES = 1_440;
const LAST_MINUTE = Math.floor(Date.UTC(2026, 0, 31) / 60_000);

await measure({ monitors: 1_000, days: 1, commit: 400 });
await measure({ monitors: 20, days: 30, commit: 400 });

async function measure({
	monitors: count,
	days,
	commit,
}: {
	monitors: number;
	days: number;
	commit: number;
}): Promise<void> {
	const directory = mkdtempSync(join(tmpdir(), "lapwing-bench-"));
	const path = join(directory, "lapwing.db");
	const database = openDatabase(`sqlite:${path}`);
	await migrate(database);
	await bootstrap(database, null, 0);
	const first = LAST_MINUTE - days * DAY_MINUTES;
	const ids: number[] = [];
	for (let index = 0; index < count; index += 1) ids.push(await aMonitor(database, index, first * 60_000));
	const histories = ids.map((id) => new PlausibleHistory(id));
	const size = () => statSync(path).size;
	await database.db.executeQuery({ sql: "pragma wal_checkpoint(truncate)", parameters: [] } as never);
	const before = size();

	let recordingMs = 0;
	let batch: JudgedOutcome[] = [];
	let checks = 0;
	async function flush(): Promise<void> {
		const startedAt = performance.now();
		await recordChecks(database, batch, LAST_MINUTE * 60_000);
		recordingMs += performance.now() - startedAt;
		checks += batch.length;
		batch = [];
	}
	for (let minute = first; minute < LAST_MINUTE; minute += 1) {
		for (const [index, id] of ids.entries()) {
			const history = histories[index];
			if (history) batch.push(aCheck(id, history, minute));
			if (batch.length === commit) await flush();
		}
	}
	await flush();
	await database.db.executeQuery({ sql: "pragma wal_checkpoint(truncate)", parameters: [] } as never);
	const bytes = size() - before;

	const times: number[] = [];
	for (let round = 0; round < 300; round += 1) {
		const id = ids[round % ids.length] ?? 0;
		const startedAt = performance.now();
		await pageOfChecks(database, id, { limit: 50, before: LAST_MINUTE - ((round * 97) % (days * DAY_MINUTES - 100)) });
		times.push(performance.now() - startedAt);
	}
	times.sort((a, b) => a - b);
	process.stdout.write(
		`${count} monitors × ${days} days: ${(bytes / checks).toFixed(1)} bytes a check in all; ` +
			`${Math.round(checks / (recordingMs / 1000))} checks recorded a second, ${commit} in a commit; ` +
			`a page of 50 results ${times[150]?.toFixed(2)} ms median, ${times[296]?.toFixed(2)} ms p99\n`,
	);
	await database.close();
	rmSync(directory, { recursive: true, force: true });
}

async function aMonitor(database: Session, index: number, createdAt: number): Promise<number> {
	const { id } = await createMonitor(
		database,
		{
			teamId: 1,
			isEnabled: false,
			name: `Monitor ${index}`,
			tags: [],
			settings: { type: "http", url: `http://bench.invalid/${index}`, method: "GET", expectedStatus: 200 },
			intervalSeconds: 60,
			degradedAfterMs: 5_000,
			timeoutSeconds: 10,
			locationHint: "weur",
			sslMonitoringEnabled: false,
			sslExpiryWarningDays: 30,
		},
		createdAt,
	);
	return id;
}

function aCheck(monitorId: number, history: PlausibleHistory, minute: number): JudgedOutcome {
	const scheduledAt = demoSlot(minute, gridOf(monitorId, 60_000).phaseMs);
	const outcome = history.next({
		monitorId,
		teamId: 1,
		scheduledAt,
		revision: 1,
		settings: { type: "http", url: "http://bench.invalid/", method: "GET", expectedStatus: 200 },
		degradedAfterMs: 5_000,
		contentChecks: [],
		timeoutMs: 10_000,
		nextDueAt: scheduledAt + 60_000,
		locationHint: "weur",
		wasSlow: false,
	});
	return { outcome, judgement: judge(outcome.observation, outcome.order) };
}
