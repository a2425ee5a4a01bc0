import { sql } from "kysely";
import { expect, test } from "vitest";
import { COMMON_DEFAULTS } from "../../domain/monitors/common-settings.ts";
import type { MonitorSettings } from "../../domain/monitors/settings.ts";
import { bulkMonitors } from "../../services/monitors/bulk.ts";
import { updateMonitor } from "../../services/testing/monitors.ts";
import { onTheCommandLine } from "../../services/testing/on-the-command-line.ts";
import { createTeam } from "../access/teams.ts";
import { freshDatabase, onEachEngine } from "../testing/engines.ts";
import { pageOfMonitors } from "./list-monitors.ts";
import { createMonitor, deleteMonitors, findMonitor, lockMonitors } from "./monitors.ts";
import { countUntagged, deleteTagged, taggedMonitors } from "./monitors-of-tag.ts";

const NOW = Date.UTC(2025, 5, 15);

const settings: MonitorSettings = {
	...COMMON_DEFAULTS,
	name: "Website",
	settings: { type: "http", url: "https://example.com/", method: "HEAD", expectedStatus: 200 },
};

onEachEngine("monitors", (name) => {
	async function acme() {
		const database = await freshDatabase(name);
		const team = await createTeam(database, { name: "Acme", slug: "acme" }, NOW);
		const teamId = team?.id ?? 0;
		const make = (chosen: Partial<MonitorSettings> = {}) =>
			createMonitor(database, { ...settings, ...chosen, teamId, isEnabled: true }, NOW);
		return { database, teamId, make, [Symbol.asyncDispose]: () => database[Symbol.asyncDispose]() };
	}

	test("are not locked by another team that names them", async () => {
		await using given = await acme();
		const { database, teamId, make } = given;
		const other = await createTeam(database, { name: "Other", slug: "other" }, NOW);
		const { publicId } = await make();
		// SQLite locks no rows, and one transaction waits for the other.
		if (name === "sqlite") return;
		await database.transaction(async (owner) => {
			await lockMonitors(owner, teamId, [publicId], NOW);
			const found = await database.transaction(async (tx) => {
				await sql`set local lock_timeout = '1s'`.execute(tx.db);
				return lockMonitors(tx, other?.id ?? 0, [publicId], NOW);
			});
			expect(found.size).toBe(0);
		});
	});

	test("keep both of two concurrent changes", async () => {
		await using given = await acme();
		const { database, teamId, make } = given;
		const { id, publicId } = await make();
		await Promise.all([
			updateMonitor(database, id, { name: "Renamed" }, NOW),
			updateMonitor(database, id, { settings: { expectedStatus: 204 } }, NOW),
			updateMonitor(database, id, { intervalSeconds: 300 }, NOW),
		]);
		expect(await findMonitor(database, teamId, publicId, NOW)).toMatchObject({
			name: "Renamed",
			settings: { url: "https://example.com/", expectedStatus: 204 },
			intervalSeconds: 300,
			updatedAt: NOW + 3,
		});
		const { revision } = await database.db.selectFrom("monitor_states").select("revision").executeTakeFirstOrThrow();
		expect(revision).toBe(3);
	});

	test("that are deleted can't be changed or deleted again", async () => {
		await using given = await acme();
		const { database, teamId, make } = given;
		const { id, publicId } = await make();
		expect(await deleteMonitors(database, [id], NOW)).toBe(1);
		expect(await deleteMonitors(database, [id], NOW)).toBe(0);
		expect(await updateMonitor(database, id, { name: "Back?" }, NOW)).toBeNull();
		expect(await findMonitor(database, teamId, publicId, NOW)).toBeNull();
	});

	test("have no secrets left once they are deleted, one by one, in bulk, or by their host", async () => {
		await using given = await acme();
		const { database, teamId, make } = given;
		const [one, inBulk, tagged] = [await make(), await make(), await make({ tags: ["demo"] })];
		await database.db.updateTable("monitors").set({ encrypted: "a encrypted secret" }).execute();
		await deleteMonitors(database, [one.id], NOW);
		const bulk = { ids: [inBulk.publicId], action: "delete" } as const;
		await onTheCommandLine(database, teamId, bulkMonitors, bulk, { now: NOW });
		expect(await deleteTagged(database, teamId, "demo", NOW)).toBe(1);
		const rows = await database.db
			.selectFrom("monitors")
			.select(["id", "deleted_at", "encrypted"])
			.orderBy("id")
			.execute();
		expect(rows).toEqual([one, inBulk, tagged].map(({ id }) => ({ id, deleted_at: NOW, encrypted: null })));
	});

	test("are recognized by a tag, and by no other", async () => {
		await using given = await acme();
		const { database, teamId, make } = given;
		await make();
		const tagged = await make({ tags: ["prod", "lapwing:demo"] });
		await make({ tags: ["lapwing:demo.example"] });
		const { id, publicId } = tagged;
		expect(await taggedMonitors(database, teamId, "lapwing:demo")).toEqual([
			{ id, publicId, name: "Website", type: "http" },
		]);
		expect(await countUntagged(database, teamId, "lapwing:demo")).toBe(2);
		expect(await deleteTagged(database, teamId, "lapwing:demo", NOW)).toBe(1);
		expect(await findMonitor(database, teamId, tagged.publicId, NOW)).toBeNull();
	});

	test("of equal age are listed in the order of their creation, forward and backward", async () => {
		await using given = await acme();
		const { database, teamId, make } = given;
		const [first, second, third] = [await make(), await make(), await make()];
		const page = async (direction: "forward" | "backward", from: typeof second | null, limit = 10) =>
			(
				await pageOfMonitors(
					database,
					{ teamId, filter: {}, sort: "created" },
					{ direction, limit, from: from && [from.createdAt, from.id] },
					NOW,
				)
			).map(({ id }) => id);
		expect(await page("forward", null)).toEqual([third.id, second.id, first.id]);
		expect(await page("forward", second)).toEqual([first.id]);
		expect(await page("backward", second)).toEqual([third.id]);
		expect(await page("backward", null, 2)).toEqual([second.id, first.id]);
	});
});
