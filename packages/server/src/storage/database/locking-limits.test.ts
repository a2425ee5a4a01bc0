import { sql } from "kysely";
import { expect, test } from "vitest";
import { deferChanges, takeDeferredChanges } from "../alerts/enqueue/deferred-changes.ts";
import { requestBackfill, stepBackfill } from "../figures/backfills.ts";
import { foldLateHours, RANGES_A_SLICE } from "../figures/roll-ups.ts";
import { deleteChecksBefore } from "../results/delete-checks.ts";
import { freshDatabase } from "../testing/engines.ts";
import { aMonitor, aTeam } from "../testing/fixtures.ts";
import type { Tx } from "./tx.ts";

/** Inserts by `insert` for 0, and for the others when the planner believes that the table has one row. */
async function withStaleStatistics(
	{ db }: Tx,
	{ table, rows }: { readonly table: string; readonly rows: number },
	insert: (index: number) => Promise<unknown>,
): Promise<void> {
	await sql`alter table ${sql.table(table)} set (autovacuum_enabled = false)`.execute(db);
	await insert(0);
	await sql`analyze ${sql.table(table)}`.execute(db);
	for (let index = 1; index < rows; index += 1) await insert(index);
}

test("a slice of late hours is no larger than its limit when the statistics are of one mark", async () => {
	await using database = await freshDatabase("postgresql");
	const monitor = await aMonitor(database, await aTeam(database));
	await withStaleStatistics(database, { table: "late_hours", rows: 100 }, (hour) =>
		sql`insert into late_hours (monitor_id, hour) values (${monitor}, ${hour})`.execute(database.db),
	);
	await foldLateHours(database);
	const left = await database.db.selectFrom("late_hours").select("hour").execute();
	expect(left).toHaveLength(100 - RANGES_A_SLICE);
});

test("one backfill is started when the statistics are of one that is queued", async () => {
	await using database = await freshDatabase("postgresql");
	const teams: number[] = [];
	for (let index = 0; index < 5; index += 1) teams.push(await aTeam(database));
	await withStaleStatistics(database, { table: "backfills", rows: 5 }, (index) =>
		requestBackfill(database, teams[index] ?? 0),
	);
	expect(await stepBackfill(database, 0)).toMatchObject({ teamId: teams[0], state: "started" });
	const running = await database.db.selectFrom("backfills").select("team_id").where("is_running", "=", 1).execute();
	expect(running).toEqual([{ team_id: teams[0] }]);
});

test("no more deferred changes are taken than asked for when the statistics are of one", async () => {
	await using database = await freshDatabase("postgresql");
	const teamId = await aTeam(database);
	const monitorId = await aMonitor(database, teamId);
	await withStaleStatistics(database, { table: "deferred_changes", rows: 10 }, () =>
		deferChanges(database, [{ teamId, monitorId } as never], 0),
	);
	expect(await takeDeferredChanges(database, teamId, 3)).toHaveLength(3);
});

test("no more checks are pruned than asked for when the statistics are of one", async () => {
	await using database = await freshDatabase("postgresql");
	const monitor = await aMonitor(database, await aTeam(database));
	await withStaleStatistics(database, { table: "recent_results_rest", rows: 50 }, (minute) =>
		sql`insert into check_results (minute, monitor_id, revision, outcome, started_ms, attempts)
			values (${minute}, ${monitor}, 1, 0, 0, 1)`.execute(database.db),
	);
	expect(await deleteChecksBefore(database, 60, 10)).toBe(10);
	const left = await database.db.selectFrom("check_results").select("minute").execute();
	expect(left).toHaveLength(40);
});

test("no more packed days are pruned than asked for when the statistics are of one", async () => {
	await using database = await freshDatabase("postgresql");
	const monitor = await aMonitor(database, await aTeam(database));
	await withStaleStatistics(database, { table: "sealed_days", rows: 50 }, (day) =>
		sql`insert into sealed_days (day, monitor_id, checks, block) values (${day}, ${monitor}, 1440, ${Buffer.from("")})`.execute(
			database.db,
		),
	);
	await deleteChecksBefore(database, 100 * 1_440, 10 * 1_440);
	const left = await database.db.selectFrom("sealed_days").select("day").execute();
	expect(left).toHaveLength(40);
});

test("no more sealed hours are pruned than asked for when the statistics are of one", async () => {
	await using database = await freshDatabase("postgresql");
	const monitor = await aMonitor(database, await aTeam(database));
	await withStaleStatistics(database, { table: "sealed_hours", rows: 50 }, (hour) =>
		sql`insert into sealed_hours (hour, monitor_id, checks, block) values (${hour}, ${monitor}, 60, ${Buffer.from("")})`.execute(
			database.db,
		),
	);
	await deleteChecksBefore(database, 3_600, 600);
	const left = await database.db.selectFrom("sealed_hours").select("hour").execute();
	expect(left).toHaveLength(40);
});
