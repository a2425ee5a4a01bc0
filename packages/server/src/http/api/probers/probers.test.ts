import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { tokenIssuer } from "../../../compose/nats.ts";
import { readConfig } from "../../../config/config.ts";
import { newKeys } from "../../../dispatch/nats/keys.ts";
import { commandLine } from "../../../domain/access/actor.ts";
import { createProber, NO_NATS } from "../../../services/probers/create.ts";
import { countProbers, directoryRows, noteHeartbeat, removedProbers } from "../../../storage/locations/probers.ts";
import { onEachEngine } from "../../../storage/testing/engines.ts";
import { NOON, startService } from "../../testing/service.ts";

let issued = 0;
const issueToken = async () => {
	issued += 1;
	return { token: `lwp_${issued}`, natsUser: `U${issued}`, publicKey: "key" };
};

onEachEngine("probers", (engine) => {
	test("are made with a location and one line to run, are listed with how they are, and are removed", async () => {
		await using service = await startService(engine);
		const { database } = service;
		const body = { name: "one", location: "frankfurt" };
		const { status, json } = await service.ask("POST", "/api/v1/probers", { body });
		expect(status).toBe(201);
		const { id, token } = json.data;
		expect(json.data).toEqual({ id, ...body, token, command: `LAPWING_PROBER_TOKEN=${token} lapwing prober` });
		const list = async () => (await service.ask("GET", "/api/v1/probers")).json.data.probers;
		expect(await list()).toMatchObject([{ ...body, id, owner: "team", state: "away", lastSeenAt: null }]);

		const { id: key } = await database.db.selectFrom("probers").select("id").executeTakeFirstOrThrow();
		const beat = { version: "1.0.0", aheadMs: 3_000, running: 2, capacity: 50 };
		expect(await noteHeartbeat(database, key, beat, NOON)).toBe(false);
		expect(await list()).toMatchObject([
			{ state: "connected", version: "1.0.0", running: 2, capacity: 50, clockOffsetMs: 3_000, refutedShare: null },
		]);
		expect(await noteHeartbeat(database, key, { ...beat, aheadMs: -31_000 }, NOON)).toBe(true);
		expect(await list()).toMatchObject([{ state: "set_aside", reason: "Its clock is off by -31 s." }]);

		expect((await service.ask("DELETE", `/api/v1/probers/${id}`)).status).toBe(204);
		expect((await service.ask("DELETE", `/api/v1/probers/${id}`)).status).toBe(404);
		expect(await list()).toEqual([]);
	});

	test("of the installation are seen by every team and removed by none; of a team, by no other", async () => {
		await using service = await startService(engine, { issueToken });
		const { database } = service;
		const team = await database.db.selectFrom("teams").selectAll().executeTakeFirstOrThrow();
		const actor = commandLine({ id: team.id, publicId: team.public_id, name: team.name, slug: team.slug });
		const input = { name: "all", location: "frankfurt", ofInstallation: true };
		await createProber(database, actor, input, { now: NOON, issueToken });
		await service.ask("POST", "/api/v1/probers", { body: { name: "own", location: "frankfurt" } });
		const { key } = await service.newTeam("other");
		const [all, own] = (await service.ask("GET", "/api/v1/probers")).json.data.probers;
		expect([all.owner, own.owner]).toEqual(["installation", "team"]);
		expect((await service.ask("GET", "/api/v1/probers", { key })).json.data.probers).toMatchObject([{ id: all.id }]);
		expect((await service.ask("DELETE", `/api/v1/probers/${all.id}`)).status).toBe(404);
		expect((await service.ask("DELETE", `/api/v1/probers/${own.id}`, { key })).status).toBe(404);
	});

	test("that were removed lately count to the most that a team may have", async () => {
		await using service = await startService(engine, { issueToken });
		const { db } = service.database;
		const make = () => service.ask("POST", "/api/v1/probers", { body: { name: "one", location: "frankfurt" } });
		expect((await make()).status).toBe(201);
		const { id: _, ...one } = await db.selectFrom("probers").selectAll().executeTakeFirstOrThrow();
		const copies = Array.from({ length: 499 }, (_, index) => ({
			...one,
			public_id: `pro_${index}`,
			nats_user: `UR${index}`,
			revoked_at: NOON - 1_000,
		}));
		await db.insertInto("probers").values(copies).execute();
		expect([(await make()).status, await countProbers(service.database, null, 0)]).toEqual([400, 0]);
		expect(await directoryRows(service.database)).toHaveLength(1);
		expect(await removedProbers(service.database, NOON - 1_000)).toHaveLength(499);
		expect(await removedProbers(service.database, NOON)).toEqual([]);
		await db
			.updateTable("probers")
			.set({ revoked_at: NOON - 31 * 86_400_000 })
			.where("public_id", "=", "pro_7")
			.execute();
		expect((await make()).status).toBe(201);
	});

	test("need NATS, an address for it that is encrypted, and a location's name", async () => {
		const credentials = join(await mkdtemp(join(tmpdir(), "lapwing-nats-")), "credentials.json");
		await writeFile(credentials, JSON.stringify((await newKeys()).credentials));
		const refusalOf = async (settings: Record<string, string>) => {
			const config = readConfig({ NATS_URL: "nats://127.0.0.1:4222", NATS_CREDENTIALS: credentials, ...settings });
			await using service = await startService(engine, { issueToken: tokenIssuer(config) });
			const body = { name: "one", location: "frankfurt" };
			const { status, json } = await service.ask("POST", "/api/v1/probers", { body });
			return [status, json.error?.details?.[0].message];
		};
		expect(await refusalOf({})).toEqual([201, undefined]);
		const leaves = (url: string) =>
			`Probers would connect to ${url} without encryption. Set PROBER_URL to an address that begins with wss:// or tls://.`;
		for (const url of ["ws://nats.example.com/", "nats://nats.example.com:4222", "ws://127.0.0.1.example.com/"]) {
			expect(await refusalOf({ PROBER_URL: url })).toEqual([400, leaves(url)]);
		}
		expect(await refusalOf({ NATS_URL: "nats://10.0.0.5:4222" })).toEqual([400, leaves("nats://10.0.0.5:4222")]);
		for (const url of [
			"wss://nats.example.com/",
			"tls://nats.example.com:4222",
			"ws://[::1]:4223",
			"nats://localhost",
		]) {
			expect(await refusalOf({ PROBER_URL: url })).toEqual([201, undefined]);
		}

		await using service = await startService(engine, { issueToken: NO_NATS });
		const ask = (location: string) => service.ask("POST", "/api/v1/probers", { body: { name: "one", location } });
		expect((await ask("frankfurt")).json.error.details[0].message).toMatch(/lapwing nats init/);
		expect((await ask("Frankfurt am Main")).status).toBe(400);
	});
});
