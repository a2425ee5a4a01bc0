/** A process that migrates the database of its argument and prints what ran: SQLite's lock is between processes. */

import { migrate } from "../database/migrate.ts";
import { openDatabase } from "../database/open-database.ts";

const tx = openDatabase(process.argv[2] ?? "");
process.stdout.write(JSON.stringify(await migrate(tx)));
await tx.close();
