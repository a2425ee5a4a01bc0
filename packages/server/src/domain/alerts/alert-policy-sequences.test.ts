import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { run } from "./testing/policy-run.ts";

describe("any sequence of checks", () => {
	const sequences = fc.string({ unit: fc.constantFrom("u", "g", "d", "m"), maxLength: 60 });
	const rules = fc.record({
		events: fc.subarray(["down", "degraded", "up"] as const, { minLength: 1 }),
		cooldownMinutes: fc.integer({ min: 0, max: 12 }),
		dailyCap: fc.integer({ min: 1, max: 5 }),
		failureThreshold: fc.integer({ min: 1, max: 4 }),
		reminderMinutes: fc.option(fc.integer({ min: 5, max: 9 })),
	});
	const window = fc.option(fc.tuple(fc.nat(30), fc.nat(60)), { nil: undefined });

	test("notifies an up at most once for each outage, and only after a problem of it", () => {
		fc.assert(
			fc.property(sequences, rules, window, (checks, own, between) => {
				const { delivered } = run(checks, own, between ? { window: between } : {});
				const open = new Set<number | null>();
				for (const { event, outage } of delivered) {
					if (event !== "up") open.add(outage);
					else expect(open.delete(outage)).toBe(true);
				}
			}),
			{ numRuns: 2_000 },
		);
	});

	test("without windows, notifies the end of every outage that was notified", () => {
		fc.assert(
			fc.property(sequences, rules, (checks, own) => {
				fc.pre(own.events.includes("up"));
				const { delivered } = run(`${checks}u`, own);
				const open = new Set<number | null>();
				for (const { event, outage } of delivered) event === "up" ? open.delete(outage) : open.add(outage);
				expect([...open]).toEqual([]);
			}),
			{ numRuns: 2_000 },
		);
	});

	test("notifies no two problems within the cooldown, and no more than the cap", () => {
		fc.assert(
			fc.property(sequences, rules, window, (checks, own, between) => {
				const problems = run(checks, own, between ? { window: between } : {}).delivered.filter(
					({ event }) => event !== "up",
				);
				expect(problems.length).toBeLessThanOrEqual(own.dailyCap);
				for (const [index, { minute }] of problems.entries()) {
					const before = problems[index - 1];
					if (before) expect(minute - before.minute).toBeGreaterThanOrEqual(own.cooldownMinutes);
				}
			}),
			{ numRuns: 2_000 },
		);
	});

	test("notifies nothing within a window, and only events that the alert has", () => {
		fc.assert(
			fc.property(sequences, rules, fc.tuple(fc.nat(30), fc.nat(60)), (checks, own, [from, to]) => {
				for (const { minute, event } of run(checks, own, { window: [from, to] }).delivered) {
					expect(minute < from || minute >= to).toBe(true);
					expect(own.events).toContain(event);
				}
			}),
			{ numRuns: 1_000 },
		);
	});
});
