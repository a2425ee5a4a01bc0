import { expect, test } from "vitest";
import { freshDatabase } from "../storage/testing/engines.ts";
import { healthOf } from "./health.ts";

const NOON = Date.UTC(2026, 4, 1, 12);

async function healthWith(noProberForMs: number | null) {
	await using database = await freshDatabase("sqlite");
	return await healthOf({ database, now: () => NOON }, { schedulerTickedAt: NOON, noProberForMs });
}

test("is ok while there is a prober, and while probers start", async () => {
	expect((await healthWith(null)).status).toBe("ok");
	expect((await healthWith(14_999)).status).toBe("ok");
});

test("fails, and says why, when no prober has come through its start for fifteen seconds", async () => {
	expect(await healthWith(15_000)).toMatchObject({
		status: "failing",
		problem: "No probe thread has come through its start for 15 s, so no check is made. The log says why.",
	});
});
