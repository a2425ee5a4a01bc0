import { describe, expect, test } from "vitest";
import type { ContentCheck } from "../../domain/monitors/monitor.ts";
import { threadCpuMs } from "../../testing/thread-cpu.ts";
import { ContentChecks, statesAtMost } from "./content-checks.ts";

const textOnly = (text: string) => ({ text, headers: new Map<string, string>(), isCut: false });

const OWNER = { teamId: 1, monitorId: 1, revision: 1 };
const PAGE = "the quick brown fox jumps over the lazy dog and ".repeat(20_000);
/** Thousands of states, all alive at every character of PAGE: minutes. */
const HEAVY = regex("([a-z ]{1,100}){1,10}[0-9]", "chk_heavy");

function startChecks() {
	const checks = new ContentChecks();
	return Object.assign(checks, { [Symbol.asyncDispose]: () => checks.close() });
}

test("expensive checks give the same result in a thread", async () => {
	await using checks = startChecks();
	const holds = regex("(?:brown|lazy) dog", "chk_1");
	expect(await checks.firstFailed(OWNER, [holds], textOnly(PAGE))).toBeNull();
	expect(await checks.firstFailed(OWNER, [holds, regex("purple", "chk_2")], textOnly(PAGE))).toMatchObject({
		index: 1,
	});
	expect(
		await checks.firstFailed(OWNER, [holds, regex("purple", "chk_2")], textOnly(PAGE.slice(0, 100))),
	).toMatchObject({ index: 1 });
});

test("a pattern that takes too long is stopped, delays no other check, and makes the check missed", async () => {
	await using checks = startChecks();
	const before = threadCpuMs();
	expect(await checks.firstFailed(OWNER, [HEAVY], textOnly(PAGE))).toMatchObject({
		kind: "missed",
		cause: "no_capacity",
	});
	const another = { ...OWNER, monitorId: 2 };
	expect(await checks.firstFailed(another, [regex("lazy dog", "chk_1")], textOnly(PAGE))).toBeNull();
	// It is stopped after two seconds, in which it keeps a core busy: not this thread's.
	expect(threadCpuMs() - before).toBeLessThan(1_000);
});

test("a check that does not compile rejects, because creation should have refused it", async () => {
	await using checks = startChecks();
	await expect(checks.firstFailed(OWNER, [regex("(", "chk_1")], textOnly(PAGE))).rejects.toThrow();
	expect(await checks.firstFailed(OWNER, [regex("lazy dog", "chk_1")], textOnly(PAGE))).toBeNull();
});

describe("the bound of a pattern's states", () => {
	test.each<[string, number]>([
		["abc", 6],
		["a{10}", 100],
		["a{2,}", 20],
		["(a{1,10}){1,100}", 2 * 16 * 1_000],
		["a{,5}", 10],
	])("%s", (value, states) => {
		expect(statesAtMost(regex(value, "chk"))).toBe(states);
	});

	test("is less than one state per character for a plain search", () => {
		const check = { id: "chk", type: "contains", value: "n".repeat(100) } as const;
		expect(statesAtMost({ ...check, caseSensitive: true })).toBe(2);
		expect(statesAtMost({ ...check, caseSensitive: false })).toBe(2);
	});
});

describe("the prober is never blocked:", () => {
	test.each<[string, ContentCheck, string]>([
		["patterns that are long to compile", regex("\\pL".repeat(650), "chk"), "short"],
		["a plain search that almost matches everywhere", search(true), "a".repeat(1024 * 1024)],
		["the same without regard to case", search(false), "a".repeat(1024 * 1024)],
	])("%s", async (_, check, text) => {
		await using checks = startChecks();
		const before = threadCpuMs();
		const answered = checks.firstFailed(OWNER, Array(20).fill(check), textOnly(text));
		expect(threadCpuMs() - before).toBeLessThan(300);
		await answered;
	});
});

test("many searches for a text in pages of 100 KB are answered quickly", async () => {
	await using checks = startChecks();
	const check = { id: "chk", type: "contains", value: "Brown Fox", caseSensitive: false } as const;
	const page = `${"the quick brown dog ".repeat(5_000)}and the BROWN fox`;
	const answers = await Promise.all(
		Array.from({ length: 300 }, () => checks.firstFailed(OWNER, [check], textOnly(page))),
	);
	expect(answers.every((answer) => answer === null)).toBe(true);
});

/** Half of it matches anywhere in a row of the letter a. */
function search(caseSensitive: boolean): ContentCheck {
	return { id: "chk", type: "contains", value: `${"a".repeat(1_000)}b${"a".repeat(999)}`, caseSensitive };
}

function regex(value: string, id: string): ContentCheck {
	return { id, type: "regex", value, caseSensitive: true };
}
