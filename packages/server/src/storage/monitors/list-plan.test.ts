import { sql } from "kysely";
import { expect, test } from "vitest";
import { freshDatabase } from "../testing/engines.ts";
import { EXISTS } from "./select-monitors.ts";

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
