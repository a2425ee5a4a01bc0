import { expect, test } from "vitest";
import { seededRandom } from "../../src/cli/demo/demo-history.ts";
import { runFaults } from "../testing/faults/scenario.ts";

/** Those that need neither root nor minutes. bench/faults.ts has the long form with all of them. */
const OURS = [
	"resolver dead",
	"kill -9",
	"resolver lying",
	"database locked",
	"probe thread killed",
	"CPU starved",
	"resolver too slow",
	"descriptors exhausted",
	"process stopped and continued",
];

test("whatever fails on our side, a healthy target is never down, and outages are found afterwards", async () => {
	const seed = Date.now() % 1_000_000;
	const result = await runFaults({
		engine: "sqlite",
		targets: 150,
		beginsAfterSeconds: 6,
		seconds: 24,
		// Each target fails once, within the first part, and does so until the end.
		outageMs: { least: 60_000, most: 60_000 },
		healthyMs: { least: 0, most: 18_000 },
		outlastsSeconds: 60,
		shortShare: 0,
		spreadMs: 20_000,
		timeoutSeconds: 2,
		ours: OURS,
		lastsShare: 0.03,
		gapSeconds: 0.5,
		random: seededRandom(seed),
	});
	const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
	const ofOurs = result.injected.filter(({ owner }) => owner !== "target");
	expect({ seed, problems: result.problems, falseDown: sum(ofOurs.map(({ falseDown }) => falseDown)) }).toMatchObject({
		falseDown: 0,
	});
	expect(sum(result.outages.map(({ missed }) => missed))).toBe(0);
	expect(ofOurs.map(({ fault }) => fault)).toEqual(expect.arrayContaining(OURS));
	expect(sum(result.outages.map(({ found }) => found))).toBeGreaterThan(15);
	expect(new Set(result.outages.flatMap(({ fault, found }) => (found > 0 ? [fault] : []))).size).toBeGreaterThan(3);
	expect(result.exitCode).toBe(0);
});
