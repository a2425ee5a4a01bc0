import fc from "fast-check";
import { sql } from "kysely";
import pino from "pino";
import { expect, test } from "vitest";
import type { Tx } from "../../storage/database/tx.ts";
import { freshDatabase } from "../../storage/testing/engines.ts";
import { RateLimits } from "./rate-limit.ts";
import { SharedCounts } from "./shared-counts.ts";

const NOON = Date.UTC(2026, 4, 1, 12);
const warnings: string[] = [];
const log = pino({ level: "warn" }, { write: (line: string) => void warnings.push(line) });

/** Limits of `count` processes that share a database, at a time that all of them have. */
function processes(database: Tx, count: number) {
	const clock = { now: NOON };
	const shared = Array.from({ length: count }, () => new SharedCounts({ database, log, now: () => clock.now }));
	const limits = shared.map((counts) => new RateLimits(counts));
	return { clock, limits, settled: () => Promise.all(shared.map((counts) => counts.settled())) };
}

test("a limit holds over all processes once they know of one another's counts, until its window ends", async () => {
	await using database = await freshDatabase("postgresql");
	const { clock, limits, settled } = processes(database, 2);
	const [one, two] = limits.map((each) => each.of("attempts", 10));
	const allowed = (limit = one, times = 1) =>
		Array.from({ length: times }, () => limit?.count("somebody", clock.now).allowed).filter(Boolean).length;
	expect(allowed(one, 6)).toBe(6);
	await settled();
	expect(allowed(two), "it has heard nothing of this one before").toBe(1);
	await settled();
	expect(allowed(two, 5)).toBe(3);
	await settled();
	expect(allowed(one), "it has heard nothing since it counted last").toBe(1);
	await settled();
	expect(allowed(one, 5) + allowed(two, 5)).toBe(0);
	one?.uncount("somebody");
	expect(two?.count("another", clock.now).remaining, "others are counted apart").toBe(9);
	await settled();
	clock.now += 60_000;
	expect(allowed(one, 20)).toBe(10);
});

test("whatever each counts and takes back, all know the sum", async () => {
	await using database = await freshDatabase("postgresql");
	const steps = fc.array(fc.tuple(fc.nat(2), fc.constantFrom("count", "count", "uncount", "settle")), {
		maxLength: 30,
	});
	const property = fc.asyncProperty(steps, async (taken) => {
		await sql`delete from rate_windows`.execute(database.db);
		const { limits, settled } = processes(database, 3);
		const each = limits.map((of) => of.of("anything", 1_000));
		const own = [0, 0, 0];
		for (const [index, step] of taken) {
			if (step === "settle") await settled();
			else if (step === "count") {
				each[index]?.count("somebody", NOON);
				own[index] = (own[index] ?? 0) + 1;
			} else if ((own[index] ?? 0) > 0) {
				each[index]?.uncount("somebody");
				own[index] = (own[index] ?? 0) - 1;
			}
		}
		await settled();
		expect(await knownCount(database)).toBe(own.reduce((all, one) => all + one, 0));
	});
	await fc.assert(property, { numRuns: 15 });
});

/** The counts of all windows; 0 when there is none. */
async function knownCount({ db }: Tx): Promise<number> {
	const { rows } = await sql<{
		count: number;
	}>`select cast(coalesce(sum(count), 0) as integer) as count from rate_windows`.execute(db);
	return rows[0]?.count ?? 0;
}

test("a database that does not answer leaves each process with its own counts", async () => {
	await using database = await freshDatabase("postgresql");
	const { clock, limits, settled } = processes(database, 1);
	const limit = limits[0]?.of("attempts", 2);
	const before = warnings.length;
	await sql`alter table rate_windows rename to away`.execute(database.db);
	expect([1, 2, 3].map(() => limit?.count("somebody", clock.now).allowed)).toEqual([true, true, false]);
	limit?.count("somebody who never comes back", clock.now);
	await settled();
	limit?.count("somebody", clock.now);
	await settled();
	expect(warnings.length - before, "said once").toBe(1);
	await sql`alter table away rename to rate_windows`.execute(database.db);
	limit?.count("somebody", clock.now);
	await settled();
	expect(await knownCount(database), "what was counted meanwhile is shared later").toBe(6);
});

test("the table holds neither addresses nor mail addresses, and no windows that are over", async () => {
	await using database = await freshDatabase("postgresql");
	const { clock, limits, settled } = processes(database, 1);
	limits[0]?.of("attempts", 2).count("ada@example.com", clock.now);
	await settled();
	const { rows } = await sql<{ key: string }>`select key from rate_windows`.execute(database.db);
	expect(rows).toMatchObject([{ key: expect.stringMatching(/^[\w-]{22}$/) }]);
	clock.now += 120_000;
	limits[0]?.of("attempts", 2).count("bob@example.com", clock.now);
	await settled();
	const left = await sql<{ key: string }>`select key from rate_windows`.execute(database.db);
	expect(left.rows).toHaveLength(1);
	expect(left.rows).not.toEqual(rows);
});
