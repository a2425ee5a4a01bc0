import { sql } from "kysely";
import { expect, test } from "vitest";
import { recordChecks } from "../commit/record-checks.ts";
import { freshDatabase, onEachEngine } from "../testing/engines.ts";
import { aMonitor, anOutcome, aTeam } from "../testing/fixtures.ts";
import { countClosedMinutes, withoutChecks } from "./team-minutes.ts";

const minute = Math.floor(Date.UTC(2026, 4, 1, 12) / 60_000);

onEachEngine("the minutes of a new database", (name) => {
	test("are counted in one slice, from its first result on, however many monitors make the slices small", async () => {
		await using database = await freshDatabase(name);
		const team = await aTeam(database);
		expect(await countClosedMinutes(database, minute * 60_000)).toBe(false);
		const monitor = await aMonitor(database, team, { createdAt: minute * 60_000 });
		await recordChecks(database, [anOutcome(monitor, minute), anOutcome(monitor, minute + 1)], (minute + 2) * 60_000);
		expect(await countClosedMinutes(database, (minute + 5) * 60_000)).toBe(false);
		const counted = await database.db.selectFrom("team_minutes").select("minute").orderBy("minute").execute();
		expect(counted).toEqual([{ minute }, { minute: minute + 1 }]);
	});
});

test("SQLite looks up each minute of a check that is subtracted: a slice does not read all of them for each", async () => {
	await using database = await freshDatabase("sqlite");
	const { rows } = await sql<{ detail: string }>`
		explain query plan ${withoutChecks(database, [{ team_id: 1, minute, successful: 1 }])}`.execute(database.db);
	const plan = rows.map(({ detail }) => detail).join("\n");
	expect(plan).toMatch(/SEARCH team_minutes USING PRIMARY KEY \(team_id=\? AND minute=\?\)/);
});
