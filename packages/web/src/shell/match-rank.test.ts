import { expect, test } from "vitest";
import { matchRank } from "./match-rank.ts";

test.each([
	["Settings", "s", 0],
	["New status page", "s", 1],
	["Monitors", "s", 2],
	["Reports", "x", null],
	["Reports", "", 0],
] as const)("%s matches “%s” with rank %s", (label, typed, rank) => {
	expect(matchRank(label, typed)).toBe(rank);
});
