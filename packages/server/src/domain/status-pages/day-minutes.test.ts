import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { VERDICTS, type Verdict } from "../checks/judgement.ts";
import { DayMinutes, daysCovered } from "./day-minutes.ts";

const DAY = 1_440;
const FAR = Number.POSITIVE_INFINITY;

function covered(checks: readonly (readonly [number, Verdict])[], intervalMinutes = 1, from = 0, until = FAR) {
	const minutes = checks.map(([minute]) => minute);
	const verdicts = checks.map(([, verdict]) => VERDICTS.indexOf(verdict));
	const days = daysCovered({ checks: { minutes, verdicts }, intervalMinutes, from, until });
	return Object.fromEntries([...days].map(([day, minutesOfDay]) => [day, minutesOfDay.counts()]));
}

describe("the minutes that a check counts for", () => {
	test("are its own, of a monitor that is checked every minute", () => {
		const checks = [
			[5, "up"],
			[6, "down"],
			[8, "degraded"],
		] as const;
		expect(covered(checks)).toEqual({ 0: { up: 1, degraded: 1, down: 1 } });
	});

	test("last an interval, or until the next check", () => {
		expect(
			covered(
				[
					[0, "up"],
					[5, "down"],
					[7, "up"],
				],
				5,
			),
		).toEqual({ 0: { up: 10, degraded: 0, down: 2 } });
	});

	test("end with a missed check, which says nothing", () => {
		expect(
			covered(
				[
					[0, "down"],
					[2, "missed"],
				],
				5,
			),
		).toEqual({ 0: { up: 0, degraded: 0, down: 2 } });
	});

	test("can be of the next day", () => {
		expect(covered([[DAY - 2, "down"]], 5)).toEqual({
			0: { up: 0, degraded: 0, down: 2 },
			1: { up: 0, degraded: 0, down: 3 },
		});
	});

	test("are those in which the component had the monitor", () => {
		expect(
			covered(
				[
					[0, "up"],
					[5, "up"],
				],
				5,
				3,
				7,
			),
		).toEqual({ 0: { up: 4, degraded: 0, down: 0 } });
	});
});

const minutesOfDay = fc.array(fc.tuple(fc.nat(DAY - 1), fc.nat(3)), { maxLength: 60 });
function dayOf(entries: readonly (readonly [number, number])[]): DayMinutes {
	const day = DayMinutes.empty();
	for (const [minute, word] of entries) day.add(minute, word);
	return day;
}

test("minutes count by the worst that was said of them, in whatever order and however often", () => {
	fc.assert(
		fc.property(minutesOfDay, minutesOfDay, (one, two) => {
			const all = dayOf([...one, ...two]);
			const merged = dayOf(two);
			merged.addAll(dayOf(one));
			expect(merged.bytes()).toEqual(all.bytes());
			expect(merged.addAll(dayOf(one))).toBe(false);
			const worst = Array.from({ length: DAY }, (_, minute) =>
				Math.max(0, ...[...one, ...two].filter(([at]) => at === minute).map(([, word]) => word)),
			);
			const count = (word: number) => worst.filter((each) => each === word).length;
			expect(all.counts()).toEqual({ up: count(1), degraded: count(2), down: count(3) });
		}),
		{ numRuns: 30 },
	);
});

test("a stored day is read as it was written, and a day that was up takes two bytes", () => {
	fc.assert(
		fc.property(minutesOfDay, (entries) => {
			const day = dayOf(entries);
			expect(DayMinutes.of(day.bytes()).bytes()).toEqual(day.bytes());
			expect(DayMinutes.of(day.bytes()).counts()).toEqual(day.counts());
		}),
	);
	const up = dayOf(Array.from({ length: DAY }, (_, minute) => [minute, 1] as const));
	expect([up.bytes().length, DayMinutes.empty().bytes().length]).toEqual([2, 0]);
});

test("clears the minutes from one on", () => {
	const day = dayOf([
		[10, 1],
		[600, 3],
		[601, 3],
	]);
	day.clearFrom(600);
	expect(day.counts()).toEqual({ up: 1, degraded: 0, down: 0 });
});
