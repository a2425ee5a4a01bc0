import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldDay, foldHours, type PackedChecks, type RollUp, RollUpTally } from "./roll-up.ts";

const [UP, DEGRADED, DOWN, MISSED] = [0, 1, 2, 3];
interface Check {
	readonly minute: number;
	readonly verdict: number;
	readonly responseTimeMs: number;
}
const check = fc.record({
	minute: fc.integer({ min: 0, max: 3 * 1_440 - 1 }),
	verdict: fc.constantFrom(UP, DEGRADED, DOWN, MISSED),
	responseTimeMs: fc.oneof(fc.constant(-1), fc.integer({ min: 0, max: 60_000 })),
});
const history = fc.uniqueArray(check, { maxLength: 300, selector: ({ minute }) => minute });
const packed = (checks: readonly Check[]): PackedChecks => ({
	minutes: checks.map(({ minute }) => minute),
	verdicts: checks.map(({ verdict }) => verdict),
	responseTimesMs: checks.map(({ responseTimeMs }) => responseTimeMs),
});

/** The figures, counted one by one. */
function bruteForce(checks: readonly Check[]): Omit<RollUp, "responseTimes"> | null {
	const judged = checks.filter(({ verdict }) => verdict !== MISSED);
	if (judged.length === 0) return null;
	const times = judged.map(({ responseTimeMs }) => responseTimeMs).filter((time) => time >= 0);
	const count = (wanted: number) => judged.filter(({ verdict }) => verdict === wanted).length;
	return {
		up: count(UP ?? 0),
		degraded: count(DEGRADED ?? 1),
		down: count(DOWN ?? 2),
		answered: times.length,
		responseSumMs: times.reduce((sum, time) => sum + time, 0),
		responseMaxMs: Math.max(0, ...times),
	};
}

describe("rolling up", () => {
	test("equals a count of every check, for each hour and each day", () => {
		fc.assert(
			fc.property(history, (checks) => {
				const hours = foldHours(packed(checks));
				for (let hour = 0; hour < 72; hour += 1) {
					const expected = bruteForce(checks.filter(({ minute }) => Math.floor(minute / 60) === hour));
					if (expected === null) expect(hours.has(hour)).toBe(false);
					else expect(hours.get(hour)).toMatchObject(expected);
				}
				for (const day of [0, 1, 2]) {
					const ofDay = [...hours].filter(([hour]) => Math.floor(hour / 24) === day).map(([, rollUp]) => rollUp);
					const expected = bruteForce(checks.filter(({ minute }) => Math.floor(minute / 1_440) === day));
					if (expected === null) expect(foldDay(ofDay)).toBeNull();
					else expect(foldDay(ofDay)).toMatchObject(expected);
				}
			}),
		);
	});

	test("does not depend on the order of the checks or on how they are split", () => {
		fc.assert(
			fc.property(history, fc.array(fc.nat(3), { minLength: 300, maxLength: 300 }), (checks, places) => {
				const whole = foldDay(foldHours(packed(checks)).values());
				expect(foldDay(foldHours(packed(checks.toReversed())).values())).toEqual(whole);
				const tally = new RollUpTally();
				for (const part of [3, 1, 0, 2]) {
					const ofPart = foldDay(foldHours(packed(checks.filter((_, index) => places[index] === part))).values());
					if (ofPart) tally.addAll(ofPart);
				}
				expect(tally.rollUp()).toEqual(whole);
			}),
		);
	});
});
