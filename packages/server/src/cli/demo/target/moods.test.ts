import { expect, test } from "vitest";
import { delayMs, type Mood, moodOf } from "./moods.ts";

const minutes = Array.from({ length: 14_400 }, (_, minute) => 29_000_000 + minute);

test("a target is well most of the time, now and then slow, and sometimes broken in each way", () => {
	const counts: Partial<Record<Mood, number>> = {};
	for (let target = 1; target <= 20; target += 1) {
		for (const minute of minutes) {
			const mood = moodOf(target, minute);
			counts[mood] = (counts[mood] ?? 0) + 1;
		}
	}
	const share = (mood: Mood) => (counts[mood] ?? 0) / (20 * minutes.length);
	expect(share("well")).toBeGreaterThan(0.9);
	expect(share("slow")).toBeGreaterThan(0.01);
	for (const mood of ["silent", "reset", "failing"] as const) expect(share(mood)).toBeGreaterThan(0.002);
});

test("trouble lasts for minutes, and among twenty targets something happens within the first hour", () => {
	for (const start of [0, 100, 5_000, 10_000]) {
		const hour = minutes.slice(start, start + 60);
		const troubled = Array.from({ length: 20 }, (_, index) =>
			hour.filter((minute) => moodOf(index + 1, minute) !== "well"),
		);
		expect(troubled.filter((found) => found.length >= 2).length).toBeGreaterThan(2);
	}
});

test("an answer is slower than a second when the target is slow, and never otherwise", () => {
	expect([delayMs("slow", 0), delayMs("well", 1)]).toEqual([1_200, 165]);
});
