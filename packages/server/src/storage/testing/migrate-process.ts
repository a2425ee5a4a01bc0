/** A process that migrates the database of its argument and prints what ran: SQLite's lock is between processes. */

import { openEngine } from "../database/engine.ts";
import { migrate } from "../database/migrate.ts";

const engine = openEngine(process.argv[2] ?? "");
process.stdout.write(JSON.stringify(await migrate(engine)));
await engine.close();
