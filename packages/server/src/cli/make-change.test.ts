import { success } from "@lapwing/result";
import { afterEach, expect, test, vi } from "vitest";
import { freshDatabase, onEachEngine } from "../storage/testing/engines.ts";
import { makeChange } from "./make-change.ts";

const HOUR = 3_600_000;

afterEach(() => void vi.useRealTimers());

onEachEngine("a command on a machine whose clock is an hour ahead", (name) => {
	test(`makes changes at the time of ${name === "postgresql" ? "the server" : "the machine"}`, async () => {
		await using database = await freshDatabase(name);
		const before = Date.now();
		vi.useFakeTimers({ toFake: ["Date"], now: before + HOUR });
		const now = await makeChange(database, async (_, deps) => success(deps.now));
		const aheadHours = Math.round((now - before) / HOUR);
		expect(aheadHours).toBe(name === "postgresql" ? 0 : 1);
	});
});
