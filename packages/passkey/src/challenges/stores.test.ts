import { DatabaseSync } from "node:sqlite";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { SQLITE_CHALLENGES, SqlChallenges } from "../sql/sql-challenges.ts";
import { MemoryChallenges } from "./memory-challenges.ts";
import { MemoryUsedChallenges, SealedChallenges } from "./sealed-challenges.ts";
import type { ChallengeStore } from "./store.ts";
import { CookieJar } from "./testing/cookie-jar.ts";

let database: DatabaseSync;
let now = 0;
beforeEach(() => {
	now = 1_700_000_000_000;
	database = new DatabaseSync(":memory:");
	database.exec(SQLITE_CHALLENGES);
});
afterEach(() => database.close());

const clock = () => now;
const run = (text: string, values: (string | number)[]) => database.prepare(text).run(...values).changes;

const stores: [string, () => ChallengeStore][] = [
	["memory", () => new MemoryChallenges({ now: clock })],
	["SQL", () => new SqlChallenges(run, { now: clock })],
	[
		"sealed cookies",
		() => {
			const used = new MemoryUsedChallenges(100, clock);
			return new SealedChallenges({ keys: [new Uint8Array(32)], used, now: clock }).of(new CookieJar());
		},
	],
];

const signIn = { session: "session", kind: "sign-in" };
const registration = { session: "session", kind: "registration" };

describe.each(stores)("a store of challenges in %s", (_where, open) => {
	test("returns a challenge once", async () => {
		const store = open();
		await store.put(signIn, "challenge");
		expect([await store.take(signIn, "challenge"), await store.take(signIn, "challenge")]).toStrictEqual([true, false]);
	});

	test("of two requests that take the same challenge at once, one gets it", async () => {
		const store = open();
		await store.put(signIn, "challenge");
		const taken = await Promise.all([store.take(signIn, "challenge"), store.take(signIn, "challenge")]);
		expect(taken.toSorted()).toStrictEqual([false, true]);
	});

	test("keeps the challenges of several tabs, whichever answers first", async () => {
		const store = open();
		for (const tab of ["one", "two", "three"]) await store.put(signIn, tab);
		expect(await store.take(signIn, "three")).toBe(true);
		expect(await store.take(signIn, "one")).toBe(true);
		expect(await store.take(signIn, "two")).toBe(true);
	});

	test("keeps five of a session and kind: the oldest goes first, and other kinds stay", async () => {
		const store = open();
		await store.put(registration, "of another kind");
		for (const each of ["1", "2", "3", "4", "5", "6"]) {
			now += 1;
			await store.put(signIn, each);
		}
		expect(await store.take(signIn, "1")).toBe(false);
		for (const each of ["2", "3", "4", "5", "6"]) expect(await store.take(signIn, each)).toBe(true);
		expect(await store.take(registration, "of another kind")).toBe(true);
	});

	test.each([
		["another session", { ...signIn, session: "another" }, "challenge"],
		["another kind", registration, "challenge"],
		["another challenge", signIn, "another"],
		["an empty challenge", signIn, ""],
		["a challenge of a megabyte", signIn, "x".repeat(1_048_576)],
	])("keeps nothing for %s, and takes nothing for it", async (_what, ceremony, challenge) => {
		const store = open();
		await store.put(signIn, "challenge");
		expect(await store.take(ceremony, challenge)).toBe(false);
		expect(await store.take(signIn, "challenge")).toBe(true);
	});

	test("keeps a challenge for the five minutes of a prompt and one more", async () => {
		const store = open();
		await store.put(signIn, "in time");
		await store.put(signIn, "late");
		now += 360_000 - 1;
		expect(await store.take(signIn, "in time")).toBe(true);
		now += 1;
		expect(await store.take(signIn, "late")).toBe(false);
	});
});

describe.each([
	["memory", (mostKept: number) => new MemoryChallenges({ mostKept, now: clock })],
	["SQL", (mostKept: number) => new SqlChallenges(run, { mostKept, now: clock })],
])("a store in %s that many visitors begin to use", (_where, open) => {
	test("is bounded: the oldest challenges go first", async () => {
		const store = open(100);
		for (let index = 0; index <= 100; index++) await store.put({ session: `${index}`, kind: "sign-in" }, "challenge");
		expect(await store.take({ session: "0", kind: "sign-in" }, "challenge")).toBe(false);
		expect(await store.take({ session: "100", kind: "sign-in" }, "challenge")).toBe(true);
	});
});

test("the table holds no session id, and what is expired goes with the next ceremony", async () => {
	const store = new SqlChallenges(run, { now: clock });
	await store.put({ session: "secret", kind: "sign-in" }, "abandoned");
	now += 360_000;
	await store.put({ session: "secret", kind: "sign-in" }, "next");
	const rows = database.prepare("SELECT ceremony, challenge, expires_at FROM passkey_challenges").all();
	expect(rows).toEqual([
		{
			ceremony: expect.stringMatching(/^[0-9a-f]{64}$/),
			challenge: expect.stringMatching(/^[0-9a-f]{64}$/),
			expires_at: now + 360_000,
		},
	]);
});

test("statements have numbered parameters where the engine wants them", async () => {
	const seen: string[] = [];
	const store = new SqlChallenges((text) => seen.push(text), { placeholders: "$1" });
	await store.put(signIn, "challenge");
	await store.take(signIn, "challenge");
	expect(seen.map((each) => each.match(/\?|\$\d/g))).toStrictEqual([
		["$1", "$2", "$3"],
		["$1", "$2", "$3", "$4"],
		["$1", "$2"],
	]);
});
