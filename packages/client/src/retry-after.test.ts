import { expect, test } from "vitest";
import { parseRetryAfter } from "./retry-after.ts";

test("reads both forms of Retry-After, and no other", () => {
	const now = Date.UTC(2026, 0, 1, 12, 0, 0);
	const read = (header: string | null) => parseRetryAfter(header, now);
	expect([read("0"), read(" 50 "), read("Thu, 01 Jan 2026 12:00:07 GMT")]).toEqual([0, 50, 7]);
	expect(read("Thu, 01 Jan 2026 11:00:00 GMT")).toBe(0);
	expect([null, "", "-1", "1.5", "soon", "2026-01-01", "9".repeat(400)].map(read)).toEqual(Array(7).fill(null));
});
