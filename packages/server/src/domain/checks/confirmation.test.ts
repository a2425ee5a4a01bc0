import { expect, test } from "vitest";
import { CONFIRM_AFTER_MS, confirmationPauseMs, longestCheckMs } from "./confirmation.ts";

test("the second attempt follows after 2 to 2.5 seconds, so that failures of one moment do not meet again", () => {
	expect(confirmationPauseMs(0)).toBe(CONFIRM_AFTER_MS);
	expect(confirmationPauseMs(0.5)).toBe(2_250);
	expect(confirmationPauseMs(0.999)).toBeLessThan(2_500);
});

test("the longest check has the longest pause in it", () => {
	expect(longestCheckMs(10_000)).toBe(22_500);
});
