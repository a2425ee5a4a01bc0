import { sql } from "kysely";
import { expect, test } from "vitest";
import { freshDatabase } from "../testing/engines.ts";
import { aMonitor, aTeam } from "../testing/fixtures.ts";
import { lockRow } from "./lock-row.ts";

test("the row of another team is not locked", async () => {
	await using database = await freshDatabase("postgresql");
	const [owner, other] = [await aTeam(database), await aTeam(database)];
	await aMonitor(database, owner);
	const { public_id: id } = await database.db.selectFrom("monitors").select("public_id").executeTakeFirstOrThrow();
	const isLockedFor = (teamId: number) =>
		database.transaction(async (tx) => {
			await lockRow(tx, "monitors", teamId, id);
			const { rows } = await sql`select id from monitors for update skip locked`.execute(database.db);
			return rows.length === 0;
		});
	expect([await isLockedFor(owner), await isLockedFor(other)]).toEqual([true, false]);
});
