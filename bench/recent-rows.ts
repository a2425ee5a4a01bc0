/**
 * What recording and sealing cost PostgreSQL, with the rows of each hour in a partition that is dropped, and with all
 * rows in the default partition, from which sealing deletes them: bytes of WAL and CPU a check. Hours of checks are
 * recorded as fast as it goes, with a checkpoint for every five minutes of them, as PostgreSQL makes by default. Then
 * times of readers of recent rows, in turns.
 *
 *     node --conditions=@lapwing/source bench/recent-rows.ts [--monitors 1000] [--hours 6]
 */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { sql } from "kysely";
import { demoSlot, PlausibleHistory } from "../packages/server/src/cli/demo/demo-history.ts";
import { gridOf } from "../packages/server/src/domain/schedule/schedule.ts";
import { recordChecks } from "../packages/server/src/storage/commit/record-checks.ts";
import { migrate } from "../packages/server/src/storage/database/migrate.ts";
import { openDatabase } from "../packages/server/src/storage/database/open-database.ts";
import { latestChecks } from "../packages/server/src/storage/results/latest-checks.ts";
import { createPartitions, dropPartitions } from "../packages/server/src/storage/results/partitions/keep-partitions.ts";
import { checksBetween, pageOfChecks } from "../packages/server/src/storage/results/read-checks.ts";
import { sealClosedHours } from "../packages/server/src/storage/results/sealed/seal-hours.ts";
import { aMonitor, aTeam } from "../packages/server/src/storage/testing/fixtures.ts";
import { startPostgres } from "../packages/server/src/storage/testing/postgres.ts";
import { plausibleCheck } from "./plausible-check.ts";

/** Hours before the first one that is measured: from then on each hour is also sealed. */
const WARM_HOURS = 4;
const CHECKPOINT_MINUTES = 5;
const MONITORS_A_COMMIT = 200;
const READS = 300;

interface Cost {
	wal: number;
	serverMs: number;
	ownMs: number;
}

const { values: args } = parseArgs({
	options: { monitors: { type: "string", default: "1000" }, hours: { type: "string", default: "6" } },
});
const end = Math.floor(Date.UTC(2026, 0, 31) / 60_000);
const first = end - Number(args.hours) * 60;
const layouts: Layout[] = [];
try {
	for (const isPartitioned of [false, true]) layouts.push(await measure(isPartitioned));
	await readInTurns(layouts);
} finally {
	for (const { database, server } of layouts) {
		await database.close();
		await server.stop();
	}
}

/** Records and seals, and says what that cost. The caller stops the server. */
async function measure(isPartitioned: boolean) {
	const server = await startPostgres();
	const database = openDatabase(`${server.url}/postgres`);
	const postmaster = Number(readFileSync(join(server.directory, "data/postmaster.pid"), "utf8").split("\n")[0]);
	const costs = new Map<string, Cost>();
	let isMeasured = false;

	/** Adds what `work` costs to that of its name. */
	const costOf = async (name: string, work: () => Promise<unknown>) => {
		const before = { wal: await walBytes(), serverMs: cpuMsOf(postmaster), own: process.cpuUsage() };
		await work();
		if (!isMeasured) return;
		const { user, system } = process.cpuUsage(before.own);
		const cost = costs.get(name) ?? { wal: 0, serverMs: 0, ownMs: 0 };
		cost.wal += (await walBytes()) - before.wal;
		cost.serverMs += cpuMsOf(postmaster) - before.serverMs;
		cost.ownMs += (user + system) / 1000;
		costs.set(name, cost);
	};
	const walBytes = async () => {
		const { rows } = await sql<{ bytes: number }>`
			select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0') as bytes`.execute(database.db);
		return rows[0]?.bytes ?? 0;
	};

	try {
		await migrate(database);
		await sql`alter system set autovacuum = off`.execute(database.db);
		await sql`select pg_reload_conf()`.execute(database.db);
		const teamId = await aTeam(database);
		const ids: number[] = [];
		while (ids.length < Number(args.monitors)) {
			ids.push(await aMonitor(database, teamId, { createdAt: first * 60_000 }));
		}
		// In the order in which they are due, which is not that of their keys.
		const monitors = ids
			.map((id) => ({ id, phaseMs: gridOf(id, 60_000).phaseMs, history: new PlausibleHistory(id) }))
			.sort((a, b) => a.phaseMs - b.phaseMs);
		let checks = 0;
		for (let hour = first; hour < end; hour += 60) {
			isMeasured = hour >= first + WARM_HOURS * 60;
			if (isPartitioned) await costOf("create and drop", () => createPartitions(database, hour * 60_000));
			for (let minute = hour; minute < hour + 60; minute += 1) {
				if (minute % CHECKPOINT_MINUTES === 0) await sql`checkpoint`.execute(database.db);
				for (let at = 0; at < monitors.length; at += MONITORS_A_COMMIT) {
					const batch = monitors
						.slice(at, at + MONITORS_A_COMMIT)
						.map(({ id, history, phaseMs }) => plausibleCheck({ id }, history, demoSlot(minute, phaseMs)));
					if (isMeasured) checks += batch.length;
					await costOf("record", () => recordChecks(database, batch, (minute + 1) * 60_000, { notifies: false }));
				}
			}
			const now = (hour + 60 + 2) * 60_000;
			await costOf("seal", async () => {
				while (await sealClosedHours(database, now));
			});
			if (isPartitioned) await costOf("create and drop", () => dropPartitions(database, now));
			// As autovacuum would about once an hour, of those that it is on for.
			await costOf("vacuum", () => sql`vacuum analyze recent_results_rest, check_failures`.execute(database.db));
			await sql`vacuum analyze monitor_states, sealed_hours`.execute(database.db);
		}

		const layout = isPartitioned ? "partitions that are dropped" : "one table, rows deleted";
		say(`${layout}: ${ids.length} monitors, ${checks} checks`);
		const sum: Cost = { wal: 0, serverMs: 0, ownMs: 0 };
		for (const [name, cost] of costs) {
			say(`  ${name}: ${perCheck(cost, checks)}`);
			for (const key of ["wal", "serverMs", "ownMs"] as const) sum[key] += cost[key];
		}
		say(`  in all: ${perCheck(sum, checks)}`);
		const { rows } = await sql<{ bytes: number }>`
			select sum(pg_total_relation_size(c.oid)) as bytes from pg_class as c
			where c.relname like 'recent_results%' and c.relkind = 'r'`.execute(database.db);
		say(`  rows of recent hours: ${((rows[0]?.bytes ?? 0) / ids.length / 1024).toFixed(1)} KiB a monitor`);

		return { layout, database, ids, server };
	} catch (error) {
		await database.close();
		await server.stop();
		throw error;
	}
}

