import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { MemoryChallenges } from "../example/memory-challenges.ts";
import { SqlChallenges } from "../example/sql-challenges.ts";

const MINUTE_MS = 60_000;

let database: DatabaseSync;
beforeEach(() => {
	database = new DatabaseSync(":memory:");
});
afterEach(() => database.close());

describe.each([
	["memory", () => new MemoryChallenges()],
	["SQL", () => new SqlChallenges(database)],
])("a store of challenges in %s", (_kind, open) => {
	test("returns a challenge once", () => {
		const challenges = open();
		challenges.put("session", "challenge");
		expect(challenges.take("session")).toBe("challenge");
		expect(challenges.take("session")).toBeUndefined();
	});

	test("keeps the ceremonies of two sessions apart", () => {
		const challenges = open();
		challenges.put("one", "a");
		challenges.put("two", "b");
		expect(challenges.take("one")).toBe("a");
		expect(challenges.take("two")).toBe("b");
	});

	test("replaces the challenge when a ceremony starts again", () => {
		const challenges = open();
		challenges.put("session", "old");
		challenges.put("session", "new");
		expect(challenges.take("session")).toBe("new");
		expect(challenges.take("session")).toBeUndefined();
	});

	test("returns a challenge for five minutes, and not after", () => {
		const challenges = open();
		challenges.put("in time", "a", 0);
		challenges.put("late", "b", 0);
		expect(challenges.take("in time", 5 * MINUTE_MS - 1)).toBe("a");
		expect(challenges.take("late", 5 * MINUTE_MS)).toBeUndefined();
	});

	test("returns nothing for an unknown key", () => {
		expect(open().take("session")).toBeUndefined();
	});
});

test("memory is bounded when ceremonies are started and never finished: the oldest are removed", () => {
	const challenges = new MemoryChallenges();
	for (let index = 0; index <= 100_000; index++) challenges.put(`session ${index}`, "challenge");
	expect(challenges.take("session 0")).toBeUndefined();
	expect(challenges.take("session 1")).toBe("challenge");
	expect(challenges.take("session 100000")).toBe("challenge");
});

test("the table is bounded when ceremonies are started and never finished: the oldest are removed", () => {
	const challenges = new SqlChallenges(database, 100);
	for (let index = 0; index <= 100; index++) challenges.put(`session ${index}`, "challenge");
	expect(challenges.take("session 0")).toBeUndefined();
	expect(challenges.take("session 1")).toBe("challenge");
	expect(challenges.take("session 100")).toBe("challenge");
});

test("the table is bounded: the next ceremony removes expired challenges", () => {
	const challenges = new SqlChallenges(database);
	challenges.put("abandoned", "a", 0);
	challenges.put("next", "b", 5 * MINUTE_MS);
	expect(database.prepare("SELECT ceremony FROM passkey_challenges").all()).toEqual([{ ceremony: "next" }]);
});

test("each challenge goes to one of several processes on the same database", async () => {
	const directory = await mkdtemp(join(tmpdir(), "lapwing-challenges-"));
	const path = join(directory, "challenges.db");
	const shared = new DatabaseSync(path);
	const challenges = new SqlChallenges(shared);
	const keys = Array.from({ length: 200 }, (_, index) => `session ${index}`);
	shared.exec("BEGIN");
	for (const key of keys) challenges.put(key, "challenge");
	shared.exec("COMMIT");

	const rival = new URL("./harness/challenge-rival.ts", import.meta.url);
	const taken = await Promise.all(
		Array.from({ length: 3 }, async () => {
			const [keysTaken] = await once(new Worker(rival, { workerData: { path, keys } }), "message");
			return keysTaken as string[];
		}),
	);
	expect(taken.flat().toSorted()).toStrictEqual(keys.toSorted());
	shared.close();
	await rm(directory, { recursive: true });
});
