import { expect, test } from "vitest";
import { startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { Lapwing } from "../testing/lapwing.ts";

test("a service killed between the response and the commit makes that check again and records it once", async () => {
	let requests = 0;
	const created = Promise.withResolvers<void>();
	const killed = Promise.withResolvers<void>();
	await using target = await startHttpTarget(async (_request, response) => {
		requests += 1;
		await created.promise;
		// Outcomes are committed together, up to a quarter of a second after they come.
		if (requests === 1) response.on("finish", () => service.kill().then(killed.resolve, killed.reject));
		response.end();
	});
	await using service = await Lapwing.start();
	const id = await service.watch(target.url);
	const { createdAt } = (await service.ask("GET", `/api/v1/monitors/${id}`)).body.data;
	created.resolve();
	await killed.promise;
	expect(requests).toBe(1);

	await using again = await service.restart();
	expect(await again.status(id)).toBe("pending");
	await again.untilStatus(id, "up");
	expect(requests).toBe(2);
	const results = await again.results(id);
	expect(results).toHaveLength(1);
	// Under the minute that it was due in.
	const minute = Math.floor(Date.parse(createdAt) / 60_000);
	expect(results[0].id).toMatch(new RegExp(`:${minute}$`));
});
