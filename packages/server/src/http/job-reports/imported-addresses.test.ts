import { afterAll, beforeAll, expect, test } from "vitest";
import { onEachEngine } from "../../storage/testing/engines.ts";
import { type Service, startService } from "../testing/service.ts";

const UUID = "31365bce-8da9-4729-8ff3-aaa71d56b712";
/** As Healthchecks makes them: 22 characters of base64url. */
const PING_KEY = "V1StGXR8Z5jdHi6BmyT3Qa";
const MONITORS = "/api/v1/monitors";

onEachEngine("addresses of other tools", (name) => {
	let service: Service;
	beforeAll(async () => {
		service = await startService(name);
	});
	afterAll(() => service[Symbol.asyncDispose]());

	const create = (importedAddresses: object) =>
		service.ask("POST", MONITORS, { body: { type: "cron", name: "Backup", every: 3600, importedAddresses } });
	const report = (path: string, method = "GET") => service.ask(method, path, { key: null });
	async function reportsOf(id: string) {
		const { json } = await service.ask("GET", `${MONITORS}/${id}/pings`);
		const shown = json.data.pings as { kind: string; exitCode: number | null }[];
		return shown.map(({ kind, exitCode }) => exitCode ?? kind).toReversed();
	}

	test("a monitor answers at the addresses of Healthchecks while it exists", async () => {
		const addresses = { healthchecksUuid: UUID, healthchecksSlug: `${PING_KEY}/nightly-backup` };
		const { json, status, text } = await create(addresses);
		expect(status).toBe(201);
		expect(text).not.toContain(UUID);
		const { id } = json.data;
		for (const base of [`/ping/${UUID}`, `/ping/${PING_KEY}/nightly-backup`]) {
			for (const [end, method] of [
				["", "GET"],
				["/start", "POST"],
				["/fail", "POST"],
				["/log", "POST"],
				["/0", "HEAD"],
				["/7", "GET"],
			] as const)
				expect((await report(base + end, method)).status, base + end).toBe(200);
			expect((await report(`${base}/256`)).status).toBe(400);
		}
		const once = ["success", "start", "fail", "log", 0, 7];
		expect(await reportsOf(id)).toEqual([...once, ...once]);
		expect((await report(`/ping/${UUID.toUpperCase()}`)).status).toBe(200);
		expect((await report(`/ping/${PING_KEY}/another`)).status).toBe(404);
		expect((await report(`/ping/${PING_KEY}`)).status).toBe(404);

		const second = await create({ healthchecksUuid: UUID });
		expect(second.status).toBe(400);
		expect(second.json.error.details[0]).toMatchObject({ path: "/importedAddresses/healthchecksUuid" });
		const without = await service.ask("PUT", `${MONITORS}/${id}`, {
			body: { importedAddresses: { healthchecksSlug: null } },
		});
		expect(without.status).toBe(200);
		expect((await report(`/ping/${UUID}`)).status).toBe(404);
		expect((await report(`/ping/${PING_KEY}/nightly-backup`)).status).toBe(200);
		await service.ask("DELETE", `${MONITORS}/${id}`);
		expect((await report(`/ping/${PING_KEY}/nightly-backup`)).status).toBe(404);
		expect((await create(addresses)).status).toBe(201);
	});

	test("a monitor answers at the push address of Uptime Kuma while it exists", async () => {
		const { json } = await create({ kumaToken: "AbCdEf0123456789XyZ0" });
		const push = "/api/push/AbCdEf0123456789XyZ0";
		expect(await service.ask("GET", `${push}?status=up&msg=OK&ping=`, { key: null })).toMatchObject({
			status: 200,
			json: { ok: true },
		});
		for (const query of ["", "?status=", "?status=down&msg=disk%20full&ping=12", "?status=DOWN"])
			expect((await report(push + query, "POST")).status, query).toBe(200);
		expect((await report(push, "HEAD")).status).toBe(200);
		expect(await reportsOf(json.data.id)).toEqual(["success", "success", "success", "fail", "fail", "success"]);
		const { json: listed } = await service.ask("GET", `${MONITORS}/${json.data.id}/pings`);
		const failed = await service.ask("GET", `${MONITORS}/${json.data.id}/pings/${listed.data.pings[2].id}/body`);
		expect(failed.text).toBe("msg: disk full\nping: 12");

		expect((await report(`${push}x`)).status).toBe(404);
		expect((await report(`//api//push/AbCdEf0123456789XyZ0`)).status).toBe(404);
		expect(service.logLines.some((line) => line.includes("/api/push/***"))).toBe(true);
		expect(service.logLines.join()).not.toContain("AbCdEf0123456789XyZ0");
		expect((await report(`/ping/AbCdEf0123456789XyZ0`)).status).toBe(404);
		await service.ask("DELETE", `${MONITORS}/${json.data.id}`);
		expect((await report(push)).status).toBe(404);
	});

	test("a change of something else keeps the addresses", async () => {
		const uuid = "803f680d-e89b-492b-82ef-2be7b774a92d";
		const { id } = (await create({ healthchecksUuid: uuid })).json.data;
		expect((await service.ask("PUT", `${MONITORS}/${id}`, { body: { graceSeconds: 600 } })).status).toBe(200);
		expect((await report(`/ping/${uuid}`)).status).toBe(200);
	});

	test.each([{ healthchecksUuid: "31365bce" }, { healthchecksSlug: "no-key" }, { kumaToken: "a b" }, { other: "x" }])(
		"%o is no address",
		async (addresses) => expect((await create(addresses)).status).toBe(400),
	);
});
