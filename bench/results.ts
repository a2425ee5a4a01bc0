/**
 * Results on the disk and back, through the code that records real checks: bytes a check with all figures and indexes,
 * checks recorded a second, and the times of readers, once with a row for each check and once with sealed hours.
 *
 *     node --conditions=@lapwing/source bench/results.ts [--days 30] [--database postgres://…]
 *
 * On SQLite in a temporary file, or in an empty PostgreSQL database.
 */

import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { demoSlot, PlausibleHistory } from "../packages/server/src/cli/demo/demo-history.ts";
import type { JudgedOutcome } from "../packages/server/src/domain/checks/record.ts";
import { gridOf } from "../packages/server/src/domain/schedule/schedule.ts";
import { bootstrap } from "../packages/server/src/storage/access/bootstrap.ts";
import { recordChecks } from "../packages/server/src/storage/commit/record-checks.ts";
import { migrate } from "../packages/server/src/storage/database/migrate.ts";
import { openDatabase } from "../packages/server/src/storage/database/open-database.ts";
import type { Database, Tx } from "../packages/server/src/storage/database/tx.ts";
import { foldClosedHours, foldLateHours } from "../packages/server/src/storage/figures/roll-ups.ts";
import { monitorStatistics } from "../packages/server/src/storage/figures/statistics.ts";
import { countClosedMinutes, recountLateMinutes } from "../packages/server/src/storage/figures/team-minutes.ts";
import { createMonitor } from "../packages/server/src/storage/monitors/monitors.ts";
import { latestChecks } from "../packages/server/src/storage/results/latest-checks.ts";
import { phaseSums } from "../packages/server/src/storage/results/phase-sums.ts";
import { checksBetween, pageOfChecks } from "../packages/server/src/storage/results/read-checks.ts";
import { sealClosedHours } from "../packages/server/src/storage/results/sealed/seal-hours.ts";
import { plausibleCheck } from "./plausible-check.ts";
import { plausibleMonitor } from "./plausible-monitor.ts";

const DAY_MINUTES = 1_440;
const LAST_MINUTE = Math.floor(Date.UTC(2026, 0, 31) / 60_000);

const { values: options } = parseArgs({
	options: { database: { type: "string" }, days: { type: "string", default: "30" } },
});
await measure({ monitors: 60, days: Number(options.days), commit: 400 });
// PostgreSQL gets one history: its database is empty once.
if (options.database === undefined) await measure({ monitors: 1_000, days: 1, commit: 400 });

interface History {
	readonly monitors: number;
	readonly days: number;
	readonly commit: number;
}

