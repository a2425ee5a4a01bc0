import { sql } from "kysely";
import { expect, test } from "vitest";
import { gridOf } from "../../domain/schedule/schedule.ts";
import { recordChecks } from "../commit/record-checks.ts";
import { up } from "../migrations/0014-spread-results.ts";
import { freshDatabase } from "../testing/engines.ts";
import { aMonitor, anOutcome, aTeam } from "../testing/fixtures.ts";
import { checksBetween } from "./read-checks.ts";

const PLACES = 32_768;

test("on SQLite the results of a minute lie in the order in which their monitors are due", async () => {
	await using database = await freshDatabase("sqlite");
	const keys = [1, 2, 3, 999, 24_000, 99_999, 1_000_000, 1_000_001];
	for (const key of keys) {
		const { rows } = await sql<{ place: number }>`
			select ${database.dialect.results.placeOf?.(sql.lit(key))} as place`.execute(database.db);
		const dueAt = gridOf(key, PLACES).phaseMs;
		// One instant of the grid is one place; the fraction of large keys differs in its last digits.
		const apart = Math.abs((rows[0]?.place ?? Number.NaN) - dueAt);
		expect(Math.min(apart, PLACES - apart), `key ${key}`).toBeLessThanOrEqual(4);
	}
});

test("results of an earlier schema are found after their table was rebuilt", async () => {
	await using database = await freshDatabase("sqlite");
	const monitors = [await aMonitor(database, await aTeam(database)), await aMonitor(database, 1)];
	const minutes = [100, 101, 103];
	const outcomes = monitors.flatMap((monitor) => minutes.map((minute) => anOutcome(monitor, minute)));
	await recordChecks(database, outcomes, 104 * 60_000);
	const read = () => Promise.all(monitors.map((monitor) => checksBetween(database, monitor, 100, 104)));
	const before = await read();
	expect(before.map(({ length }) => length)).toEqual([3, 3]);
	await sql`create table earlier as select * from check_results`.execute(database.db);
	await sql`alter table earlier drop column place`.execute(database.db);
	await sql`drop table check_results`.execute(database.db);
	await sql`alter table earlier rename to check_results`.execute(database.db);
	await up(database.db as never, database.dialect.ddl);
	expect(await read()).toEqual(before);
});
