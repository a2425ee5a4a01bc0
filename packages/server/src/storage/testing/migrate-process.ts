/** A process that migrates the database of its argument and prints what ran: SQLite's lock is between processes. */

import { openEngine } from "../engine.ts";
import { migrate } from "../migrate.ts";

const engine = openEngine(process.argv[2] ?? "");
process.stdout.write(JSON.stringify(await migrate(engine)));
await engine.close();
