import { expect, test } from "vitest";
import { OF_ALL, OF_ONE, troubleOf } from "./day-trouble.ts";

const day = (downChecks: number, degradedChecks = 0, checks = 1440) => ({ checks, degradedChecks, downChecks });

test.each([
	["nothing failed", day(0), "up"],
	["one check was slow", day(0, 1), "degraded"],
	["every check was slow", day(0, 1440), "degraded"],
	["it was down for 40 minutes", day(40), "down"],
	["one check was down and many were slow", day(1, 700), "down"],
	["there was no check", day(0, 0, 0), "nothing"],
])("a day on which %s", (_, checks, state) => expect(troubleOf(checks, OF_ONE).state).toBe(state));

test("a day stands higher the longer it was down", () => {
	const heights = [1, 40, 360, 1440].map((minutes) => troubleOf(day(minutes), OF_ONE).down);
	expect(heights.map((height) => Number(height.toFixed(2)))).toEqual([0.27, 0.38, 0.63, 1]);
});

test("what was slow stands on what was down", () => {
	const { down, failed } = troubleOf(day(360, 360), OF_ONE);
	expect([down, failed].map((height) => Number(height.toFixed(2)))).toEqual([0.63, 0.78]);
});

test("of many monitors a tenth of a per cent is not shown", () => {
	expect(troubleOf(day(1, 1, 10_000), OF_ALL)).toEqual({ state: "up", down: 0, failed: 0 });
	expect(troubleOf(day(20, 1, 10_000), OF_ALL)).toMatchObject({ state: "down" });
	expect(troubleOf(day(1, 20, 10_000), OF_ALL)).toMatchObject({ state: "degraded", down: 0 });
});
