/** `lapwing migrate`: brings the database's schema up to date; serve does the same at its start. */

import { openMigratedDatabase } from "../../compose/database.ts";
import { readConfig } from "../../config/config.ts";
import { command, print, printJson } from "../command.ts";

export function migrate() {
	return command("migrate", "Bring the database schema up to date (serve does so as well).")
		.option("--json", "print what ran as JSON")
		.action(async ({ json }: { json?: boolean }) => {
			let migrations: readonly string[] = [];
			const database = await openMigratedDatabase(readConfig(process.env), (ran) => {
				migrations = ran;
			});
			await database.close();
			if (json) printJson({ migrations });
			else print(migrations.length === 0 ? "The schema is up to date." : `Ran ${migrations.join(", ")}.`);
		});
}
