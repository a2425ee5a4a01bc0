import { expect, test } from "vitest";
import { ClockOffset } from "./clock-offset.ts";

test("a clock is corrected by as little as a reading demands", () => {
	const offset = new ClockOffset();
	expect(offset.ms).toBeNull();
	// At 5,000 or up to 1 ms later, at some time from 100 to 201: the middle.
	expect(offset.read(5_000, 100, 201)).toBe(0);
	expect(offset.ms).toBe(4_850);
	// Allows 4,740 to 4,901.
	expect(offset.read(5_040, 140, 300)).toBe(0);
	// Allows 4,860 to 4,871, and then 4,790 to 4,801.
	expect([offset.read(6_000, 1_130, 1_140), offset.ms]).toEqual([10, 4_860]);
	expect([offset.read(6_930, 2_130, 2_140), offset.ms]).toEqual([-59, 4_801]);
});
