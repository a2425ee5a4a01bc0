/** `lapwing migrate`: brings the database's schema up to date; serve does the same at its start. */

import { openDatabase } from "../compose/service.ts";
import { readConfig } from "../config.ts";
import { command, print, printJson } from "./command.ts";

export function migrate() {
	return command("migrate", "Bring the database's schema up to date (serve does so too).")
		.option("--json", "print what ran as JSON")
		.action(async ({ json }: { json?: boolean }) => {
			let migrations: readonly string[] = [];
			const engine = await openDatabase(readConfig(process.env), (ran) => {
				migrations = ran;
			});
			await engine.close();
			if (json) printJson({ migrations });
			else print(migrations.length === 0 ? "The schema is up to date." : `Ran ${migrations.join(", ")}.`);
		});
}
