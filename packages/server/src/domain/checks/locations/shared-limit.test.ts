import { expect, test } from "vitest";
import { SharedLimit } from "./shared-limit.ts";

test("a location alone has half of the limit, and what it leaves is the others'", () => {
	const limit = new SharedLimit<string, number>(6);
	const fill = (location: number | null) => {
		let added = 0;
		for (; !limit.isFullFor(location); added += 1) limit.add(location, `${added}`, added);
		return added;
	};
	expect([fill(1), fill(2), fill(null), fill(3)]).toEqual([3, 2, 1, 0]);
	expect(limit.size).toBe(6);
});

test("what is deleted is free again, once", () => {
	const limit = new SharedLimit<string, string>(2);
	limit.add(1, "a", "first");
	expect([limit.get(1, "a"), limit.get(2, "a"), limit.isFullFor(1)]).toEqual(["first", undefined, true]);
	expect([limit.delete(2, "a"), limit.delete(1, "a"), limit.delete(1, "a")]).toEqual([false, true, false]);
	expect([limit.size, limit.takenFrom(1)]).toEqual([0, 0]);
});

test("clearing returns all that waited, of every location", () => {
	const limit = new SharedLimit<string, number>(9);
	limit.add(1, "a", 1);
	limit.add(null, "b", 2);
	expect(limit.clear()).toEqual([
		["a", 1],
		["b", 2],
	]);
	expect([limit.size, limit.isFullFor(1), limit.clear()]).toEqual([0, false, []]);
});
