import { expect, test } from "vitest";
import { Lapwing } from "../testing/lapwing.ts";

const NIGHTLY = { type: "cron", name: "Backup", schedule: "0 2 * * *" };

async function aJob(service: Lapwing): Promise<{ id: string; report: string }> {
	const { body } = await service.ask("POST", "/api/v1/monitors", NIGHTLY);
	return { id: body.data.id, report: new URL(body.data.pingUrl).pathname };
}

test("every ping that was answered with 200 is there after kill -9 and has its effect once", async () => {
	let service = await Lapwing.start();
	await using first = service;
	const { id, report } = await aJob(service);
	for (let round = 1; round <= 3; round += 1) {
		const answers = await Promise.all(
			Array.from({ length: 5 }, () =>
				fetch(`${service.url}${report}/${round}`, { method: "POST", body: `round ${round}` }),
			),
		);
		await service.kill();
		expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
		service = await first.restart();
	}
	await using last = service;
	await last.untilStatus(id, "down");
	const { body } = await last.ask("GET", `/api/v1/monitors/${id}/pings`);
	const codes = body.data.pings.map(({ exitCode }: { exitCode: number }) => exitCode);
	expect(codes).toEqual([3, 3, 3, 3, 3, 2, 2, 2, 2, 2, 1, 1, 1, 1, 1]);
	const kept = await fetch(`${last.url}/api/v1/monitors/${id}/pings/${body.data.pings[0].id}/body`, {
		headers: { authorization: `Bearer ${last.key}` },
	});
	expect(await kept.text()).toBe("round 3");
	const outages = await last.ask("GET", `/api/v1/monitors/${id}/outages`);
	expect(outages.body.data.outages).toMatchObject([{ to: null, reason: "job_failed" }]);
	expect(last.log).not.toContain(report.slice("/ping/".length));
});

test("the start of a run and its failure are there after kill -9 right after each of their answers", async () => {
	await using first = await Lapwing.start();
	const { id, report } = await aJob(first);
	expect((await fetch(`${first.url}${report}/start?rid=a`)).status).toBe(200);
	await first.kill();
	await using second = await first.restart();
	expect((await fetch(`${second.url}${report}/fail?rid=a`, { method: "POST" })).status).toBe(200);
	await second.kill();
	await using third = await first.restart();
	await third.untilStatus(id, "down");
	const { body } = await third.ask("GET", `/api/v1/monitors/${id}/pings`);
	expect(body.data.pings).toMatchObject([
		{ kind: "fail", exitCode: null, rid: "a", durationMs: expect.any(Number) },
		{ kind: "start", exitCode: null, rid: "a", durationMs: null },
	]);
});

test("a ping that arrives before the kill and was not evaluated is the recovery after it", async () => {
	await using service = await Lapwing.start();
	const { id, report } = await aJob(service);
	await fetch(`${service.url}${report}/fail`);
	await service.untilStatus(id, "down");
	expect((await fetch(`${service.url}${report}`)).status).toBe(200);
	await service.kill();
	await using again = await service.restart();
	await again.untilStatus(id, "up");
	const { body } = await again.ask("GET", `/api/v1/monitors/${id}/outages`);
	expect(body.data.outages).toHaveLength(1);
	expect(body.data.outages[0].to).not.toBeNull();
});
