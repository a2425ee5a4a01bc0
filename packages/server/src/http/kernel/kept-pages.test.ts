import { expect, test } from "vitest";
import { KeptPages } from "./kept-pages.ts";

const ALWAYS = { now: 0, until: Number.POSITIVE_INFINITY };
const page = (data: string) => ({ data, pagination: "{}", link: null });

test("finds a page in the version of the database in which it was read, and in no other", () => {
	const pages = new KeptPages();
	pages.keep("list", "1", page("a"), ALWAYS);
	expect(pages.find("list", "1", 0)).toEqual(page("a"));
	expect(pages.find("list", "2", 0)).toBeNull();
	expect(pages.find("another list", "1", 0)).toBeNull();
	pages.keep("list", "2", page("b"), ALWAYS);
	expect(pages.find("list", "2", 0)).toEqual(page("b"));
	expect(pages.find("list", "1", 0)).toBeNull();
});

test("finds a page from the instant at which it was read until the clock makes it another", () => {
	const pages = new KeptPages();
	pages.keep("list", "1", page("a"), { now: 100, until: 200 });
	expect([99, 100, 199, 200].map((now) => pages.find("list", "1", now) !== null)).toEqual([false, true, true, false]);
});

test("drops the pages that were not asked for the longest, and keeps no page that would drop many", () => {
	const pages = new KeptPages();
	const large = "x".repeat(500_000);
	for (let index = 0; index < 16; index += 1) pages.keep(`list ${index}`, "1", page(large), ALWAYS);
	pages.find("list 0", "1", 0);
	pages.keep("list 16", "1", page(large), ALWAYS);
	expect([0, 1, 2, 16].map((index) => pages.find(`list ${index}`, "1", 0) !== null)).toEqual([true, false, true, true]);
	pages.keep("list 16", "1", page(large + large), ALWAYS);
	expect(pages.find("list 16", "1", 0)).toBeNull();
	expect(pages.find("list 2", "1", 0)).not.toBeNull();
});
