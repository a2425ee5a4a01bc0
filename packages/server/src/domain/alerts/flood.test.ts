import fc from "fast-check";
import { expect, test } from "vitest";
import { asMessages, BURST_MONITORS, GATHER_MS, GROUP_FROM, gatherUntil, MAX_GROUP } from "./flood.ts";

test("few notices are sent one by one, many in one message, and incidents always one by one", () => {
	expect(asMessages([1, 2], true)).toEqual([[1], [2]]);
	expect(asMessages([1, 2, 3], true)).toEqual([[1, 2, 3]]);
	expect(asMessages([1, 2, 3], false)).toEqual([[1], [2], [3]]);
	expect(GROUP_FROM).toBe(3);
});

test("a message holds a bounded number of notices; none is lost or reordered", () => {
	fc.assert(
		fc.property(fc.nat(3 * MAX_GROUP), fc.boolean(), (count, gathers) => {
			const notices = Array.from({ length: count }, (_, index) => index);
			const messages = asMessages(notices, gathers);
			expect(messages.flat()).toEqual(notices);
			expect(messages.every((message) => message.length <= MAX_GROUP)).toBe(true);
		}),
		{ numRuns: 20 },
	);
});

test("an alert that just notified of many monitors gathers notices; one that notified of the same monitor repeatedly does not", () => {
	expect(gatherUntil({ monitors: BURST_MONITORS, lastAt: 1_000 }, 2_000)).toBe(1_000 + GATHER_MS);
	expect(gatherUntil({ monitors: BURST_MONITORS, lastAt: 1_000 }, 1_000 + GATHER_MS)).toBeNull();
	expect(gatherUntil({ monitors: BURST_MONITORS - 1, lastAt: 1_000 }, 2_000)).toBeNull();
	expect(gatherUntil({ monitors: 0, lastAt: null }, 2_000)).toBeNull();
});
