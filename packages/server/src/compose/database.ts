/** Opens the database of a configuration, with its schema up to date. */

import type { Config } from "../config/config.ts";
import { migrate } from "../storage/database/migrate.ts";
import { openDatabase } from "../storage/database/open-database.ts";
import type { Database } from "../storage/database/session.ts";

/**
 * An error names the database, and the reason as its cause.
 * @param onMigrated called with the names of the migrations that ran, which may be none
 */
export async function openMigratedDatabase(
	{ databaseUrl }: Pick<Config, "databaseUrl">,
	onMigrated: (ran: readonly string[]) => void = () => {},
): Promise<Database> {
	let database: Database | undefined;
	try {
		const opened = openDatabase(databaseUrl);
		database = opened;
		onMigrated(await opened.withoutTimeLimit(() => migrate(opened)));
		return opened;
	} catch (cause) {
		await database?.close();
		throw new Error(`The database ${withoutPassword(databaseUrl)} can't be used`, { cause });
	}
}

function withoutPassword(databaseUrl: string): string {
	if (databaseUrl.startsWith("sqlite:")) return databaseUrl;
	const url = new URL(databaseUrl);
	url.password = "";
	url.search = "";
	return url.href;
}
