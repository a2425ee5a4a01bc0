/** `lapwing migrate`: brings the database's schema up to date; serve does the same at its start. */

import { readConfig } from "../config.ts";
import { openEngine } from "../storage/engine.ts";
import { migrate as migrateEngine } from "../storage/migrate.ts";
import { command, print, printJson } from "./command.ts";

export function migrate() {
	return command("migrate", "Bring the database's schema up to date (serve does so too).")
		.option("--json", "print what ran as JSON")
		.action(async ({ json }: { json?: boolean }) => {
			const engine = openEngine(readConfig(process.env).databaseUrl);
			try {
				const ran = await migrateEngine(engine);
				if (json) printJson({ migrations: ran });
				else print(ran.length === 0 ? "The schema is up to date." : `Ran ${ran.join(", ")}.`);
			} finally {
				await engine.close();
			}
		});
}
