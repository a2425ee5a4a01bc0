import { expect, test } from "vitest";
import type { ContentCheck } from "../../domain/monitors/monitor.ts";
import { ContentChecks } from "./content-checks.ts";

const textOnly = (text: string) => ({ text, headers: new Map<string, string>(), isCut: false });

/** 32 KB, as an ordinary page. */
const PAGE = "the quick brown fox jumps over the lazy dog and ".repeat(680);
const OVERRAN = { kind: "missed", cause: "no_capacity", message: expect.stringContaining("longer than 2 s") };

function startChecks() {
	const checks = new ContentChecks();
	return Object.assign(checks, { [Symbol.asyncDispose]: () => checks.close() });
}

function regex(value: string): ContentCheck {
	return { id: "chk_1", type: "regex", value, caseSensitive: true };
}

/** Thousands of states, all alive at every letter of the page. */
const HEAVY = regex("([a-z ]{1,100}){1,10}[0-9]");
const ORDINARY = regex("(?:brown|red) (?:fox|dog) (?:jumps|runs) over .*purple");

test("ordinary patterns are answered during forty heavy ones, of the same team or of another", async () => {
	await using checks = startChecks();
	// A thread's start, which is long on a busy machine, is not what they may wait for.
	await checks.firstFailed({ teamId: 3, monitorId: 99, revision: 1 }, [ORDINARY], textOnly(PAGE));
	const heavy = Array.from({ length: 40 }, (_, index) =>
		checks.firstFailed({ teamId: 1, monitorId: index, revision: 1 }, [HEAVY], textOnly(PAGE.repeat(20))),
	);
	const ordinary = await Promise.all(
		Array.from({ length: 20 }, (_, index) =>
			checks.firstFailed({ teamId: 1 + (index % 2), monitorId: 100 + index, revision: 1 }, [ORDINARY], textOnly(PAGE)),
		),
	);
	// In the same lane as the heavy ones, none would get a turn within three seconds, and all would be missed.
	expect(ordinary).toEqual(Array(20).fill({ index: 0, mismatch: { kind: "text", seen: expect.anything() } }));
	// The message of those that never had a turn says that others took the time, not that their own patterns are slow.
	const answers = await Promise.all(heavy);
	expect(answers[0]).toMatchObject(OVERRAN);
	expect(answers.at(-1)).toMatchObject({
		kind: "missed",
		cause: "no_capacity",
		message: expect.stringContaining("not the fault of"),
	});
});

test("patterns that took too long are not tried again for a while, unless they are edited", async () => {
	await using checks = startChecks();
	const owner = { teamId: 1, monitorId: 1, revision: 1 };
	expect(await checks.firstFailed(owner, [HEAVY], textOnly(PAGE.repeat(20)))).toMatchObject(OVERRAN);
	let leastMs = Number.POSITIVE_INFINITY;
	for (let time = 0; time < 3; time += 1) {
		const startedAt = performance.now();
		expect(await checks.firstFailed(owner, [HEAVY], textOnly(PAGE.repeat(20)))).toMatchObject(OVERRAN);
		leastMs = Math.min(leastMs, performance.now() - startedAt);
	}
	// A try takes two seconds.
	expect(leastMs).toBeLessThan(1_500);
	expect(await checks.firstFailed({ ...owner, revision: 2 }, [ORDINARY], textOnly(PAGE))).toMatchObject({ index: 0 });
});

test("a pattern that only looks heavy is answered, and shares the fast lane from then on", async () => {
	await using checks = startChecks();
	const owner = { teamId: 1, monitorId: 1, revision: 1 };
	// Its first letter is nowhere in the page.
	const harmless = regex("Z([a-z ]{1,100}){1,10}[0-9]");
	expect(await checks.firstFailed(owner, [harmless], textOnly(PAGE))).toMatchObject({ index: 0 });
	expect(await checks.firstFailed(owner, [harmless], textOnly(PAGE))).toMatchObject({ index: 0 });
});