async function measure({ monitors: count, days, commit }: History): Promise<void> {
	const directory = mkdtempSync(join(tmpdir(), "lapwing-bench-"));
	const database = openDatabase(options.database ?? `sqlite:${join(directory, "lapwing.db")}`);
	await migrate(database);
	await bootstrap(database, null, 0);
	const first = LAST_MINUTE - days * DAY_MINUTES;
	const ids: number[] = [];
	for (let index = 0; index < count; index += 1) ids.push(await aMonitor(database, index, first * 60_000));
	const histories = ids.map((id) => new PlausibleHistory(id));
	const before = await sizeOf(database);

	let recordingMs = 0;
	let batch: JudgedOutcome[] = [];
	let checks = 0;
	async function flush(): Promise<void> {
		const startedAt = performance.now();
		await recordChecks(database, batch, LAST_MINUTE * 60_000, { notifies: false });
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
	// The last three hours stay rows, as while the service runs.
	const now = LAST_MINUTE * 60_000 + 60_000;
	while (await foldLateHours(database));
	while (await foldClosedHours(database, now));
	while (await recountLateMinutes(database));
	while (await countClosedMinutes(database, now));
	say(
		`${count} monitors × ${days} days: ${Math.round(checks / (recordingMs / 1000))} checks recorded a second, ${commit} in a commit`,
	);
	const sizes = async () => `${(((await sizeOf(database)) - before) / checks).toFixed(2)} bytes a check in all`;
	say(`  rows:   ${await sizes()}; ${await readers(database, ids, days)}`);

	const transactions: number[] = [];
	const cpu = process.cpuUsage();
	for (;;) {
		const startedAt = performance.now();
		if (!(await sealClosedHours(database.background(), now))) break;
		transactions.push(performance.now() - startedAt);
	}
	const { user, system } = process.cpuUsage(cpu);
	say(
		`  sealing: ${((user + system) / checks).toFixed(2)} µs of CPU a check; a transaction ${percentiles(transactions)}`,
	);
	say(`  sealed: ${await sizes()}; ${await readers(database, ids, days)}`);
	for (const line of await tables(database, checks)) say(`    ${line}`);
	await database.close();
	rmSync(directory, { recursive: true, force: true });
}

/** Bytes of the database when nothing is left to tidy up. */
async function sizeOf(database: Database): Promise<number> {
	if (database.dialect.name === "postgresql") {
		await sql`vacuum full`.execute(database.db);
		return database.sizeBytes();
	}
	let bytes = await database.sizeBytes();
	for (let last = Number.POSITIVE_INFINITY; bytes < last; bytes = await database.sizeBytes()) {
		last = bytes;
		await database.reclaimSpace();
	}
	return bytes;
}

/** Bytes a check of the largest tables. */
async function tables(database: Database, checks: number): Promise<string[]> {
	const query =
		database.dialect.name === "postgresql"
			? sql<{ name: string; bytes: number }>`
				select relname as name, pg_relation_size(oid) as bytes from pg_class where relkind in ('r', 'i') order by 2 desc limit 8`
			: sql<{ name: string; bytes: number }>`
				select name, sum(pgsize) as bytes from dbstat group by name order by 2 desc limit 8`;
	const { rows } = await query.execute(database.db);
	return rows.map(({ name, bytes }) => `${name}: ${(bytes / checks).toFixed(2)} bytes a check`);
}

async function readers(database: Database, ids: readonly number[], days: number): Promise<string> {
	const minute = (round: number) => LAST_MINUTE - ((round * 97) % (days * DAY_MINUTES - 100));
	const idOf = (round: number) => ids[round % ids.length] ?? 0;
	const now = LAST_MINUTE * 60_000 + 17_000;
	const page = await timed((round) => pageOfChecks(database, idOf(round), { limit: 50, before: minute(round) }));
	const day = await timed((round) => checksBetween(database, idOf(round), LAST_MINUTE - DAY_MINUTES, LAST_MINUTE));
	const statistics = await timed((round) => monitorStatistics(database, { id: idOf(round), type: "http" }, now));
	const steps = { fromMinute: LAST_MINUTE - days * DAY_MINUTES, toMinute: LAST_MINUTE, stepMinutes: 180 };
	const sums = await timed((round) => phaseSums(database, idOf(round), steps), 20);
	const latest = await timed(() => latestChecks(database, ids.slice(0, 50)));
	return `page of 50 ${page}, a day ${day}, statistics ${statistics}, phases of ${days} days ${sums}, latest of a page ${latest}`;
}

async function timed(work: (round: number) => Promise<unknown>, rounds = 200): Promise<string> {
	const times: number[] = [];
	for (let round = 0; round < rounds; round += 1) {
		const startedAt = performance.now();
		await work(round);
		times.push(performance.now() - startedAt);
	}
	return percentiles(times);
}

function percentiles(times: readonly number[]): string {
	const inOrder = times.toSorted((a, b) => a - b);
	const at = (share: number) => (inOrder[Math.floor(inOrder.length * share)] ?? 0).toFixed(2);
	return `${at(0.5)} ms (p99 ${at(0.99)})`;
}

function say(line: string): void {
	process.stdout.write(`${line}\n`);
}

async function aMonitor(database: Tx, index: number, createdAt: number): Promise<number> {
	const { id } = await createMonitor(
		database,
		plausibleMonitor(`Monitor ${index}`, `http://bench.invalid/${index}`, { isEnabled: false }),
		createdAt,
	);
	return id;
}

function aCheck(id: number, history: PlausibleHistory, minute: number): JudgedOutcome {
	return plausibleCheck({ id }, history, demoSlot(minute, gridOf(id, 60_000).phaseMs));
}
