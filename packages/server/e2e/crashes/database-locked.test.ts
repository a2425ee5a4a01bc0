import { fork } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { Lapwing } from "../testing/lapwing.ts";

const HOLDER = new URL("../../src/storage/testing/writing-process.ts", import.meta.url);

test("while another process locks the SQLite file, /healthz reports it at once, reads work, writes are refused, and outcomes wait", async () => {
	await using target = await startHttpTarget((_request, response) => response.end());
	await using service = await Lapwing.start();
	const id = await service.watch(target.url);
	await service.untilStatus(id, "up");
	const results = async () => (await service.ask("GET", `/api/v1/monitors/${id}/results`)).body.data.results.length;
	const before = await results();
	const holder = fork(HOLDER, [service.databaseUrl, "60000"]);
	await once(holder, "message");
	try {
		const startedAt = performance.now();
		await expect
			.poll(async () => (await fetch(`${service.url}/healthz`)).json(), { timeout: 20_000 })
			.toMatchObject({ status: "failing", database: false, problem: expect.stringContaining("write lock") });
		const asked = performance.now();
		await fetch(`${service.url}/healthz`);
		expect(performance.now() - asked).toBeLessThan(1_000);
		expect((await service.ask("GET", `/api/v1/monitors/${id}`)).status).toBe(200);
		expect((await service.ask("GET", "/api/v1/reports/uptime-summary")).status).toBe(200);
		const refused = await service.ask("PUT", `/api/v1/monitors/${id}`, { name: "renamed" });
		expect([refused.status, refused.body.error.code]).toEqual([503, "DATABASE_BUSY"]);
		expect(refused.headers.get("retry-after")).toBe("5");
		expect(performance.now() - startedAt).toBeLessThan(30_000);
	} finally {
		holder.kill();
		await once(holder, "exit");
	}
	await expect.poll(async () => (await fetch(`${service.url}/healthz`)).status, { timeout: 20_000 }).toBe(200);
	await service.checkAgain(id, 11);
	await expect.poll(results, { timeout: 20_000 }).toBeGreaterThanOrEqual(before);
	expect((await service.ask("GET", `/api/v1/monitors/${id}`)).body.data.name).not.toBe("renamed");
	expect(await service.stop()).toMatchObject({ code: 0 });
});
