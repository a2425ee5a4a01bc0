import { sql } from "kysely";
import { expect, test } from "vitest";
import { gridOf } from "../../domain/schedule/schedule.ts";
import { freshDatabase } from "../testing/engines.ts";
import { placeOf, SQLITE_RESULTS } from "./store/sqlite-results.ts";

const PLACES = 32_768;

test("on SQLite the results of a minute lie in the order in which their monitors are due", async () => {
	await using database = await freshDatabase("sqlite");
	const keys = [1, 2, 3, 999, 24_000, 99_999, 1_000_000, 1_000_001];
	for (const key of keys) {
		const { rows } = await sql<{ place: number }>`
			select ${placeOf(sql.lit(key))} as place`.execute(database.db);
		const dueAt = gridOf(key, PLACES).phaseMs;
		// One instant of the grid is one place; the fraction of large keys differs in its last digits.
		const apart = Math.abs((rows[0]?.place ?? Number.NaN) - dueAt);
		expect(Math.min(apart, PLACES - apart), `key ${key}`).toBeLessThanOrEqual(4);
	}
});

test("on SQLite a result is written where it is looked up", async () => {
	await using database = await freshDatabase("sqlite");
	for (const key of [1, 77, 32_769, 3_000_017, 2_000_000_011]) {
		const { rows } = await sql<{ place: number }>`select ${placeOf(sql.lit(key))} as place`.execute(database.db);
		expect(SQLITE_RESULTS.withKey({ monitor_id: key })).toEqual({ monitor_id: key, place: rows[0]?.place });
	}
});
