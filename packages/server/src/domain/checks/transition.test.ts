import { describe, expect, test } from "vitest";
import type { Verdict } from "./judgement.ts";
import { judgedCheck, pending } from "./testing/judged-checks.ts";
import { afterCheck, type JudgedCheck } from "./transition.ts";

const check = (verdict: Verdict, minute: number) => judgedCheck(verdict, minute, 100);

/** Applies checks to a pending monitor: the state after the last one, and the transitions. */
function applyChecks(...checks: JudgedCheck[]) {
	let state = pending;
	const transitions: string[] = [];
	for (const each of checks) {
		const recorded = afterCheck(state, each);
		state = recorded.state;
		if (recorded.transition) transitions.push(`${recorded.transition.from}→${recorded.transition.to}`);
	}
	return { state, transitions };
}

describe("a monitor's state", () => {
	test("the first verdict ends pending", () => {
		expect(applyChecks(check("up", 1))).toEqual({
			state: { ...pending, status: "up", statusSince: 60_150, lastMinute: 1, lastCheckedAt: 60_150, lastUpAt: 60_150 },
			transitions: ["pending→up"],
		});
	});

	test("an outage begins with its first failing check, degraded or down, and ends with the recovery", () => {
		const during = applyChecks(check("up", 1), check("degraded", 2), check("down", 3), check("down", 4));
		expect(during.transitions).toEqual(["pending→up", "up→degraded", "degraded→down"]);
		expect(during.state).toMatchObject({
			failingStreak: 3,
			failingSince: 120_100,
			statusSince: 180_100,
			lastUpAt: 60_150,
		});
		const after = afterCheck(during.state, check("up", 5));
		expect(after.state).toMatchObject({ failingStreak: 0, failingSince: null, status: "up", statusSince: 300_150 });
	});

	test("a missed check changes only the count of consecutive missed checks, its beginning and its last minute", () => {
		const { state } = applyChecks(check("up", 1), check("down", 2));
		const missed = afterCheck(state, check("missed", 3));
		expect(missed).toEqual({
			state: { ...state, missedStreak: 1, missedSince: 180_100, lastMissedMinute: 3 },
			transition: null,
		});
		const again = afterCheck(missed.state, check("missed", 4));
		expect(again.state).toEqual({ ...state, missedStreak: 2, missedSince: 180_100, lastMissedMinute: 4 });
		expect(applyChecks(check("missed", 1)).state).toMatchObject({
			status: "pending",
			lastMinute: null,
			missedStreak: 1,
		});
		const made = applyChecks(check("missed", 1), check("missed", 2), check("down", 3));
		expect(made.state).toMatchObject({ status: "down", failingStreak: 1, missedStreak: 0, missedSince: null });
	});

	test("a late check changes nothing", () => {
		const { state } = applyChecks(check("down", 5));
		expect(afterCheck(state, check("up", 4))).toEqual({ state, transition: null });
	});

	test("a repeated minute with newer settings replaces the first check and is counted once", () => {
		const again = applyChecks(check("down", 1), check("down", 2), check("down", 2));
		expect(again.state).toMatchObject({ failingStreak: 2 });
		const corrected = applyChecks(check("up", 1), check("down", 2), check("up", 2));
		expect(corrected).toMatchObject({
			state: { status: "up", failingStreak: 0 },
			transitions: ["pending→up", "up→down", "down→up"],
		});
	});
});
