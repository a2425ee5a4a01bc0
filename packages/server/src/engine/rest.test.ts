import { expect, test } from "vitest";
import type { Database } from "../storage/database/tx.ts";
import { freshDatabase } from "../storage/testing/engines.ts";
import { aTeam } from "../storage/testing/fixtures.ts";
import { type RestingTask, restsWhileUnchanged } from "./rest.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const NEVER = new AbortController().signal;

/** A task that counts its runs, which are idle unless told otherwise, and the clock of the test. */
function aTask(database: Database, task: Partial<RestingTask> = {}) {
	const seen = { runs: 0, now: NOON };
	const deps = { database, now: () => seen.now };
	const { run, isResting } = restsWhileUnchanged(deps)({
		async run() {
			seen.runs += 1;
			return "idle";
		},
		...task,
	});
	const runsAfter = async (calls: number) => {
		for (let call = 0; call < calls; call += 1) {
			const before = seen.runs;
			const rests = isResting();
			await run(NEVER);
			// What says that it rests does nothing.
			if (rests) expect(seen.runs).toBe(before);
		}
		return seen.runs;
	};
	return { seen, runsAfter, isResting };
}

test("a task that found nothing runs again when the database has changed", async () => {
	await using database = await freshDatabase("sqlite");
	const { runsAfter, isResting } = aTask(database);
	expect(isResting()).toBe(false);
	expect(await runsAfter(3)).toBe(1);
	expect(isResting()).toBe(true);
	await aTeam(database);
	expect(isResting()).toBe(false);
	expect(await runsAfter(3)).toBe(2);
});

test("tasks that are looked at in one turn ask once whether the database has changed", async () => {
	let asked = 0;
	const database = {
		version() {
			asked += 1;
			return "1";
		},
	};
	const withRest = restsWhileUnchanged({ database, now: () => NOON });
	const tasks = [withRest({ run: async () => "idle" }), withRest({ run: async () => "idle" })];
	for (const { run } of tasks) await run(NEVER);
	for (const turn of [1, 2]) {
		expect(tasks.map(({ isResting }) => isResting())).toEqual([true, true]);
		expect(asked - tasks.length).toBe(turn);
		await Promise.resolve();
	}
});

test("a task that writes finds what it wrote", async () => {
	await using database = await freshDatabase("sqlite");
	let runs = 0;
	const { runsAfter } = aTask(database, {
		async run() {
			runs += 1;
			if (runs === 1) await aTeam(database);
			return "idle";
		},
	});
	await runsAfter(3);
	expect(runs).toBe(2);
});

test("a task that asks for more does not rest", async () => {
	await using database = await freshDatabase("sqlite");
	let runs = 0;
	const { runsAfter } = aTask(database, {
		async run() {
			runs += 1;
			return runs < 3 ? "more" : "idle";
		},
	});
	await runsAfter(5);
	expect(runs).toBe(3);
});

test("the next instant ends the rest, and the one before it does not", async () => {
	await using database = await freshDatabase("sqlite");
	const { seen, runsAfter } = aTask(database, { nextAt: () => (seen.now < NOON + 1_000 ? NOON + 1_000 : null) });
	expect(await runsAfter(1)).toBe(1);
	seen.now = NOON + 999;
	expect(await runsAfter(1)).toBe(1);
	seen.now = NOON + 1_000;
	expect(await runsAfter(3)).toBe(2);
});

test("an instant that has passed lets the task run each time", async () => {
	await using database = await freshDatabase("sqlite");
	const { seen, runsAfter } = aTask(database, { nextAt: () => seen.now });
	expect(await runsAfter(3)).toBe(3);
});

test("a clock that was set back ends the rest", async () => {
	await using database = await freshDatabase("sqlite");
	const { seen, runsAfter } = aTask(database);
	await runsAfter(1);
	seen.now = NOON - 1;
	expect(await runsAfter(3)).toBe(2);
});

test("work that the database does not know of ends the rest", async () => {
	await using database = await freshDatabase("sqlite");
	let hasWork = false;
	const { runsAfter } = aTask(database, { hasWork: () => hasWork });
	expect(await runsAfter(2)).toBe(1);
	hasWork = true;
	expect(await runsAfter(2)).toBe(3);
});

test("on PostgreSQL, where others write too, no task rests", async () => {
	await using database = await freshDatabase("postgresql");
	const { runsAfter } = aTask(database);
	expect(await runsAfter(3)).toBe(3);
});
