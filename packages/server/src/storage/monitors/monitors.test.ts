import { expect, test } from "vitest";
import { createTeam } from "../access/teams.ts";
import { freshEngine, onEachEngine } from "../testing/engines.ts";
import type { MonitorSettings } from "./monitors.ts";
import { createMonitor, deleteMonitor, findMonitor, pageOfMonitors, updateMonitor } from "./monitors.ts";

const NOW = Date.UTC(2025, 5, 15);

const settings: MonitorSettings = {
	name: "Website",
	url: "https://example.com/",
	method: "HEAD",
	expectedStatus: 200,
	intervalSeconds: 60,
	degradedAfterMs: 5000,
	timeoutSeconds: 10,
	locationHint: "wnam",
	sslMonitoringEnabled: true,
	sslExpiryWarningDays: 30,
};

onEachEngine("monitors", (name) => {
	async function acme() {
		const engine = await freshEngine(name);
		const team = await createTeam(engine.db, { name: "Acme", slug: "acme" }, NOW);
		const teamId = team?.id ?? 0;
		const make = () => createMonitor(engine, { ...settings, teamId, isEnabled: true }, NOW);
		return { engine, teamId, make, [Symbol.asyncDispose]: () => engine[Symbol.asyncDispose]() };
	}

	test("keep both of two changes that rivals make at once", async () => {
		await using given = await acme();
		const { engine, teamId, make } = given;
		const { id, publicId } = await make();
		await Promise.all([
			updateMonitor(engine, id, { name: "Renamed" }, NOW),
			updateMonitor(engine, id, { expectedStatus: 204 }, NOW),
			updateMonitor(engine, id, { intervalSeconds: 300 }, NOW),
		]);
		expect(await findMonitor(engine, teamId, publicId, NOW)).toMatchObject({
			name: "Renamed",
			expectedStatus: 204,
			intervalSeconds: 300,
			updatedAt: NOW + 3,
		});
		const { revision } = await engine.db.selectFrom("monitor_states").select("revision").executeTakeFirstOrThrow();
		expect(revision).toBe(3);
	});

	test("that are deleted can't be changed, nor deleted again", async () => {
		await using given = await acme();
		const { engine, teamId, make } = given;
		const { id, publicId } = await make();
		expect(await deleteMonitor(engine, id, NOW)).toBe(true);
		expect(await deleteMonitor(engine, id, NOW)).toBe(false);
		expect(await updateMonitor(engine, id, { name: "Back?" }, NOW)).toBeNull();
		expect(await findMonitor(engine, teamId, publicId, NOW)).toBeNull();
	});

	test("of one age are told apart by the order of their making, forward and backward", async () => {
		await using given = await acme();
		const { engine, teamId, make } = given;
		const [first, second, third] = [await make(), await make(), await make()];
		const page = async (direction: "forward" | "backward", from: typeof second | null, limit = 10) =>
			(await pageOfMonitors(engine, teamId, { direction, limit, from: from && [from.createdAt, from.id] }, NOW)).map(
				({ id }) => id,
			);
		expect(await page("forward", null)).toEqual([third.id, second.id, first.id]);
		expect(await page("forward", second)).toEqual([first.id]);
		expect(await page("backward", second)).toEqual([third.id]);
		expect(await page("backward", null, 2)).toEqual([second.id, first.id]);
	});
});
