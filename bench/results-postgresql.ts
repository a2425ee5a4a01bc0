/**
 * Bytes a check on PostgreSQL as a service leaves them after a month, everything included: indexes, TOAST, and the
 * space of rows that were sealed. The last two days are recorded, rolled up, sealed and packed hour by hour, each hour
 * followed by the vacuum that autovacuum would run; the days before are written as sealing and packing left them. Then
 * the time of a page of results.
 *
 *     node --conditions=@lapwing/source bench/results-postgresql.ts [--days 30] [--monitors 60]
 */

import { parseArgs } from "node:util";
import { sql } from "kysely";
import { demoSlot, PlausibleHistory } from "../packages/server/src/cli/demo/demo-history.ts";
import type { JudgedOutcome } from "../packages/server/src/domain/checks/record.ts";
import { gridOf } from "../packages/server/src/domain/schedule/schedule.ts";
import { packHistory } from "../packages/server/src/storage/commit/pack-history.ts";
import { recordChecks } from "../packages/server/src/storage/commit/record-checks.ts";
import { recordHistory } from "../packages/server/src/storage/commit/record-history.ts";
import { migrate } from "../packages/server/src/storage/database/migrate.ts";
import { openDatabase } from "../packages/server/src/storage/database/open-database.ts";
import { foldClosedHours, foldLateHours } from "../packages/server/src/storage/figures/roll-ups.ts";
import { countClosedMinutes, recountLateMinutes } from "../packages/server/src/storage/figures/team-minutes.ts";
import { createPartitions, dropPartitions } from "../packages/server/src/storage/results/partitions/keep-partitions.ts";
import { pageOfChecks } from "../packages/server/src/storage/results/read-checks.ts";
import { sealClosedHours } from "../packages/server/src/storage/results/sealed/seal-hours.ts";
import { aMonitor, aTeam } from "../packages/server/src/storage/testing/fixtures.ts";
import { startPostgres } from "../packages/server/src/storage/testing/postgres.ts";
import { plausibleCheck } from "./plausible-check.ts";

const DAY_MINUTES = 1_440;
const HOUR_MINUTES = 60;
const ROLLING_DAYS = 2;
/** Minutes recorded in one commit: a service commits some seconds' worth, of more monitors. */
const COMMIT_MINUTES = 5;

const { values: args } = parseArgs({
	options: { days: { type: "string", default: "30" }, monitors: { type: "string", default: "60" } },
});
const end = Math.floor(Date.UTC(2026, 0, 31) / 60_000);
const first = end - Number(args.days) * DAY_MINUTES;
const server = await startPostgres();
const database = openDatabase(`${server.url}/postgres`);
try {
	await migrate(database);
	const before = await database.sizeBytes();
	const teamId = await aTeam(database);
	const ids: number[] = [];
	const createdAt = first * 60_000;
	while (ids.length < Number(args.monitors)) ids.push(await aMonitor(database, teamId, { createdAt }));
	const histories = ids.map((id) => ({ id, history: new PlausibleHistory(id) }));
	let checks = 0;

	const rolling = end - ROLLING_DAYS * DAY_MINUTES;
	for (let day = first; day < rolling; day += DAY_MINUTES) {
		const pasts = histories.map(({ id, history }) =>
			packHistory({
				monitor: { id, teamId, type: "http" },
				checks: () => Array.from({ length: DAY_MINUTES }, (_, index) => aCheck(id, history, day + index)),
			}),
		);
		checks += await recordHistory(database, pasts, end * 60_000);
	}
	// A history marks every minute to be counted; a service marks those of late checks, and never so many.
	while (await recountLateMinutes(database));
	await sql`vacuum full late_minutes`.execute(database.db);
	for (let hour = rolling; hour < end; hour += HOUR_MINUTES) {
		await createPartitions(database, hour * 60_000);
		for (let minute = hour; minute < hour + HOUR_MINUTES; minute += COMMIT_MINUTES) {
			const batch = Array.from({ length: COMMIT_MINUTES }, (_, index) => minute + index).flatMap((at) =>
				histories.map(({ id, history }) => aCheck(id, history, at)),
			);
			checks += batch.length;
			await recordChecks(database, batch, (minute + COMMIT_MINUTES) * 60_000, { notifies: false });
		}
		const now = (hour + HOUR_MINUTES + 2) * 60_000;
		while (await foldLateHours(database));
		while (await foldClosedHours(database, now));
		while (await recountLateMinutes(database));
		while (await countClosedMinutes(database, now));
		while (await sealClosedHours(database, now));
		await dropPartitions(database, now);
		await sql`vacuum`.execute(database.db);
	}

	const bytes = (await database.sizeBytes()) - before;
	say(`${ids.length} monitors × ${args.days} days: ${(bytes / checks).toFixed(2)} bytes a check in all`);
	for (const line of await tables(checks)) say(`  ${line}`);
	const times: number[] = [];
	for (let round = 0; round < 400; round += 1) {
		const startedAt = performance.now();
		const id = ids[round % ids.length] ?? 0;
		await pageOfChecks(database, id, { limit: 50, before: end - ((round * 97) % (end - first - 100)) });
		times.push(performance.now() - startedAt);
	}
	times.sort((a, b) => a - b);
	say(`a page of 50: median ${times[200]?.toFixed(2)} ms, p99 ${times[396]?.toFixed(2)} ms`);
} finally {
	await database.close();
	await server.stop();
}

/** Tables with their indexes and TOAST, the largest first; partitions as one. */
async function tables(checks: number): Promise<string[]> {
	const { rows } = await sql<{ name: string; heap: number; indexes: number; total: number; dead: number }>`
		select coalesce(p.relname, c.relname) as name,
			sum(pg_relation_size(c.oid)) as heap, sum(pg_indexes_size(c.oid)) as indexes,
			sum(pg_total_relation_size(c.oid)) as total, sum(coalesce(pg_stat_get_dead_tuples(c.oid), 0)) as dead
		from pg_class as c join pg_namespace as n on n.oid = c.relnamespace
		left join pg_inherits as i on i.inhrelid = c.oid left join pg_class as p on p.oid = i.inhparent
		where c.relkind = 'r' and n.nspname = 'public' group by 1 order by total desc limit 9`.execute(database.db);
	const each = (bytes: number) => (bytes / checks).toFixed(2);
	return rows.map(
		({ name, heap, indexes, total, dead }) =>
			`${name}: ${each(total)} bytes a check (rows ${each(heap)}, indexes ${each(indexes)}), ${dead} dead rows`,
	);
}

function aCheck(id: number, history: PlausibleHistory, minute: number): JudgedOutcome {
	return plausibleCheck({ id }, history, demoSlot(minute, gridOf(id, 60_000).phaseMs));
}

function say(line: string): void {
	process.stdout.write(`${line}\n`);
}
