import { describe, expect, test } from "vitest";
import { order } from "../../probe/testing/prober.ts";
import { CONFIRM_AFTER_MS, confirmationOf, longestCheckMs } from "./confirmation.ts";
import type { Fault, Observation } from "./observation.ts";

const NOW = 1_800_000_000_000;
const anOrder = (timeoutMs: number, dueInMs = 60_000) => ({
	...order({ url: "http://127.0.0.1/", timeoutMs, nextDueAt: NOW + dueInMs }),
	scheduledAt: NOW,
});
const failed = (fault: Fault): Observation => ({
	kind: "failed",
	fault,
	phase: "connect",
	message: "It failed.",
	phases: { dns: 0, connect: 0, tls: 0, first_byte: 0, transfer: 0 },
	certificate: null,
	address: null,
});
const confirm = (timeoutMs: number, tookMs: number, random = 0) =>
	confirmationOf(anOrder(timeoutMs), failed("reset"), { tookMs, random });

describe("the second attempt", () => {
	test("starts 2 to 2.5 seconds after the first one, at random", () => {
		expect(confirm(10_000, 0, 0)?.pauseMs).toBe(CONFIRM_AFTER_MS);
		expect(confirm(10_000, 0, 0.5)?.pauseMs).toBe(2_250);
		expect(confirm(10_000, 0, 0.999)?.pauseMs).toBeLessThan(2_500);
		expect(confirm(10_000, 1_500, 0)?.pauseMs).toBe(500);
		expect(confirm(10_000, 9_000, 0.999)?.pauseMs).toBe(0);
	});

	test("has the time that the first one left, and at least 2.5 seconds, but never more than the timeout", () => {
		expect(confirm(10_000, 0)?.timeoutMs).toBe(10_000);
		expect(confirm(10_000, 3_000)?.timeoutMs).toBe(7_000);
		expect(confirm(10_000, 8_500)?.timeoutMs).toBe(2_500);
		expect(confirm(10_000, 10_000)?.timeoutMs).toBe(2_500);
		expect(confirm(1_000, 1_000)?.timeoutMs).toBe(1_000);
	});

	test("has the whole timeout when the check before was answered slowly, and not when it only took long", () => {
		const slow = { ...anOrder(10_000), wasSlow: true, answersSlowly: true };
		const after = { tookMs: 10_000, random: 0 };
		expect(confirmationOf(slow, failed("timeout"), after)).toEqual({ pauseMs: 0, timeoutMs: 10_000 });
		const silent = { ...slow, answersSlowly: false };
		expect(confirmationOf(silent, failed("timeout"), after)).toEqual({ pauseMs: 0, timeoutMs: 2_500 });
	});

	test("leaves half a second to record an outage within the interval, the timeout and three seconds", () => {
		for (const timeoutMs of [1_000, 3_000, 10_000, 50_000]) {
			for (let tookMs = 0; tookMs <= timeoutMs; tookMs += 100) {
				const { pauseMs = 0, timeoutMs: restMs = 0 } = confirm(timeoutMs, tookMs, 0.999) ?? {};
				expect(tookMs + pauseMs + restMs).toBeLessThanOrEqual(timeoutMs + 2_500);
			}
		}
	});

	test("is made only when a check that begins in time can end before the next one is due", () => {
		const at = (dueInMs: number, tookMs: number) =>
			confirmationOf(anOrder(10_000, dueInMs), failed("timeout"), { tookMs, random: 0 });
		expect(at(12_500, 0)).not.toBeNull();
		expect(at(12_499, 0)).toBeNull();
		expect(at(12_500, 10_000)).not.toBeNull();
		expect(at(12_499, 10_000)).toBeNull();
	});

	test("is not made when the first one was missed", () => {
		const missed: Observation = { kind: "missed", cause: "resolver", message: "No answer." };
		expect(confirmationOf(anOrder(10_000), missed, { tookMs: 0, random: 0 })).toBeNull();
	});
});

test("the longest duration of a check includes the longest pause", () => {
	expect(longestCheckMs(10_000)).toBe(22_500);
});
