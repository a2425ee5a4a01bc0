import { expect, test } from "vitest";
import { seededRandom } from "../../src/cli/demo/demo-history.ts";
import { newDatabaseUrl } from "../../src/storage/testing/engines.ts";
import { type KillsOptions, type KillsResult, runKills } from "../testing/kills/scenario.ts";

/** A dozen kills in all. bench/kills.ts has the long form, which also holds the time of each start against a bound. */
const SHORT: Omit<KillsOptions, "kills" | "random"> = {
	withinMs: 60_000,
	monitors: 1_500,
	flapping: 150,
	// A failing check is made again after two seconds, and its notice settles: shorter lives tell nothing.
	runsMs: 8_000,
	endsLeases: true,
	// Notices of a cause are gathered for up to 30 s, and consequences wait for further checks.
	settlesWithinMs: 120_000,
};
/** All of the time for kills, and for settling after them. */
const timeout = 240_000;

/** Channels that were told nothing, of which nothing was shown. */
function silentChannels({ told }: KillsResult): string[] {
	return Object.entries(told).flatMap(([channel, { messages }]) => (messages === 0 ? [channel] : []));
}

test.concurrent("on SQLite, kills at random instants lose nothing, repeat nothing and leave the file whole", {
	timeout,
}, async () => {
	const result = await runKills({ ...SHORT, kills: 7, random: seededRandom(Date.now()) });
	expect(result.broken).toEqual([]);
	expect(result.kills).toBeGreaterThan(4);
	expect(result.recorded).toBeGreaterThan(100);
	expect(result.transitions).toBeGreaterThan(10);
	expect(silentChannels(result)).toEqual([]);
});

test.concurrent("on PostgreSQL, kills at random instants lose nothing and repeat nothing", { timeout }, async () => {
	const database = await newDatabaseUrl("postgresql");
	try {
		const random = seededRandom(Date.now());
		const result = await runKills({ ...SHORT, monitors: 600, kills: 5, random, postgresUrl: database.url });
		expect(result.broken).toEqual([]);
		expect(result.kills).toBeGreaterThan(2);
		expect(result.recorded).toBeGreaterThan(30);
		expect(result.transitions).toBeGreaterThan(5);
		expect(silentChannels(result)).toEqual([]);
	} finally {
		await database.drop();
	}
});
