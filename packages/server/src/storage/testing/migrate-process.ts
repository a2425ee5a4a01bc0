/**
 * A process that migrates the database of its argument, without limits of time as a start does, and prints what ran:
 * SQLite's lock is between processes. With
 * `upgraded` it also makes the example's upgrades; with `killed` it kills itself with SIGKILL when these are made and
 * not committed.
 */

import { migrate } from "../database/migrate.ts";
import { openDatabase } from "../database/open-database.ts";
import { EXAMPLE_UPGRADES } from "./example-upgrades.ts";

const [url = "", mode] = process.argv.slice(2);
const tx = openDatabase(url);
const upgrades = {
	...(mode === undefined ? {} : EXAMPLE_UPGRADES),
	...(mode === "killed" && { "0004-expand-killed": async () => void process.kill(process.pid, "SIGKILL") }),
};
process.stdout.write(JSON.stringify(await tx.withoutTimeLimit(() => migrate(tx, upgrades))));
await tx.close();
