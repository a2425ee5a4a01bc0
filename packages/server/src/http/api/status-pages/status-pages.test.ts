import { expect, test } from "vitest";
import { onEachEngine } from "../../../storage/testing/engines.ts";
import { NOON, startService } from "../../testing/service.ts";

const PATH = "/api/v1/status-pages";

onEachEngine("status pages", (name) => {
	test("are created, read, changed and deleted, and drop deleted monitors", async () => {
		await using service = await startService(name);
		const [one, two] = [(await service.newMonitor()).id, (await service.newMonitor()).id];
		const made = await service.ask("POST", PATH, { body: { name: "Public", slug: "public", monitorIds: [one, two] } });
		expect(made.json.data).toMatchObject({ name: "Public", slug: "public", monitorIds: [one, two] });
		const path = `${PATH}/${made.json.data.id}`;
		expect(made.headers.get("location")).toBe(path);
		await service.ask("DELETE", `/api/v1/monitors/${one}`);
		expect((await service.ask("GET", path)).json.data.monitorIds).toEqual([two]);
		const changed = await service.ask("PUT", path, { body: { name: "All", monitorIds: [] } });
		expect(changed.json.data).toMatchObject({ name: "All", slug: "public", monitorIds: [] });
		expect((await service.ask("GET", PATH)).json.data.statusPages).toEqual([changed.json.data]);
		expect((await service.ask("DELETE", path)).status).toBe(204);
		expect((await service.ask("GET", path)).status).toBe(404);
	});

	test("have another updatedAt after each change, also within a millisecond and behind a clock that was set back", async () => {
		await using service = await startService(name);
		const made = (await service.ask("POST", PATH, { body: { name: "Public", slug: "public" } })).json.data;
		const seen = [made.updatedAt];
		for (const [changed, laterMs] of [
			["a", 0],
			["b", 0],
			["c", -60_000],
			["d", 3_600_000],
		] as const) {
			service.clock.now += laterMs;
			const { json } = await service.ask("PUT", `${PATH}/${made.id}`, { body: { name: changed } });
			seen.push(json.data.updatedAt);
		}
		const expected = [0, 1, 2, 3, 3_540_000].map((ms) => new Date(NOON + ms).toISOString());
		expect(seen).toEqual(expected);
	});

	test("have a unique slug within the team, also for concurrent requests", async () => {
		await using service = await startService(name);
		const { key } = await service.newTeam("other");
		const body = { name: "Public", slug: "public" };
		const [a, b] = await Promise.all([1, 2].map(() => service.ask("POST", PATH, { body })));
		expect([a?.status, b?.status].sort()).toEqual([201, 400]);
		expect((await service.ask("POST", PATH, { body, key })).status).toBe(201);
		const { json } = await service.ask("POST", PATH, { body: { ...body, slug: "inner" } });
		const taken = await service.ask("PUT", `${PATH}/${json.data.id}`, { body: { slug: "public" } });
		expect([taken.status, taken.json.error.details]).toEqual([
			400,
			[{ path: "/slug", message: "Another status page has this slug." }],
		]);
		for (const slug of ["", "A", "-a", "a-", "a b", "x".repeat(64)]) {
			expect([slug, (await service.ask("POST", PATH, { body: { ...body, slug } })).status]).toEqual([slug, 400]);
		}
	});
});
