import { expect, test } from "vitest";
import { SCOPES } from "../../domain/access/scopes.ts";
import { migrate } from "../database/migrate.ts";
import { openDatabase } from "../database/open-database.ts";
import { freshDatabase, newDatabaseUrl, onEachEngine } from "../testing/engines.ts";
import { findPrincipal } from "./api-keys.ts";
import { bootstrap } from "./bootstrap.ts";
import { createTeam, listTeams } from "./teams.ts";

const NOW = Date.UTC(2025, 5, 15);

onEachEngine("the first start", (name) => {
	test("makes one team and one key that may do all; the second start makes nothing", async () => {
		await using database = await freshDatabase(name);
		const key = await bootstrap(database, null, NOW);
		expect(await findPrincipal(database, key ?? "", NOW)).toMatchObject({
			team: { name: "Default", slug: "default" },
			scopes: SCOPES,
		});
		expect(await bootstrap(database, null, NOW)).toBeNull();
		expect(await listTeams(database)).toHaveLength(1);
	});

	test("takes the operator's own key", async () => {
		await using database = await freshDatabase(name);
		const chosen = `lw_${"k".repeat(43)}`;
		expect(await bootstrap(database, chosen, NOW)).toBe(chosen);
		expect(await findPrincipal(database, chosen, NOW)).not.toBeNull();
	});

	test("makes nothing where somebody has made a team before", async () => {
		await using database = await freshDatabase(name);
		await createTeam(database, { name: "Acme", slug: "acme" }, NOW);
		expect(await bootstrap(database, null, NOW)).toBeNull();
	});

	test("gives the key to one of several processes that start at once", async () => {
		const { url, drop } = await newDatabaseUrl(name);
		const engines = Array.from({ length: 4 }, () => openDatabase(url));
		try {
			for (const database of engines) await migrate(database);
			// SQLite's engines share this thread, and one that waits for another's lock would hold it up for ever.
			const keys: (string | null)[] = [];
			if (name === "sqlite") for (const database of engines) keys.push(await bootstrap(database, null, NOW));
			else keys.push(...(await Promise.all(engines.map((database) => bootstrap(database, null, NOW)))));
			expect(keys.filter((key) => key !== null)).toHaveLength(1);
			for (const database of engines) expect(await listTeams(database)).toHaveLength(1);
		} finally {
			for (const database of engines) await database.close();
			await drop();
		}
	});
});
