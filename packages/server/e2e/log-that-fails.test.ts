import { expect, test } from "vitest";
import { startHttpTarget } from "../src/probe/targets/http-target.ts";
import { Lapwing } from "./testing/lapwing.ts";

test("goes on watching, and stops in order, while the disk that takes its log is full", async () => {
	await using target = await startHttpTarget((_request, response) => response.end());
	await using service = await Lapwing.start({ logFile: "/dev/full" });
	const id = await service.watch(target.url);
	await service.untilStatus(id, "up");
	expect(await service.stop()).toMatchObject({ code: 0 });
});
