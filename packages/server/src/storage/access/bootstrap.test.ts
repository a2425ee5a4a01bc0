import { expect, test } from "vitest";
import { SCOPES } from "../../domain/access/scopes.ts";
import { migrate } from "../database/migrate.ts";
import { openDatabase } from "../database/open-database.ts";
import { freshDatabase, newDatabaseUrl, onEachEngine } from "../testing/engines.ts";
import { bootstrap } from "./bootstrap.ts";
import { KeyLookups } from "./key-lookups.ts";
import { createTeam, listTeams } from "./teams.ts";

const NOW = Date.UTC(2025, 5, 15);

onEachEngine("the first start", (name) => {
	test("creates one team and one key with every scope; the second start creates nothing", async () => {
		await using database = await freshDatabase(name);
		const key = await bootstrap(database, null, NOW);
		expect((await new KeyLookups(database).find(key ?? "", NOW))?.principal).toMatchObject({
			team: { name: "Default", slug: "default" },
			scopes: SCOPES,
		});
		expect(await bootstrap(database, null, NOW)).toBeNull();
		expect(await listTeams(database)).toHaveLength(1);
	});

	test("uses the key that the operator chose", async () => {
		await using database = await freshDatabase(name);
		const chosen = `lw_${"k".repeat(43)}`;
		expect(await bootstrap(database, chosen, NOW)).toBe(chosen);
		expect(await new KeyLookups(database).find(chosen, NOW)).not.toBeNull();
	});

	test("creates nothing where a team exists", async () => {
		await using database = await freshDatabase(name);
		await createTeam(database, { name: "Acme", slug: "acme" }, NOW);
		expect(await bootstrap(database, null, NOW)).toBeNull();
	});

	test("returns the key to one of several processes that start at once", async () => {
		const { url, drop } = await newDatabaseUrl(name);
		const databases = Array.from({ length: 4 }, () => openDatabase(url));
		try {
			for (const database of databases) await migrate(database);
			const keys = await Promise.all(databases.map((database) => bootstrap(database, null, NOW)));
			expect(keys.filter((key) => key !== null)).toHaveLength(1);
			for (const database of databases) expect(await listTeams(database)).toHaveLength(1);
		} finally {
			for (const database of databases) await database.close();
			await drop();
		}
	});
});
