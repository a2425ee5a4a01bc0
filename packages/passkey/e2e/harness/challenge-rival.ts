/** A thread with its own database connection: takes every challenge it can get, and reports which. */

import { DatabaseSync } from "node:sqlite";
import { parentPort, workerData } from "node:worker_threads";
import { SqlChallenges } from "../../example/sql-challenges.ts";

const { path, keys }: { path: string; keys: string[] } = workerData;
const database = new DatabaseSync(path, { timeout: 50_000 });
const challenges = new SqlChallenges(database);
parentPort?.postMessage(keys.filter((key) => challenges.take(key) !== undefined));
database.close();
