import { expect, test } from "vitest";
import { CONFIRM_AFTER_MS, confirmationPauseMs, longestCheckMs } from "./confirmation.ts";

test("the second attempt follows after a random 2 to 2.5 seconds", () => {
	expect(confirmationPauseMs(0)).toBe(CONFIRM_AFTER_MS);
	expect(confirmationPauseMs(0.5)).toBe(2_250);
	expect(confirmationPauseMs(0.999)).toBeLessThan(2_500);
});

test("the longest duration of a check includes the longest pause", () => {
	expect(longestCheckMs(10_000)).toBe(22_500);
});