type Layout = Awaited<ReturnType<typeof measure>>;

/** Times of readers, in turns: one call with each layout. */
async function readInTurns(layouts: readonly Layout[]): Promise<void> {
	const reads: Record<string, (layout: Layout, round: number) => Promise<unknown>> = {
		"a page of the newest 50": ({ database, ids }, round) => pageOfChecks(database, idAt(ids, round), { limit: 50 }),
		"a page of 50 beside a minute": ({ database, ids }, round) =>
			pageOfChecks(database, idAt(ids, round), { limit: 50, before: end - 30 }),
		"a day": ({ database, ids }, round) => checksBetween(database, idAt(ids, round), end - 1_440, end),
		"the latest checks of 50": ({ database, ids }, round) => latestChecks(database, monitorsFrom(ids, round * 7)),
	};
	for (const [name, read] of Object.entries(reads)) {
		const times = layouts.map((): number[] => []);
		for (let round = 0; round < READS; round += 1) {
			for (const [index, layout] of layouts.entries()) {
				const startedAt = performance.now();
				await read(layout, round);
				times[index]?.push(performance.now() - startedAt);
			}
		}
		const medians = times.map((of) => `${of.toSorted((a, b) => a - b)[READS / 2]?.toFixed(2)} ms`);
		say(`${name}: median ${medians.join(", ")}`);
	}
}

function idAt(ids: readonly number[], round: number): number {
	return ids[(round * 7) % ids.length] ?? 0;
}

function monitorsFrom(ids: readonly number[], at: number): number[] {
	const from = at % Math.max(1, ids.length - 50);
	return ids.slice(from, from + 50);
}

function perCheck({ wal, serverMs, ownMs }: Cost, checks: number): string {
	const us = (ms: number) => ((ms * 1000) / checks).toFixed(1);
	return `${(wal / checks).toFixed(0)} bytes of WAL, CPU ${us(serverMs)} µs of PostgreSQL and ${us(ownMs)} µs here`;
}

/** CPU of a server's processes so far, those that ended included; in steps of 10 ms. */
function cpuMsOf(postmaster: number): number {
	let ticks = 0;
	for (const pid of readdirSync("/proc").map(Number)) {
		const fields = Number.isInteger(pid) ? fieldsOf(pid) : [];
		const at = (place: number) => Number(fields[place] ?? 0);
		if (pid === postmaster) ticks += at(11) + at(12) + at(13) + at(14);
		else if (at(1) === postmaster) ticks += at(11) + at(12);
	}
	return ticks * 10;
}

/** Of /proc/PID/stat, from the state on; none when the process is gone. */
function fieldsOf(pid: number): string[] {
	try {
		const text = readFileSync(`/proc/${pid}/stat`, "utf8");
		return text.slice(text.lastIndexOf(")") + 2).split(" ");
	} catch {
		return [];
	}
}

function say(line: string): void {
	process.stdout.write(`${line}\n`);
}
