import { expect, test } from "vitest";
import { leasedSchedule } from "../../../storage/schedule/leased-schedule.ts";
import { ScheduleInMemory } from "../../../storage/schedule/schedule-in-memory.ts";
import { onEachEngine } from "../../../storage/testing/engines.ts";
import { aLocation } from "../../../storage/testing/fixtures.ts";
import { startService } from "../../testing/service.ts";

const LIST = "/api/v1/monitors";

onEachEngine("the locations of a monitor", (name) => {
	test("are kept with how they decide, each once, in the full view alone", async () => {
		await using service = await startService(name);
		for (const location of ["frankfurt", "virginia"]) await aLocation(service.database, location);
		const settings = { locations: ["virginia", "frankfurt", "virginia"], downWhen: "any", fallback: true };
		const { id } = await service.newMonitor(settings);
		const read = async (query = "") => (await service.ask("GET", `${LIST}/${id}${query}`)).json.data;
		expect(await read("?view=full")).toMatchObject({ ...settings, locations: ["virginia", "frankfurt"] });
		expect(Object.keys(await read())).not.toContain("locations");
		await service.ask("PUT", `${LIST}/${id}`, { body: { name: "Store" } });
		expect(await read("?view=full")).toMatchObject({ locations: ["virginia", "frankfurt"] });
		const { id: other } = await service.newMonitor({});
		const { data } = (await service.ask("GET", `${LIST}/${other}?view=full`)).json;
		expect(data).toMatchObject({ locations: [], downWhen: "majority", fallback: false, locationHint: "wnam" });
	});

	test("are those of the team and the installation; others are refused with the names of these", async () => {
		await using service = await startService(name);
		const create = (locations: string[]) =>
			service.ask("POST", LIST, { body: { name: "m", url: "https://example.com/", locations } });
		expect((await create(["moon"])).json.error.details).toEqual([
			{
				path: "/locations/0",
				message: "There is no such location; there is none yet: make one with its first prober.",
			},
		]);
		await aLocation(service.database, "virginia");
		const row = await service.database.db.selectFrom("teams").select("id").executeTakeFirstOrThrow();
		await aLocation(service.database, "office", { teamId: row.id });
		const refused = await create(["virginia", "moon"]);
		expect([refused.status, refused.json.error.details]).toEqual([
			400,
			[{ path: "/locations/1", message: "There is no such location. There are: office, virginia." }],
		]);
		expect((await create(["virginia", "office"])).status).toBe(201);
		const names = Array.from({ length: 11 }, (_, place) => `l${place}`);
		expect((await create(names)).status).toBe(400);
		expect((await create(["Not a name"])).status).toBe(400);
	});

	test("each have an order, of a new revision after a change, with the rule that decides", async () => {
		await using service = await startService(name);
		const [frankfurt, virginia] = [
			await aLocation(service.database, "frankfurt"),
			await aLocation(service.database, "virginia"),
		];
		const { id } = await service.newMonitor({ locations: ["frankfurt"] });
		await service.ask("PUT", `${LIST}/${id}`, { body: { locations: ["virginia", "frankfurt"], downWhen: "all" } });
		const { database } = service;
		const schedule = database.dialect.isSingleProcess ? new ScheduleInMemory(database) : leasedSchedule(database);
		const limit = { total: 9, slow: 9 };
		const { orders } = await schedule.claim(service.clock.now + 30_000, {
			...limit,
			elsewhere: new Map([[virginia, limit]]),
		});
		expect(
			orders.map(({ locationId, locationIds, downWhen, revision }) => ({
				locationId,
				locationIds,
				downWhen,
				revision,
			})),
		).toEqual(
			[virginia, frankfurt].map((locationId) => ({
				locationId,
				locationIds: [virginia, frankfurt],
				downWhen: "all",
				revision: 2,
			})),
		);
	});
});
