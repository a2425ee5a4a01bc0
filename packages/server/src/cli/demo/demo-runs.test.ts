import { expect, test } from "vitest";
import { DAY_MS } from "../../domain/durations.ts";
import type { CronSettings } from "../../domain/monitors/types.ts";
import { PlausibleRuns } from "./demo-runs.ts";

const TEN_MINUTES: CronSettings = {
	type: "cron",
	schedule: "*/10 * * * *",
	timeZone: "UTC",
	every: null,
	graceSeconds: 120,
	maxRuntimeSeconds: 60,
};
const FROM = Date.UTC(2026, 0, 1);
const DUES = Array.from({ length: 30 * 144 }, (_, index) => FROM + (index + 1) * 600_000);
const runsUntil = (days: number) => [
	...new PlausibleRuns(TEN_MINUTES, { seed: 7, dues: DUES }).until(FROM + days * DAY_MS),
];

test("a plausible job runs when it is due, and is mostly up", () => {
	const runs = runsUntil(30);
	expect(runs.map(({ result }) => result.dueAt)).toEqual(DUES.slice(0, runs.length));
	const reasons = Map.groupBy(runs, ({ result }) => result.reason);
	expect(reasons.get(null)?.length ?? 0).toBeGreaterThan(runs.length * 0.9);
	expect(new Set(reasons.keys())).toEqual(new Set([null, "late", "job_failed", "overran"]));
});

test("each run that is not late has a start and an end, as long apart as it took", () => {
	for (const { result, reports } of runsUntil(30)) {
		if (result.reason === "late") expect(reports).toEqual([]);
		else {
			const [start, end] = reports;
			expect([start?.kind, start?.at, end?.at]).toEqual(["start", result.startedAt, result.completedAt]);
			expect(end?.durationMs).toBe(result.completedAt - result.startedAt);
		}
	}
});

test("the history is the same in one piece and in many, and holds no run that is not over", () => {
	const parts = new PlausibleRuns(TEN_MINUTES, { seed: 7, dues: DUES });
	const inMinutes = Array.from({ length: 2 * 1440 }, (_, minute) => FROM + (minute + 1) * 60_000).flatMap((until) =>
		parts
			.until(until)
			.toArray()
			.map((run) => ({ run, until })),
	);
	expect(inMinutes.map(({ run }) => run)).toEqual(runsUntil(2));
	for (const { run, until } of inMinutes) expect(run.result.completedAt).toBeLessThan(until);
});
