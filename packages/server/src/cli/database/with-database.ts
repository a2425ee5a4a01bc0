/** An open database while a command runs. */

import { openMigratedDatabase } from "../../compose/database.ts";
import { type Config, readConfig } from "../../config/config.ts";
import type { Database } from "../../storage/database/tx.ts";

/** Runs `work` on the database that the environment names, after bringing its schema up to date. */
export async function withDatabase<T>(work: (database: Database, config: Config) => Promise<T>): Promise<T> {
	const config = readConfig(process.env);
	const database = await openMigratedDatabase(config);
	try {
		return await work(database, config);
	} finally {
		await database.close();
	}
}
