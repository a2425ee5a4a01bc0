import fc from "fast-check";
import { expect, test } from "vitest";
import { type EndedOutage, MAX_SPANS, OutageTally } from "./outage-spans.ts";

const RANGE = { from: 1_000_000, to: 2_000_000 };

function tallied(outages: readonly EndedOutage[]) {
	const tally = new OutageTally(RANGE);
	for (const outage of outages) tally.add(outage);
	return tally.sum();
}

const anOutage = (startedAt: number, endedAt: number, more: Partial<EndedOutage> = {}): EndedOutage => ({
	startedAt,
	endedAt,
	worstStatus: "down",
	duringMaintenance: false,
	...more,
});

test("outages that can be told apart are spans of their own", () => {
	const outages = [anOutage(1_100_000, 1_110_000), anOutage(1_200_000, 1_205_000, { worstStatus: "degraded" })];
	expect(tallied(outages)).toEqual({
		outages: 2,
		downMs: 10_000,
		degradedMs: 5_000,
		spans: outages.map((outage) => ({ ...outage, outages: 1 })),
	});
});

test("outages that are too close for the range are one span of the worst status", () => {
	const outages = [
		anOutage(1_100_000, 1_100_500, { worstStatus: "degraded", duringMaintenance: true }),
		anOutage(1_101_000, 1_101_200),
	];
	expect(tallied(outages)).toEqual({
		outages: 2,
		downMs: 200,
		degradedMs: 500,
		spans: [anOutage(1_100_000, 1_101_200, { worstStatus: "down" })].map((span) => ({ ...span, outages: 2 })),
	});
});

test("an outage is cut to the range, and one outside of it is not counted", () => {
	const outages = [
		anOutage(1, 2),
		anOutage(900_000, 1_010_000),
		anOutage(1_990_000, 2_500_000),
		anOutage(2_000_000, 3e6),
	];
	expect(tallied(outages)).toMatchObject({
		outages: 2,
		downMs: 20_000,
		spans: [
			{ startedAt: 1_000_000, endedAt: 1_010_000 },
			{ startedAt: 1_990_000, endedAt: 2_000_000 },
		],
	});
});

test("every outage is counted and covered, in a bounded number of spans", () => {
	const gaps = fc.array(fc.tuple(fc.nat(3_000), fc.nat(3_000)), { maxLength: 3_000 });
	fc.assert(
		fc.property(gaps, (lengths) => {
			const outages: EndedOutage[] = [];
			let at = RANGE.from;
			for (const [gap, length] of lengths) {
				at += gap;
				if (at >= RANGE.to) break;
				outages.push(anOutage(at, at + length));
				at += length + 1;
			}
			const { spans, outages: count } = tallied(outages);
			expect(spans.length).toBeLessThanOrEqual(MAX_SPANS);
			expect(count).toBe(outages.length);
			expect(spans.reduce((sum, span) => sum + span.outages, 0)).toBe(outages.length);
			for (const { startedAt } of outages) {
				expect(spans.some((span) => span.startedAt <= startedAt && startedAt <= span.endedAt)).toBe(true);
			}
		}),
		{ numRuns: 20 },
	);
});
