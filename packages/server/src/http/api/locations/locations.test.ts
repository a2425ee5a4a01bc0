import { expect, test } from "vitest";
import { createProber } from "../../../services/probers/create.ts";
import { onTheCommandLine } from "../../../services/testing/on-the-command-line.ts";
import { noteHeartbeat } from "../../../storage/locations/probers.ts";
import { onEachEngine } from "../../../storage/testing/engines.ts";
import { aLocation } from "../../../storage/testing/fixtures.ts";
import { NOON, type Service, startService } from "../../testing/service.ts";

const LIST = "/api/v1/locations";

let issued = 0;
const issueToken = async () => {
	issued += 1;
	return { token: `lwp_${issued}`, natsUser: `U${issued}`, publicKey: "key" };
};

async function withProber(service: Service, location: string, key = service.key) {
	const { status, json } = await service.ask("POST", "/api/v1/probers", { body: { name: "one", location }, key });
	expect(status).toBe(201);
	return json.data.id as string;
}

async function listed(service: Service, key = service.key) {
	return (await service.ask("GET", LIST, { key })).json.data.locations;
}

async function teamOf({ database }: Service) {
	return (await database.db.selectFrom("teams").select("id").orderBy("id").executeTakeFirstOrThrow()).id;
}

onEachEngine("locations", (engine) => {
	test("are listed with how the best of their probers is, and how many monitors name them", async () => {
		await using service = await startService(engine);
		const { database } = service;
		await aLocation(database, "empty");
		await withProber(service, "frankfurt");
		await withProber(service, "frankfurt");
		await service.newMonitor({ locations: ["frankfurt"] });
		const { id: gone } = await service.newMonitor({ locations: ["frankfurt"] });
		await service.ask("DELETE", `/api/v1/monitors/${gone}`);
		const state = async () => (await listed(service)).map((each: { state: string }) => each.state);
		expect(await listed(service)).toMatchObject([
			{ name: "empty", owner: "installation", state: "no_prober", probers: 0, monitors: 0 },
			{ name: "frankfurt", label: "frankfurt", hint: null, owner: "team", probers: 2, monitors: 1 },
		]);
		expect(await state()).toEqual(["no_prober", "away"]);
		const [one, two] = await database.db.selectFrom("probers").select("id").orderBy("id").execute();
		const beat = { version: "1.0.0", aheadMs: 0, running: 2, capacity: 50 };
		await noteHeartbeat(database, one?.id ?? 0, { ...beat, aheadMs: -60_000 }, NOON);
		expect(await state()).toEqual(["no_prober", "set_aside"]);
		await noteHeartbeat(database, two?.id ?? 0, beat, NOON);
		expect(await state()).toEqual(["no_prober", "connected"]);
	});

	test("reach private addresses from their making on where there is one team, else when that is allowed", async () => {
		await using service = await startService(engine);
		await withProber(service, "first");
		await service.newTeam("other");
		await withProber(service, "second");
		const [first, second] = await listed(service);
		expect([first.allowsPrivateTargets, second.allowsPrivateTargets]).toEqual([true, false]);
		const body = { label: "The cellar", hint: "weur", allowsPrivateTargets: true };
		const { status, json } = await service.ask("PATCH", `${LIST}/${second.id}`, { body });
		expect([status, json.data]).toEqual([200, { ...second, ...body, updatedAt: json.data.updatedAt }]);
		expect((await listed(service))[1]).toEqual(json.data);
		const cleared = await service.ask("PATCH", `${LIST}/${second.id}`, { body: { hint: null } });
		expect(cleared.json.data).toMatchObject({ ...body, hint: null });
		for (const wrong of [{ hint: "moon" }, { label: "" }, { name: "third" }]) {
			expect((await service.ask("PATCH", `${LIST}/${second.id}`, { body: wrong })).status).toBe(400);
		}
	});

	test("are deleted with their probers once no monitor names them", async () => {
		await using service = await startService(engine);
		await withProber(service, "frankfurt");
		const monitor = await service.newMonitor({ locations: ["frankfurt"] });
		const [{ id }] = await listed(service);
		const refused = await service.ask("DELETE", `${LIST}/${id}`);
		expect([refused.status, refused.json.error]).toEqual([
			409,
			{ code: "IN_USE", message: "1 monitor names this location. Let it name another one first." },
		]);
		await service.ask("PUT", `/api/v1/monitors/${monitor.id}`, { body: { locations: [] } });
		expect((await service.ask("DELETE", `${LIST}/${id}`)).status).toBe(204);
		expect((await service.ask("DELETE", `${LIST}/${id}`)).status).toBe(404);
		expect(await listed(service)).toEqual([]);
		expect((await service.ask("GET", "/api/v1/probers")).json.data.probers).toEqual([]);
		const naming = await service.ask("PUT", `/api/v1/monitors/${monitor.id}`, { body: { locations: ["frankfurt"] } });
		expect(naming.status).toBe(400);
		const { json } = await service.ask("GET", "/api/v1/audit-events?perPage=2");
		expect(json.data.auditEvents).toMatchObject([
			{ action: "delete", objectType: "location", objectName: "frankfurt" },
			{ action: "delete", objectType: "prober", objectName: "one" },
		]);
		await withProber(service, "frankfurt");
		expect((await listed(service))[0].id).not.toBe(id);
	});

	test("of the installation are seen by every team and changed by none; of a team, seen by no other", async () => {
		await using service = await startService(engine, { issueToken });
		const input = { name: "all", location: "everywhere", ofInstallation: true };
		await onTheCommandLine(service.database, await teamOf(service), createProber, input, { now: NOON, issueToken });
		await withProber(service, "own");
		const { key } = await service.newTeam("other");
		await service.newMonitor({ locations: ["everywhere"] });
		const [everywhere, own] = await listed(service);
		expect([everywhere.owner, everywhere.monitors, own.owner]).toEqual(["installation", 1, "team"]);
		expect(await listed(service, key)).toEqual([{ ...everywhere, monitors: 0 }]);
		for (const [id, by] of [
			[everywhere.id, service.key],
			[own.id, key],
		]) {
			expect((await service.ask("PATCH", `${LIST}/${id}`, { key: by, body: { label: "Mine" } })).status).toBe(404);
			expect((await service.ask("DELETE", `${LIST}/${id}`, { key: by })).status).toBe(404);
		}
	});

	test("are never deleted while a monitor that names them is made at the same time", async () => {
		await using service = await startService(engine);
		for (let round = 0; round < 10; round += 1) {
			await withProber(service, "frankfurt");
			const [{ id }] = await listed(service);
			const body = { name: "m", url: "https://example.com/", locations: ["frankfurt"] };
			const [made, deleted] = await Promise.all([
				service.ask("POST", "/api/v1/monitors", { body }),
				service.ask("DELETE", `${LIST}/${id}`),
			]);
			expect([
				[201, 409],
				[400, 204],
			]).toContainEqual([made.status, deleted.status]);
			if (made.status !== 201) continue;
			await service.ask("DELETE", `/api/v1/monitors/${made.json.data.id}`);
			expect((await service.ask("DELETE", `${LIST}/${id}`)).status).toBe(204);
		}
	});
});
