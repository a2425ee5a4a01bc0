import { expect, test } from "vitest";
import { startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { newDatabaseUrl } from "../../src/storage/testing/engines.ts";
import { Lapwing, until } from "../testing/lapwing.ts";

test("two services on one PostgreSQL make each check once", async () => {
	const requests = new Map<string, number>();
	await using target = await startHttpTarget((request, response) => {
		requests.set(request.url ?? "", (requests.get(request.url ?? "") ?? 0) + 1);
		response.end();
	});
	const database = await newDatabaseUrl("postgresql");
	const env = { LAPWING_SECRET: "a secret that both of them share, 32+" };
	try {
		await using one = await Lapwing.start({ databaseUrl: database.url, env });
		await using two = await Lapwing.start({ databaseUrl: database.url, env, key: one.key });
		const count = 40;
		const ids = await Promise.all(
			Array.from({ length: count }, (_, index) => (index % 2 ? one : two).watch(`${target.url}/${index}`)),
		);
		await until(async () => (requests.size === count ? true : undefined), { what: "every monitor to be checked" });
		for (const id of ids) await one.untilStatus(id, "up");
		expect([...requests.values()].filter((times) => times !== 1)).toEqual([]);
		const made = await Promise.all([one, two].map((service) => service.metric('lapwing_checks_total{verdict="up"}')));
		expect((made[0] ?? 0) + (made[1] ?? 0)).toBe(count);
		// What one answers, the other does, cursors included.
		const page = await one.ask("GET", "/api/v1/monitors?perPage=10");
		const next = await two.ask("GET", `/api/v1/monitors?perPage=10&cursor=${page.body.meta.pagination.next}`);
		expect(next.body.data.monitors).toHaveLength(10);
	} finally {
		await database.drop();
	}
});
