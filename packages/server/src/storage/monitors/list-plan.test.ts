import { sql } from "kysely";
import { expect, test } from "vitest";
import { freshDatabase } from "../testing/engines.ts";
import { EXISTS, isOneOf } from "./select-monitors.ts";

test("SQLite reads the newest monitors of a team in order, whatever their types: a page costs the same for any number", async () => {
	await using database = await freshDatabase("sqlite");
	const { rows } = await sql<{ detail: string }>`
		explain query plan
		select m.id, s.status from monitors m join monitor_states s on s.monitor_id = m.id
		where ${EXISTS} and m.team_id = ${1} order by m.created_at desc, m.id desc limit ${51}`.execute(database.db);
	const plan = rows.map(({ detail }) => detail).join("\n");
	expect(plan).toContain("monitors_listed");
	expect(plan).not.toContain("ORDER BY");
});

test("SQLite finds monitors of a team that are named by the ids, without reading the others", async () => {
	await using database = await freshDatabase("sqlite");
	const named = sql`m.public_id in (select value from json_each('["mon_1"]'))`;
	const { rows } = await sql<{ detail: string }>`
		explain query plan
		select m.id from monitors m where ${EXISTS} and ${isOneOf(1)} and ${named} order by m.id`.execute(database.db);
	expect(rows.map(({ detail }) => detail)).toContain("SEARCH m USING INDEX sqlite_autoindex_monitors_1 (public_id=?)");
});
