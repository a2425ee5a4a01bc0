import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { HOUR_MS } from "../../src/domain/durations.ts";
import { startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { Lapwing } from "../testing/lapwing.ts";

test("after three hours off, each monitor is checked once, for the present minute, and the hours between are missed", async () => {
	let requests = 0;
	await using target = await startHttpTarget((_request, response) => {
		requests += 1;
		response.end();
	});
	await using service = await Lapwing.start();
	const id = await service.watch(target.url);
	await service.untilStatus(id, "up");
	expect((await service.stop()).code).toBe(0);
	// The process's clock can't be set, so what it wrote is moved into the past.
	const file = new DatabaseSync(service.databaseUrl.slice("sqlite:".length));
	file.exec(`
		update monitor_states set due_at = due_at - ${3 * HOUR_MS}, slot_at = slot_at - ${3 * HOUR_MS}, last_minute = last_minute - 180;
		update check_results set minute = minute - 180;
		update monitors set created_at = created_at - ${3 * HOUR_MS}`);
	file.close();
	requests = 0;

	const startedAt = Date.now();
	await using again = await service.restart();
	const results = async (verdict: string) => {
		const { body } = await again.ask("GET", `/api/v1/monitors/${id}/results?perPage=200`);
		return body.data.results.filter((each: { verdict: string }) => each.verdict === verdict);
	};
	const minutesOf = (checks: { id: string }[]) => checks.map((each) => Number(each.id.split(":")[1]));
	await expect.poll(async () => (await results("up")).length, { timeout: 10_000 }).toBe(2);
	expect(requests).toBe(1);
	const [present = 0, old = 0] = minutesOf(await results("up"));
	expect(present).toBeGreaterThanOrEqual(Math.floor(startedAt / 60_000) - 1);
	expect(present - old).toBeGreaterThan(170);
	const missed = await results("missed");
	expect(new Set(missed.map((each: { reason: string }) => each.reason))).toEqual(new Set(["too_late"]));
	const between = new Set(minutesOf(missed));
	expect(between.size).toBe(missed.length);
	expect(between.size).toBeGreaterThanOrEqual(present - old - 2);
});

test("a stop lets a running check end, commits it, and exits with 0 within 10 s", async () => {
	let respond = () => {};
	await using target = await startHttpTarget((_request, response) => {
		respond = () => response.end();
	});
	await using service = await Lapwing.start();
	const id = await service.watch(target.url, { timeoutSeconds: 60 });
	await expect.poll(() => service.metric("lapwing_checks_in_flight"), { timeout: 20_000 }).toBe(1);
	const stopped = service.stop();
	setTimeout(() => respond(), 1_000);
	const { code, tookMs } = await stopped;
	expect(code).toBe(0);
	expect(tookMs).toBeLessThan(10_000);
	await using again = await service.restart();
	expect(await again.status(id)).toBe("up");
});

test("a stop does not wait for a check that hangs: it is due again after the start", async () => {
	let hangs = true;
	await using target = await startHttpTarget((_request, response) => {
		if (!hangs) response.end();
	});
	await using service = await Lapwing.start();
	const id = await service.watch(target.url, { timeoutSeconds: 60 });
	await expect.poll(() => service.metric("lapwing_checks_in_flight"), { timeout: 20_000 }).toBe(1);
	const { code, tookMs } = await service.stop();
	expect(code).toBe(0);
	expect(tookMs).toBeLessThan(10_000);
	hangs = false;
	await using again = await service.restart();
	// Long before the timeout of the check that hung would have ended.
	await again.untilStatus(id, "up");
	expect(await again.results(id)).toHaveLength(1);
});
