import { type RawBuilder, sql } from "kysely";
import { expect, test } from "vitest";
import { freshDatabase } from "../../testing/engines.ts";

/** Tables enough that a plan costs many times what the read of nothing does. */
const ALIASES = Array.from({ length: 12 }, (_, index) => index);
const NAMES = sql.join(ALIASES.map((index) => sql`${sql.ref(`m${index}`)}.name as ${sql.ref(`name_${index}`)}`));
const JOINS = sql.join(
	ALIASES.map((index) => sql`join monitors as ${sql.ref(`m${index}`)} on ${sql.ref(`m${index}`)}.team_id = t.id`),
	sql` `,
);
const ROUNDS = 20;
const RUNS = 10;

test("a limit that is a parameter makes SQLite plan a statement once, not at each run", async () => {
	await using database = await freshDatabase("sqlite");
	const limits = [sql.lit(20), sql`${20}`] as const;
	const read = (limit: RawBuilder<unknown>) =>
		sql`select t.id, ${NAMES} from teams as t ${JOINS} where t.id = ${0} order by t.id limit ${limit}`.execute(
			database.db,
		);
	/** Milliseconds of the round that others disturbed least, of each limit. */
	const least = limits.map(() => Number.POSITIVE_INFINITY);
	for (let round = 0; round < ROUNDS; round += 1) {
		for (const [index, limit] of limits.entries()) {
			const startedAt = performance.now();
			for (let run = 0; run < RUNS; run += 1) await read(limit);
			least[index] = Math.min(least[index] ?? 0, performance.now() - startedAt);
		}
	}
	const [literal = 0, parameter = 0] = least;
	expect(parameter).toBeLessThan(2 * literal);
});
