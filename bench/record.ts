/**
 * What a check costs the database beside its probe: claimed when due, ordered, and recorded, with time as an argument
 * and answers made up, at three numbers of monitors. On SQLite, through the code that schedules and records real
 * checks.
 *
 *     node --conditions=@lapwing/source bench/record.ts [monitors …]
 *
 * CPU and time are the process's; bytes written are those of its write calls (Linux: /proc/self/io), the write-ahead
 * log's twice.
 */

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CheckOrder } from "../packages/server/src/domain/checks/check.ts";
import { judge } from "../packages/server/src/domain/checks/judgement.ts";
import type { JudgedOutcome } from "../packages/server/src/domain/checks/record.ts";
import { bootstrap } from "../packages/server/src/storage/access/bootstrap.ts";
import { recordChecks } from "../packages/server/src/storage/commit/record-checks.ts";
import { migrate } from "../packages/server/src/storage/database/migrate.ts";
import { openDatabase } from "../packages/server/src/storage/database/open-database.ts";
import type { Database } from "../packages/server/src/storage/database/tx.ts";
import { ScheduleInMemory } from "../packages/server/src/storage/schedule/schedule-in-memory.ts";
import { addMonitors } from "./monitors.ts";

const LOOK_MS = 250;
const INTERVAL_MS = 60_000;
const LOOKS = 240;

const counts = process.argv.slice(2).map(Number);
for (const count of counts.length > 0 ? counts : [1_000, 10_000, 100_000]) await measure(count);

async function measure(count: number): Promise<void> {
	const directory = mkdtempSync(join(tmpdir(), "lapwing-bench-"));
	const database = openDatabase(`sqlite:${join(directory, "lapwing.db")}`);
	await migrate(database);
	const start = Date.UTC(2026, 0, 31);
	await bootstrap(database, null, start);
	await addMonitors(database, count, {
		now: start,
		intervalMs: INTERVAL_MS,
		url: (index) => `http://bench.invalid/${index}`,
	});

	const schedule = new ScheduleInMemory(database);
	// The first checks lie where the monitors were made; two intervals later each is on its own grid.
	let now = start;
	for (let look = 0; look < 2 * LOOKS + 8; look += 1) {
		now += LOOK_MS;
		await oneLook(database, schedule, now);
	}
	const before = { cpu: process.cpuUsage(), at: performance.now(), written: written() };
	let checks = 0;
	for (let look = 0; look < LOOKS; look += 1) {
		now += LOOK_MS;
		checks += await oneLook(database, schedule, now);
	}
	const { user, system } = process.cpuUsage(before.cpu);
	const perCheck = (amount: number) => (amount / checks).toFixed(0);
	process.stdout.write(
		`${count} monitors, ${(checks / LOOKS).toFixed(0)} checks each ${LOOK_MS} ms: ${perCheck(user + system)} µs of CPU, ` +
			`${perCheck((performance.now() - before.at) * 1_000)} µs, ${perCheck(written() - before.written)} bytes written a check\n`,
	);
	await database.close();
	rmSync(directory, { recursive: true, force: true });
}

async function oneLook(database: Database, schedule: ScheduleInMemory, now: number): Promise<number> {
	let checks = 0;
	for (;;) {
		const { orders, claimed } = await schedule.claim(now, { total: 1_000, slow: 1_000 });
		if (claimed === 0) return checks;
		await recordChecks(
			database,
			orders.map((order) => answered(order, now)),
			now,
			{ held: schedule },
		);
		checks += claimed;
	}
}

function answered(order: CheckOrder, now: number): JudgedOutcome {
	const observation = {
		kind: "answered",
		type: "http",
		status: 200,
		responseTimeMs: 42.5,
		phases: { dns: 1, connect: 10, tls: 0, first_byte: 30, transfer: 1.5 },
		failedContentCheckId: null,
		certificate: null,
		address: "192.0.2.1",
	} as const;
	const outcome = {
		order,
		observation,
		startedAt: now,
		completedAt: now + 43,
		firstAttemptAt: now,
		attempts: 1,
	} as const;
	return { outcome, judgement: judge(observation, order) };
}

function written(): number {
	return Number(/^wchar: (\d+)$/m.exec(readFileSync("/proc/self/io", "utf8"))?.[1] ?? Number.NaN);
}
