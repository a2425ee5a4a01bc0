import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { expect, test } from "vitest";
import { encodeHistogram } from "../../domain/figures/latency-histogram.ts";
import { migrate, schemaState } from "../database/migrate.ts";
import { openDatabase } from "../database/open-database.ts";
import type { Database } from "../database/tx.ts";
import { hourFromRow } from "../figures/roll-up-rows.ts";
import { countedHours } from "../figures/team-hours.ts";
import { moveWideHours } from "../figures/wide-hours.ts";
import { freshDatabase, newDatabaseUrl, onEachEngine } from "../testing/engines.ts";
import { up } from "./0026-packed-history.ts";

const minute = Math.floor(Date.UTC(2026, 4, 1, 12) / 60_000);
const moving = fileURLToPath(new URL("../testing/moving-process.ts", import.meta.url));

onEachEngine("figures of an earlier version", (name) => {
	test("are moved, the minutes of teams into hours and the hours of monitors into narrower rows", async () => {
		await using database = await freshDatabase(name);
		const { db, dialect } = database;
		await toEarlierTables(database);
		// More than are read at once, of teams whose hours begin and end anywhere.
		const minutes = [1, 2, 3].flatMap((team) =>
			Array.from({ length: 11_000 }, (_, index) => index + 7 * team)
				.filter((at) => at % 97 !== 0)
				.map((at) => ({ team_id: team, minute: minute + at, total: team + (at % 3), successful: team })),
		);
		const rows = dialect.rows(
			{ team_id: "integer", minute: "integer", total: "integer", successful: "integer" },
			minutes,
		);
		await sql`insert into team_minutes select * from ${rows} as r`.execute(db);
		const rollUps = await insertWideHours(database, 1_500);

		await up(db as never, dialect.ddl);
		await moveWideHours(database, () => {});

		const read = [];
		for (const team_id of [1, 2, 3]) {
			const hours = await countedHours(database, team_id, 0, 1e9);
			for (const { hour, counts } of hours.sort((a, b) => a.hour - b.hour)) {
				for (const [place, total] of counts.total.entries()) {
					if (total === 0) continue;
					read.push({ team_id, minute: hour * 60 + place, total, successful: counts.successful[place] });
				}
			}
		}
		expect(read).toEqual(minutes);
		expect(await readHours(database)).toEqual(rollUps);
	});

	test("are whole after kills during the move, and no start goes on before they are", async () => {
		const { url, drop } = await newDatabaseUrl(name, "migrated");
		const database = openDatabase(url);
		try {
			await toEarlierTables(database);
			const rollUps = await insertWideHours(database, 4_500);
			await up(database.db as never, database.dialect.ddl);
			const shares: number[] = [];
			const interrupted = new Error("interrupted");
			const move = moveWideHours(
				database,
				(share) => {
					shares.push(share);
					throw interrupted;
				},
				0,
			);
			await expect(move).rejects.toBe(interrupted);
			// The first of the two monitors has 2,250 hours, and one slice of 1,000 was moved.
			expect(shares).toEqual([0]);
			for (const transactions of [1, 1]) {
				await killedAfter(transactions, url);
				expect(await schemaState(database)).toMatchObject({ pending: [], isMoving: true });
			}
			// Another process, which starts at the same time, does not go on before the move is over either.
			const other = openDatabase(url);
			const starts = [migrate(database), migrate(other)];
			await Promise.race(starts);
			expect((await readHours(database)).length).toBe(rollUps.length);
			await Promise.all(starts);
			await other.close();
			expect(await schemaState(database)).toMatchObject({ pending: [], isMoving: false });
			expect(await readHours(database)).toEqual(rollUps);
		} finally {
			await database.close();
			await drop();
		}
	});
});

/** Starts a process that moves hours and is killed once it has committed so many transactions. */
async function killedAfter(transactions: number, url: string): Promise<void> {
	const child = spawn(process.execPath, [moving, url, String(transactions)], { stdio: "inherit" });
	expect(await once(child, "exit")).toEqual([null, "SIGKILL"]);
}

/** The tables of figures as they were before the migration, empty. */
async function toEarlierTables({ db, dialect }: Database): Promise<void> {
	for (const table of ["team_hours", "sealed_days", "hourly_roll_ups"]) {
		await sql`drop table ${sql.table(table)}`.execute(db);
	}
	await sql`create table team_minutes (
		team_id integer not null, minute integer not null, total integer not null, successful integer not null,
		primary key (team_id, minute)
	)`.execute(db);
	await sql`create table hourly_roll_ups (
		monitor_id integer not null, hour integer not null, up integer not null, degraded integer not null,
		down integer not null, answered integer not null, response_sum_ms bigint not null,
		response_max_ms integer not null, response_times ${dialect.ddl.bytes} not null,
		primary key (monitor_id, hour)
	)`.execute(db);
}

/** Hours of two monitors; what is to be read of them. */
async function insertWideHours({ db, dialect }: Database, length: number) {
	const rollUps = Array.from({ length }, (_, index) => {
		const times = index % 50 === 0 ? [] : [40 + (index % 7), 90, 5_000 + index];
		return {
			monitor_id: 1 + (index % 2),
			hour: index,
			rollUp: {
				up: times.length,
				degraded: index % 3,
				down: 1,
				answered: times.length,
				// Of coarse times the sum is that of the checks.
				responseSumMs: times.reduce((sum, time) => sum + time, index % 2),
				responseMaxMs: times.at(-1) ?? 0,
				responseTimes: { times, counts: times.map(() => 1) },
			},
		};
	});
	const wide = dialect.rows(
		{ monitor_id: "integer", hour: "integer", up: "integer", degraded: "integer", sum: "integer", times: "bytes" },
		rollUps.map(({ rollUp, ...key }) => {
			const times = Buffer.from(encodeHistogram(rollUp.responseTimes)).toString("hex");
			return { ...key, up: rollUp.up, degraded: rollUp.degraded, sum: rollUp.responseSumMs, times };
		}),
	);
	await sql`
		insert into hourly_roll_ups
		select monitor_id, hour, up, degraded, 1, up, sum, case when up = 0 then 0 else 5000 + hour end, times
		from ${wide} as r`.execute(db);
	return rollUps;
}

async function readHours({ db }: Database) {
	const rows = await db.selectFrom("hourly_roll_ups").selectAll().orderBy("hour").execute();
	return rows.map((row) => ({ monitor_id: row.monitor_id, hour: row.hour, rollUp: hourFromRow(row) }));
}
