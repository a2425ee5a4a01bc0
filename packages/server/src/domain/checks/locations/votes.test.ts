import fc from "fast-check";
import { expect, test } from "vitest";
import { DOWN_WHEN } from "../../monitors/common-settings.ts";
import type { CheckOrder } from "../check.ts";
import { judge, VERDICTS, type Verdict } from "../judgement.ts";
import { type HttpResponse, NO_PHASES, type Observation } from "../observation.ts";
import { decided, verdictOf } from "./votes.ts";

const votes = fc.array(fc.constantFrom(...VERDICTS), { minLength: 1, maxLength: 10 });
const downWhen = fc.constantFrom(...DOWN_WHEN);

test("a majority is more than half of the locations that made the check", () => {
	const cases: [Verdict[], Verdict][] = [
		[["down", "up"], "up"],
		[["down", "up", "missed"], "up"],
		[["down", "missed", "missed"], "down"],
		[["down", "down", "up"], "down"],
		[["down", "down", "up", "up"], "up"],
		[["down", "degraded", "up"], "degraded"],
		[["down", "degraded", "degraded"], "degraded"],
		[["missed", "missed"], "missed"],
	];
	expect(cases.map(([each]) => verdictOf(each, "majority"))).toEqual(cases.map(([, verdict]) => verdict));
});

test("any needs one location, and all needs all that made the check", () => {
	expect(verdictOf(["up", "up", "down"], "any")).toBe("down");
	expect(verdictOf(["up", "degraded", "up"], "any")).toBe("degraded");
	expect(verdictOf(["down", "down", "up"], "all")).toBe("up");
	expect(verdictOf(["down", "down", "missed"], "all")).toBe("down");
	expect(verdictOf(["down", "degraded"], "all")).toBe("degraded");
});

test("a location that missed the check never votes", () => {
	fc.assert(
		fc.property(votes, downWhen, fc.nat(5), (each, when, missed) => {
			const more: Verdict[] = Array.from({ length: missed }, () => "missed");
			expect(verdictOf([...each, ...more], when)).toBe(verdictOf(each, when));
		}),
	);
});

test("one answer alone decides as one location, and the order of locations changes nothing", () => {
	fc.assert(
		fc.property(votes, downWhen, (each, when) => {
			expect(verdictOf(each.toReversed(), when)).toBe(verdictOf(each, when));
			const [only, ...others] = each.filter((verdict) => verdict !== "missed");
			if (only !== undefined && others.length === 0) expect(verdictOf(each, when)).toBe(only);
		}),
	);
});

test("a location that gets worse never makes the verdict better, and any is never better than majority, nor that than all", () => {
	const rank = (verdict: Verdict) => ["up", "degraded", "down"].indexOf(verdict);
	const made = fc.array(fc.constantFrom<Verdict>("up", "degraded", "down"), { minLength: 1, maxLength: 10 });
	fc.assert(
		fc.property(made, downWhen, fc.nat(9), (each, when, at) => {
			const place = at % each.length;
			const worse = each.with(place, "down");
			expect(rank(verdictOf(worse, when))).toBeGreaterThanOrEqual(rank(verdictOf(each, when)));
			const [any, majority, all] = DOWN_WHEN.map((one) => rank(verdictOf(each, one))) as [number, number, number];
			expect(any >= majority && majority >= all).toBe(true);
			// What decides was seen somewhere.
			expect(each).toContain(verdictOf(each, when));
		}),
	);
});

const order = {
	settings: { type: "http", url: "https://example.com/", method: "GET", expectedStatus: 200 },
	degradedAfterMs: 5_000,
} as unknown as CheckOrder;

function answered(responseTimeMs: number, status = 200): HttpResponse {
	const phases = { ...NO_PHASES, connect: responseTimeMs / 4 };
	const common = { failedContentCheckId: null, certificate: null, address: "192.0.2.1" };
	return { kind: "answered", type: "http", status, responseTimeMs, phases, ...common };
}

const refused = { kind: "failed", fault: "refused" } as unknown as Observation;
const attempt = (observation: Observation) => ({ observation, startedAt: 0, completedAt: 0 });

test("the first location that saw what decides gives the result, with the median of all response times", () => {
	const seen = [answered(900), refused, answered(100, 500), answered(200, 503)];
	const { deciding, median } = decided(seen.map(attempt), order, "majority");
	expect([deciding, median?.responseTimeMs, median?.phases.connect]).toEqual([1, undefined, undefined]);
	const answers = decided([answered(900), answered(100, 500), answered(200, 503)].map(attempt), order, "majority");
	expect([answers.deciding, answers.median?.responseTimeMs, answers.median?.phases.connect]).toEqual([1, 200, 50]);
	const even = decided([answered(100), answered(300)].map(attempt), order, "majority");
	expect([even.deciding, even.median?.responseTimeMs, even.median?.phases.connect]).toEqual([0, 200, 50]);
});

test("the deciding location's own verdict is that of the check", () => {
	const observation = fc.oneof(
		fc.integer({ min: 1, max: 9_000 }).map((ms) => answered(ms)),
		fc.constant(refused),
		fc.constant<Observation>({ kind: "missed", cause: "no_prober", message: "There is no prober." }),
	);
	fc.assert(
		fc.property(fc.array(observation, { minLength: 1, maxLength: 10 }), downWhen, (seen, when) => {
			const { deciding } = decided(seen.map(attempt), order, when);
			const verdicts = seen.map((each) => judge(each, order).verdict);
			expect(verdicts[deciding]).toBe(verdictOf(verdicts, when));
		}),
	);
});
