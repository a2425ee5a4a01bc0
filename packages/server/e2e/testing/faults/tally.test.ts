import { expect, test } from "vitest";
import { MINUTE_MS } from "../../../src/domain/durations.ts";
import { type ScriptedTarget, scriptOf } from "./script.ts";
import { type Evidence, type Injected, type Mark, type SeenCheck, tallyOf } from "./tally.ts";

const T0 = 1_800_000_000_000;
/** Of every target, 10 s after the minute. */
const PHASE_MS = 10_000;

const target: ScriptedTarget = {
	index: 0,
	address: "127.10.0.0",
	name: null,
	speaksTls: false,
	outages: [{ fault: "hang", from: T0, to: T0 + 100_000 }],
};

function check(mark: Mark, from: number, to = from + 5_000): SeenCheck {
	return { target: 0, mark, seenAt: T0 + to, attempt: { from: T0 + from, to: T0 + to } };
}

function injected(from: number, to: number, hides = true): Injected {
	const span = { from: T0 + from, to: T0 + to, hidesUntil: T0 + to };
	return { fault: "resolver dead", owner: "ours", ...span, hides: () => hides };
}

function tally(checks: readonly SeenCheck[], evidence: Partial<Evidence> = {}) {
	return tallyOf({
		targets: [target],
		checks,
		injected: [],
		targetStalls: [],
		intervalMs: MINUTE_MS,
		timeoutMs: 5_000,
		slots: (_target, { from, to }) =>
			Array.from({ length: 10 }, (_, minute) => T0 + minute * MINUTE_MS + PHASE_MS).filter(
				(slot) => from <= slot && slot <= to,
			),
		...evidence,
	});
}

test("an outage is found when the API tells of a failing check within the interval, the timeout and three seconds", () => {
	const { outages, problems } = tally([check("u", -50_000), check("d", 10_000, 16_000)]);
	expect(outages).toEqual([{ fault: "hang", outages: 1, due: 1, found: 1, late: 0, missed: 0, detectionMs: [16_000] }]);
	expect(problems).toEqual([]);
	expect(tally([check("d", 60_000, 68_000)]).outages).toMatchObject([{ late: 0 }]);
	expect(tally([check("d", 60_000, 68_001)]).outages).toMatchObject([{ found: 1, late: 1 }]);
});

test("an outage after a slow answer may be found later, for its check may take two timeouts", () => {
	const hidden = injected(-70_000, 2_000);
	const slow = check("g", -110_000);
	const late = [slow, check("d", 60_000, 75_500)];
	expect(tally(late, { injected: [hidden] }).outages).toMatchObject([{ due: 1, found: 1, late: 0 }]);
	expect(tally([slow, check("d", 60_000, 77_501)], { injected: [hidden] }).outages).toMatchObject([{ late: 1 }]);
	// A healthy check in between shows that it answers fast again.
	expect(tally([slow, check("u", -50_000), check("d", 60_000, 75_500)], { injected: [hidden] }).outages).toMatchObject([
		{ late: 1 },
	]);
});

test("a check that a busy machine met need not find an outage, the next one need", () => {
	const stall = { from: T0 + 12_000, to: T0 + 12_300 };
	expect(tally([check("m", 10_000)], { targetStalls: [stall] }).outages).toMatchObject([{ due: 1, missed: 1 }]);
	const stalls = { targetStalls: [stall, { from: T0 + 71_000, to: T0 + 71_300 }] };
	expect(tally([check("m", 10_000)], stalls).outages).toMatchObject([{ outages: 1, due: 0, missed: 0 }]);
});

test("an outage that no check has shown is missed", () => {
	expect(tally([check("u", 10_000)]).outages).toMatchObject([{ due: 1, found: 0, missed: 1 }]);
	expect(tally([check("u", 10_000)]).problems).toEqual([expect.stringContaining("missed: 127.10.0.0 hang")]);
});

test("an outage without a whole check within it need not be found", () => {
	const outages = [{ fault: "status", from: T0 + 11_000, to: T0 + 69_000 }] as const;
	expect(tally([], { targets: [{ ...target, outages }] }).outages).toMatchObject([{ outages: 1, due: 0, missed: 0 }]);
});

test("of an outage whose first check our side hides, the time begins when that fault is over", () => {
	const ours = { injected: [injected(5_000, 30_000)] };
	expect(tally([check("d", 70_000, 76_000)], ours).outages).toMatchObject([{ due: 1, late: 0, detectionMs: [] }]);
	expect(tally([check("d", 70_000, 98_001)], ours).outages).toMatchObject([{ late: 1 }]);
	expect(tally([], ours).outages).toMatchObject([{ due: 1, missed: 1 }]);
});

test("an outage whose checks are all hidden need not be found, unless the fault hides nothing of this target", () => {
	expect(tally([], { injected: [injected(5_000, 90_000)] }).outages).toMatchObject([{ due: 0, missed: 0 }]);
	expect(tally([], { injected: [injected(5_000, 90_000, false)] }).outages).toMatchObject([{ due: 1, missed: 1 }]);
});

test("a failing check of a healthy target is false, and belongs to the fault that was under way", () => {
	const evidence = { injected: [injected(130_000, 150_000)], targetStalls: [{ from: T0 + 190_000, to: T0 + 191_000 }] };
	const checks = [
		check("d", 130_000),
		check("g", 150_000),
		check("m", 140_000),
		check("d", 190_000),
		check("d", 250_000),
	];
	const { injected: rows, problems } = tally([check("d", 10_000), ...checks], evidence);
	expect(rows).toMatchObject([
		{ fault: "resolver dead", owner: "ours", times: 1, falseDown: 1, falseDegraded: 1, missedChecks: 1 },
		{ owner: "target", falseDown: 1 },
		{ fault: "nothing of ours", owner: "nobody", falseDown: 1 },
	]);
	expect(problems).toHaveLength(4);
});

test("a script has outages of the lengths and kinds that were asked for, the same for the same chances", () => {
	const options = {
		targets: 40,
		during: { from: T0, to: T0 + 1_800_000 },
		outageMs: { least: 90_000, most: 120_000 },
		healthyMs: { least: 66_000, most: 90_000 },
		shortShare: 0.2,
	};
	const numbers = (seed: number) => () => {
		seed = (seed * 48_271) % 2_147_483_647;
		return seed / 2_147_483_647;
	};
	const script = scriptOf({ ...options, random: numbers(7) });
	expect(scriptOf({ ...options, random: numbers(7) })).toEqual(script);
	for (const { outages, speaksTls } of script) {
		for (const [at, { from, to, fault }] of outages.entries()) {
			expect(to - from).toBeLessThanOrEqual(120_000);
			expect(from - (outages[at - 1]?.to ?? T0 - 90_000)).toBeGreaterThanOrEqual(66_000);
			expect(fault === "certificate" && !speaksTls).toBe(false);
		}
	}
	const all = script.flatMap(({ outages }) => outages);
	expect(new Set(all.map(({ fault }) => fault)).size).toBe(7);
	expect(all.filter(({ from, to }) => to - from < 90_000).length / all.length).toBeCloseTo(0.2, 1);
});
