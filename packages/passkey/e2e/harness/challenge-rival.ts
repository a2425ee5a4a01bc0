/** A thread with its own database connection: takes every challenge it can get, and reports of which sessions. */

import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import { SqlChallenges } from "@lapwing/passkey/challenges";

const { path, sessions }: { path: string; sessions: string[] } = workerData;
const database = new DatabaseSync(path, { timeout: 50_000 });
const challenges = new SqlChallenges((text, values) => database.prepare(text).run(...values).changes);
const taken: string[] = [];
for (const session of sessions) {
	if (await challenges.take({ session, kind: "sign-in" }, "challenge")) taken.push(session);
}
parentPort?.postMessage(taken);
database.close();
