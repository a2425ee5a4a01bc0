import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { NOON, startService } from "../../testing/service.ts";

const PATH = "/api/v1/board";

test("the board is computed once for many clients, compressed on request, and answered with 304 while unchanged", async () => {
	await using service = await startService("sqlite");
	await service.newMonitor({ name: "Shop", tags: ["prod"] });
	const foreign = (await service.newTeam("other")).key;
	await service.newMonitor({ name: "Foreign" }, foreign);
	const first = await service.ask("GET", PATH);
	expect(first.json.data).toMatchObject({
		generatedAt: new Date(NOON).toISOString(),
		minute: NOON / 60_000,
		counts: { total: 1, pending: 1 },
		uptime: { last24Hours: null, last30Days: null },
		monitors: { name: ["Shop"], tags: [["prod"]], status: "p", enabled: "1", since: [null], recent: [".".repeat(60)] },
	});
	expect(first.headers.get("cache-control")).toBe("private, no-cache");
	const etag = first.headers.get("etag") ?? "";
	const again = await service.ask("GET", PATH, { headers: { "if-none-match": `"other", ${etag}` } });
	expect([again.status, again.text, again.headers.get("etag")]).toEqual([304, "", etag]);
	const weakened = await service.ask("GET", PATH, { headers: { "if-none-match": `W/${etag}` } });
	expect(weakened.status).toBe(304);

	const headers = { authorization: `Bearer ${service.key}`, "accept-encoding": "br, gzip" };
	const compressed = await service.app.request(PATH, { headers });
	expect(compressed.headers.get("content-encoding")).toBe("gzip");
	expect(JSON.parse(gunzipSync(await compressed.arrayBuffer()).toString())).toEqual(first.json);

	service.clock.now += 1_000;
	await service.newMonitor({ name: "Blog" });
	const changed = await service.ask("GET", PATH, { headers: { "if-none-match": etag } });
	expect([changed.status, changed.json.data.monitors.name]).toEqual([200, ["Blog", "Shop"]]);
	expect((await service.ask("GET", PATH, { key: foreign })).json.data.monitors.name).toEqual(["Foreign"]);
});
