/** The library's store of challenges in databases that several processes share. */

import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { Worker } from "node:worker_threads";
import { POSTGRESQL_CHALLENGES, SQLITE_CHALLENGES, SqlChallenges } from "@lapwing/passkey/challenges";
import pg from "pg";
import { expect, test } from "vitest";
import { startPostgres } from "../../server/src/storage/testing/postgres.ts";

const ceremony = { session: "session", kind: "sign-in" };
const sessions = Array.from({ length: 200 }, (_, index) => `session ${index}`);

test("each challenge goes to one of several processes on the same SQLite database", async () => {
	const directory = await mkdtemp(join(tmpdir(), "lapwing-challenges-"));
	const path = join(directory, "challenges.db");
	const shared = new DatabaseSync(path);
	shared.exec(SQLITE_CHALLENGES);
	const challenges = new SqlChallenges((text, values) => shared.prepare(text).run(...values).changes);
	shared.exec("BEGIN");
	for (const session of sessions) await challenges.put({ session, kind: "sign-in" }, "challenge");
	shared.exec("COMMIT");

	const rival = new URL("./harness/challenge-rival.ts", import.meta.url);
	const taken = await Promise.all(
		Array.from({ length: 3 }, async () => {
			const [keysTaken] = await once(new Worker(rival, { workerData: { path, sessions } }), "message");
			return keysTaken as string[];
		}),
	);
	expect(taken.flat().toSorted()).toStrictEqual(sessions.toSorted());
	shared.close();
	await rm(directory, { recursive: true });
});

test("PostgreSQL keeps five of a session, gives each to one of many takers, and drops what has expired", async () => {
	await using server = await postgres();
	let now = Date.now();
	const challenges = new SqlChallenges(async (text, values) => (await server.pool.query(text, values)).rowCount, {
		placeholders: "$1",
		now: () => now,
	});
	const issued = Array.from({ length: 12 }, (_, index) => `challenge ${index}`);
	// At the same time, as from many tabs.
	await Promise.all(issued.map((each) => challenges.put(ceremony, each)));
	await challenges.put(ceremony, "the latest");
	const left = await server.pool.query("SELECT count(*)::int AS count FROM passkey_challenges");
	expect(left.rows).toStrictEqual([{ count: 5 }]);

	const takers = await Promise.all(Array.from({ length: 20 }, () => challenges.take(ceremony, "the latest")));
	expect(takers.filter(Boolean)).toStrictEqual([true]);

	now += 360_000;
	await challenges.put({ session: "another", kind: "sign-in" }, "next");
	const rows = await server.pool.query("SELECT expires_at::float8 FROM passkey_challenges");
	expect(rows.rows).toStrictEqual([{ expires_at: now + 360_000 }]);
});

async function postgres() {
	const server = await startPostgres();
	const pool = new pg.Pool({ connectionString: `${server.url}/postgres`, max: 8 });
	// The server may end a connection before the pool has said goodbye on it.
	pool.on("error", () => {});
	await pool.query(POSTGRESQL_CHALLENGES);
	return {
		pool,
		async [Symbol.asyncDispose]() {
			await pool.end();
			await server.stop();
		},
	};
}
