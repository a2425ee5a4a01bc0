import { sql } from "kysely";
import { expect, test } from "vitest";
import { freshEngine, onEachEngine } from "../testing/engines.ts";
import type { Engine } from "./engine.ts";

const insertTeam = (db: Engine["db"], slug: string) =>
	db
		.insertInto("teams")
		.values({ public_id: `team_${slug}`, name: slug, slug, created_at: 0 })
		.execute();

onEachEngine("an error", (name) => {
	test("that a database gives which takes no writes just now will pass: a standby, a provider that saves a full disk", async () => {
		await using engine = await freshEngine(name);
		const refused = engine.db.transaction().execute(async (trx) => {
			await sql.raw(name === "sqlite" ? "pragma query_only = 1" : "set transaction read only").execute(trx);
			await insertTeam(trx, "a");
		});
		expect(engine.isTransient(await refused.catch((error) => error))).toBe(true);
	});

	test("about what was asked will not", async () => {
		await using engine = await freshEngine(name);
		await insertTeam(engine.db, "a");
		const error = await insertTeam(engine.db, "a").catch((cause) => cause);
		expect([engine.isUniqueViolation(error), engine.isTransient(error)]).toEqual([true, false]);
	});
});
