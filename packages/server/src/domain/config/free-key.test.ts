import { expect, test } from "vitest";
import { KEY_PATTERN } from "./config.ts";
import { freeKey } from "./free-key.ts";

test("keys are made from names, and each is free", () => {
	const taken = new Map([["api", 1]]);
	expect(["API", "api-2", "API", "-", "日本"].map((name) => freeKey(name, "monitors", taken))).toEqual([
		"api-2",
		"api-2-2",
		"api-3",
		"monitor",
		"monitor-2",
	]);
	expect(["statusPages", "maintenance"].map((kind) => freeKey("", kind as "maintenance", new Map()))).toEqual([
		"page",
		"window",
	]);
});

test("20,000 objects of one long name have keys that the API takes", () => {
	const taken = new Map<string, number>();
	const keys = new Set(Array.from({ length: 20_000 }, () => freeKey("a b".repeat(100), "monitors", taken)));
	expect(keys.size).toBe(20_000);
	expect([...keys].filter((key) => !KEY_PATTERN.test(key))).toEqual([]);
});
