import { expect, test } from "vitest";
import { startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { startRawTarget } from "../../src/probe/targets/raw-target.ts";
import { Lapwing } from "../testing/lapwing.ts";

test("hanging targets are down at the timeout and delay neither other checks nor the API", async () => {
	await using silent = await startRawTarget(() => {});
	await using dripping = await startRawTarget((socket) => {
		socket.write("HTTP/1.1 200 OK\r\n");
		const drip = setInterval(() => socket.write("X-Drip: drop\r\n"), 100);
		socket.on("close", () => clearInterval(drip)).on("error", () => {});
	});
	await using well = await startHttpTarget((_request, response) => response.end("ok"));
	await using service = await Lapwing.start();
	const hanging = await Promise.all(
		[silent, dripping].map((target) => service.watch(target.url, { timeoutSeconds: 1, degradedAfterMs: 1_000 })),
	);
	const healthy = await service.watch(well.url);
	await service.untilStatus(healthy, "up", 5_000);
	for (const id of hanging) {
		await service.untilStatus(id, "down");
		const [result] = await service.results(id);
		expect(result).toMatchObject({ responseStatus: null, responseTimeMs: null });
		expect(result.completedAt - result.createdAt).toBeGreaterThanOrEqual(990);
		expect(result.completedAt - result.createdAt).toBeLessThan(2_500);
	}
});
