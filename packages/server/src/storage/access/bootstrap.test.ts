import { expect, test } from "vitest";
import { SCOPES } from "../../domain/access/scopes.ts";
import { openEngine } from "../database/engine.ts";
import { migrate } from "../database/migrate.ts";
import { freshDatabase, freshEngine, onEachEngine } from "../testing/engines.ts";
import { findCaller } from "./api-keys.ts";
import { bootstrap } from "./bootstrap.ts";
import { createTeam, listTeams } from "./teams.ts";

const NOW = Date.UTC(2025, 5, 15);

onEachEngine("the first start", (name) => {
	test("makes one team and one key that may do all; the second start makes nothing", async () => {
		await using engine = await freshEngine(name);
		const key = await bootstrap(engine, null, NOW);
		expect(await findCaller(engine, key ?? "", NOW)).toMatchObject({
			team: { name: "Default", slug: "default" },
			key: { scopes: SCOPES },
		});
		expect(await bootstrap(engine, null, NOW)).toBeNull();
		expect(await listTeams(engine)).toHaveLength(1);
	});

	test("takes the operator's own key", async () => {
		await using engine = await freshEngine(name);
		const chosen = `lw_${"k".repeat(43)}`;
		expect(await bootstrap(engine, chosen, NOW)).toBe(chosen);
		expect(await findCaller(engine, chosen, NOW)).not.toBeNull();
	});

	test("makes nothing where somebody has made a team before", async () => {
		await using engine = await freshEngine(name);
		await createTeam(engine.db, { name: "Acme", slug: "acme" }, NOW);
		expect(await bootstrap(engine, null, NOW)).toBeNull();
	});

	test("gives the key to one of several processes that start at once", async () => {
		const { url, drop } = await freshDatabase(name);
		const engines = Array.from({ length: 4 }, () => openEngine(url));
		try {
			for (const engine of engines) await migrate(engine);
			// SQLite's engines share this thread, and one that waits for another's lock would hold it up for ever.
			const keys: (string | null)[] = [];
			if (name === "sqlite") for (const engine of engines) keys.push(await bootstrap(engine, null, NOW));
			else keys.push(...(await Promise.all(engines.map((engine) => bootstrap(engine, null, NOW)))));
			expect(keys.filter((key) => key !== null)).toHaveLength(1);
			for (const engine of engines) expect(await listTeams(engine)).toHaveLength(1);
		} finally {
			for (const engine of engines) await engine.close();
			await drop();
		}
	});
});
