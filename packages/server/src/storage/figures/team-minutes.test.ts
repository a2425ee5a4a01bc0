import { sql } from "kysely";
import { expect, test } from "vitest";
import { hourOf } from "../../domain/figures/roll-up.ts";
import { recordChecks } from "../commit/record-checks.ts";
import { up } from "../migrations/0026-packed-history.ts";
import { freshDatabase, onEachEngine } from "../testing/engines.ts";
import { aMonitor, anOutcome, aTeam } from "../testing/fixtures.ts";
import { countedHours } from "./team-hours.ts";
import { countClosedMinutes } from "./team-minutes.ts";

const minute = Math.floor(Date.UTC(2026, 4, 1, 12) / 60_000);

onEachEngine("the minutes of a new database", (name) => {
	test("are counted in one slice, from its first result on, however many monitors make the slices small", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		expect(await countClosedMinutes(database, minute * 60_000)).toBe(false);
		const monitor = await aMonitor(database, team, { createdAt: minute * 60_000 });
		await recordChecks(database, [anOutcome(monitor, minute), anOutcome(monitor, minute + 1)], (minute + 2) * 60_000);
		expect(await countClosedMinutes(database, (minute + 5) * 60_000)).toBe(false);
		const [counted, ...others] = await countedHours(database, team, 0, 1e9);
		expect([counted?.hour, counted?.counts.total.indexOf(0), others]).toEqual([hourOf(minute), 2, []]);
	});

	test("of an earlier version, a row each, are moved into the rows of their hours", async () => {
		await using database = await freshDatabase(name);
		for (const table of ["team_hours", "sealed_days"]) await sql`drop table ${sql.table(table)}`.execute(database.db);
		await sql`create table team_minutes (
			team_id integer not null, minute integer not null, total integer not null, successful integer not null,
			primary key (team_id, minute)
		)`.execute(database.db);
		// More than are read at once, of teams whose hours begin and end anywhere.
		const minutes = [1, 2, 3].flatMap((team) =>
			Array.from({ length: 11_000 }, (_, index) => index + 7 * team)
				.filter((at) => at % 97 !== 0)
				.map((at) => ({ team_id: team, minute: minute + at, total: team + (at % 3), successful: team })),
		);
		const rows = database.dialect.rows(
			{ team_id: "integer", minute: "integer", total: "integer", successful: "integer" },
			minutes,
		);
		await sql`insert into team_minutes select * from ${rows} as r`.execute(database.db);
		await up(database.db as never, database.dialect.ddl);
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
	});
});
