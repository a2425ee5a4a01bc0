import { expect, test } from "vitest";
import { startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { Lapwing } from "../testing/lapwing.ts";

test("a target that fails is down once a second attempt has confirmed it, and up again when it answers", async () => {
	let status = 200;
	let requests = 0;
	const isSeenPending = Promise.withResolvers<void>();
	await using target = await startHttpTarget(async (_request, response) => {
		requests += 1;
		await isSeenPending.promise;
		response.writeHead(status).end();
	});
	await using service = await Lapwing.start();
	const id = await service.watch(target.url);
	expect(await service.status(id)).toBe("pending");
	isSeenPending.resolve();
	await service.untilStatus(id, "up");
	const [first] = await service.results(id);
	expect(first).toMatchObject({
		responseStatus: 200,
		responseTimeMs: expect.any(Number),
		completedAt: expect.any(Number),
	});
	expect(requests).toBe(1);

	status = 503;
	await service.checkAgain(id, 11);
	await service.untilStatus(id, "down");
	expect(requests).toBe(3);
	expect((await service.results(id))[0]).toMatchObject({ responseStatus: 503 });

	status = 200;
	await service.checkAgain(id, 12);
	await service.untilStatus(id, "up");
	expect(await service.metric('lapwing_checks_total{verdict="down"}')).toBe(1);
	expect(await service.metric('lapwing_checks_total{verdict="up"}')).toBe(2);
});

test("a failure that the second attempt does not confirm is no outage", async () => {
	let requests = 0;
	await using target = await startHttpTarget((_request, response) => {
		requests += 1;
		response.writeHead(requests === 1 ? 500 : 200).end();
	});
	await using service = await Lapwing.start();
	const id = await service.watch(target.url);
	await service.untilStatus(id, "up");
	expect(requests).toBe(2);
	expect(await service.metric('lapwing_checks_total{verdict="down"}')).toBe(0);
	expect(await service.results(id)).toHaveLength(1);
});
