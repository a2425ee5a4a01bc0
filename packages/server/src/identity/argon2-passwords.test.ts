import { expect, test } from "vitest";
import { argon2Passwords, READERS_AT_ONCE } from "./argon2-passwords.ts";

const passwords = argon2Passwords();

test("a password matches its own hash alone, and each hash has a salt of its own", async () => {
	const [one, other] = [await passwords.hash("quiet-harbour-at-seven"), await passwords.hash("quiet-harbour-at-seven")];
	expect(one).toMatch(/^argon2id\$m=19456,t=2\$[\w-]{22}\$[\w-]{43}$/);
	expect(one).not.toBe(other);
	expect(await passwords.matches("quiet-harbour-at-seven", one)).toBe(true);
	expect(await passwords.matches("quiet-harbour-at-eight", one)).toBe(false);
	expect(await passwords.matches("", one)).toBe(false);
});

test("a character that keyboards write in two ways is one", async () => {
	const stored = await passwords.hash("caf\u00e9 am hafen heute");
	expect(await passwords.matches("cafe\u0301 am hafen heute", stored)).toBe(true);
});

test("nothing matches where nothing is stored, and that takes as long", async () => {
	const stored = await passwords.hash("quiet-harbour-at-seven");
	const times = { stored: [] as number[], nothing: [] as number[] };
	for (let turn = 0; turn < 8; turn++) {
		for (const [kind, hash] of [
			["stored", stored],
			["nothing", null],
		] as const) {
			const before = process.cpuUsage();
			expect(await passwords.matches("quiet-harbour-at-eight", hash)).toBe(false);
			const { user, system } = process.cpuUsage(before);
			times[kind].push(user + system);
		}
	}
	const least = (each: readonly number[]) => Math.min(...each);
	expect(least(times.nothing) / least(times.stored)).toBeGreaterThan(0.5);
	expect(least(times.nothing) / least(times.stored)).toBeLessThan(2);
});

test("of a crowd the last are told that it is busy, and afterwards nobody is", async () => {
	const answers = await Promise.all(Array.from({ length: 40 }, () => passwords.matches("x", null)));
	expect(answers.filter((each) => each === "busy")).toHaveLength(18);
	expect(await passwords.matches("x", null)).toBe(false);
});

test("a crowd of readers at status pages is hashed one at a time, and nobody else waits for it", async () => {
	const readers = argon2Passwords(READERS_AT_ONCE);
	const crowd = Promise.all(Array.from({ length: 40 }, () => readers.matches("x", null)));
	let isOver = false;
	void crowd.then(() => {
		isOver = true;
	});
	expect(await passwords.matches("x", null)).toBe(false);
	expect(isOver).toBe(false);
	expect((await crowd).filter((each) => each === "busy")).toHaveLength(19);
});

test("a stored hash of another form throws instead of matching", async () => {
	await expect(passwords.matches("x", "md5$a$b$c")).rejects.toThrow("unknown form");
});

test.each(["q1w2e3r4t5y6", "Q1W2E3R4T5Y6", "1qaz2wsx3edc", "leavemealone", "Leave-Me-Alone"])(
	"%s is known",
	async (one) => {
		expect(await passwords.isKnown(one)).toBe(true);
	},
);

test.each(["quiet-harbour-at-seven", "q1w2e3r4t5y6\n1qaz2wsx3edc", "лодка у синего моря"])("%j is not", async (one) => {
	expect(await passwords.isKnown(one)).toBe(false);
});
