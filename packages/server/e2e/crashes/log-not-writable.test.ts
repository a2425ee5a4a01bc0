import { expect, test } from "vitest";
import { startHttpTarget } from "../../src/probe/targets/http-target.ts";
import { Lapwing } from "../testing/lapwing.ts";

test("continues to check, and stops cleanly, while the disk of its log is full", async () => {
	await using target = await startHttpTarget((_request, response) => response.end());
	await using service = await Lapwing.start({ logFile: "/dev/full" });
	const id = await service.watch(target.url);
	await service.untilStatus(id, "up");
	expect(await service.stop()).toMatchObject({ code: 0 });
});

test("stops cleanly while its log is a full pipe that nobody reads", async () => {
	await using service = await Lapwing.start();
	service.leaveLog();
	const longPath = `/${"a".repeat(200)}`;
	// Some 800 KB of lines, more than the buffers of both ends of a pipe.
	for (let count = 0; count < 2_000; count += 1) await service.ask("GET", longPath);
	const { code, tookMs } = await service.stop();
	expect(code).toBe(0);
	expect(tookMs).toBeLessThan(10_000);
});
