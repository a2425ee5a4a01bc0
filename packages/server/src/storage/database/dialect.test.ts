import { sql } from "kysely";
import { expect, test } from "vitest";
import { freshDatabase, onEachEngine } from "../testing/engines.ts";
import type { Session } from "./session.ts";

const insertTeam = ({ db }: Session, slug: string) =>
	db
		.insertInto("teams")
		.values({ public_id: `team_${slug}`, name: slug, slug, created_at: 0 })
		.execute();

onEachEngine("an error", (name) => {
	test("that a database gives which takes no writes just now will pass: a standby, a provider that saves a full disk", async () => {
		await using database = await freshDatabase(name);
		const refused = database.transaction(async (session) => {
			await sql.raw(name === "sqlite" ? "pragma query_only = 1" : "set transaction read only").execute(session.db);
			await insertTeam(session, "a");
		});
		expect(database.dialect.isTransient(await refused.catch((error) => error))).toBe(true);
	});

	test("about what was asked will not", async () => {
		await using database = await freshDatabase(name);
		await insertTeam(database, "a");
		const error = await insertTeam(database, "a").catch((cause) => cause);
		expect([database.dialect.isUniqueViolation(error), database.dialect.isTransient(error)]).toEqual([true, false]);
	});
});
