import { expect, test } from "vitest";
import { startDnsServer } from "../../src/probe/targets/dns-server.ts";
import { startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { Lapwing } from "../testing/lapwing.ts";

test("the metadata address is never connected to: not directly, not by a redirect, not by a name that resolves to it", async () => {
	await using names = await startDnsServer({ "innocent.example": { addresses: ["169.254.169.254"] } });
	await using target = await startHttpTarget((_request, response) => {
		response.writeHead(302, { location: "http://169.254.169.254/latest/meta-data/" }).end();
	});
	await using service = await Lapwing.start({ env: { PROBE_RESOLVERS: names.address } });
	for (const url of [
		"http://169.254.169.254/latest/meta-data/",
		"http://0xA9FEA9FE/",
		"http://[::ffff:169.254.169.254]/",
	]) {
		const { status, body } = await service.ask("POST", "/api/v1/monitors", { name: "metadata", url });
		expect([status, body.error.details[0].path]).toEqual([400, "/url"]);
	}
	const ids = await Promise.all(
		[target.url, "http://innocent.example/"].map((url) => service.watch(url, { timeoutSeconds: 5 })),
	);
	for (const id of ids) {
		await service.untilStatus(id, "down");
		const [result] = await service.results(id);
		expect(result.responseStatus).toBeNull();
		// Refused by Lapwing at once, not by the network after a while.
		expect(result.completedAt - result.createdAt).toBeLessThan(2_000);
	}
});

test("where private targets are denied, loopback is forbidden too", async () => {
	let requests = 0;
	await using target = await startHttpTarget((_request, response) => {
		requests += 1;
		response.end();
	});
	await using service = await Lapwing.start({ env: { PROBE_PRIVATE_TARGETS: "deny" } });
	const id = await service.watch(target.url);
	const byName = await service.watch(target.url.replace("127.0.0.1", "localhost"));
	await service.untilStatus(id, "down");
	await service.untilStatus(byName, "down");
	expect(requests).toBe(0);
});
