import { expect, test } from "vitest";
import { runShortForm } from "../testing/faults/short-form.ts";

/** Those that need no minutes. bench/faults.ts has the long form with all of them. */
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
/** They need a network and a disk of their own: root on Linux. */
const BY_ROOT = ["packets lost", "packets delayed", "disk full"];

test("whatever fails on our side, a healthy target is never down, and outages are found afterwards", async ({
	signal,
}) => {
	const seed = Date.now() % 1_000_000;
	const result = await runShortForm(
		{
			seed,
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
			ours: [...OURS, ...BY_ROOT],
			lastsShare: 0.03,
			gapSeconds: 0.5,
		},
		signal,
	);
	const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);
	// A healthy target whose packets were lost may be down: from one place that looks like an outage.
	const notOfThePath = result.injected.filter(({ owner }) => owner === "ours" || owner === "nobody");
	const falseDown = sum(notOfThePath.map((row) => row.falseDown));
	expect({ seed, problems: result.problems, falseDown }).toMatchObject({ falseDown: 0 });
	expect(sum(result.outages.map(({ missed }) => missed))).toBe(0);
	const injected = result.injected.map(({ fault }) => fault.replace(/ \(.*/, ""));
	const leftOut = result.leftOut.map(([id]) => id);
	expect([...injected, ...leftOut]).toEqual(expect.arrayContaining([...OURS, ...BY_ROOT]));
	expect(OURS.filter((id) => leftOut.includes(id))).toEqual([]);
	expect(sum(result.outages.map(({ found }) => found))).toBeGreaterThan(15);
	expect(new Set(result.outages.flatMap(({ fault, found }) => (found > 0 ? [fault] : []))).size).toBeGreaterThan(3);
	expect(result.exitCode).toBe(0);
});
