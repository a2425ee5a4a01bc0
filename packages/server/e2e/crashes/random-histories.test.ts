import { expect, test } from "vitest";
import { randomHistory } from "../testing/kills/random-history.ts";

/** Seeds "from-to", for a longer search than that of the suite. */
const [from = 1, to = from] = (process.env["HISTORIES"] ?? "1-40").split("-").map(Number);
/** Of one history, which takes a quarter of a second on a free core. */
const TIMEOUT = 10_000;

const seeds = Array.from({ length: to - from + 1 }, (_, place) => from + place);

test("whoever delivers may die at any request: each channel is told each change, once, and that somebody has it", {
	timeout: TIMEOUT * seeds.length,
}, async () => {
	const broken: string[] = [];
	const sums = { deaths: 0, acknowledged: 0, changes: 0, messages: 0, updates: 0, incidents: 0 };
	for (const seed of seeds) {
		const history = await randomHistory(seed);
		broken.push(...history.broken.map((sentence) => `seed ${seed}: ${sentence}`));
		const { discord, opsgenie } = history.told;
		sums.deaths += history.deaths;
		sums.acknowledged += history.acknowledged;
		sums.changes += history.changes;
		sums.messages += discord.messages;
		sums.updates += discord.updates;
		sums.incidents += opsgenie.messages;
	}
	expect(broken).toEqual([]);
	// The histories have in them what the test is about.
	for (const [what, sum] of Object.entries(sums)) expect(sum, what).toBeGreaterThan(0);
});
