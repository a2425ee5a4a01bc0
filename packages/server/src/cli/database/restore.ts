/** `lapwing restore`: puts a backup in the place of the database, and its secret beside it. */

import { existsSync, renameSync } from "node:fs";
import { type Config, readConfig } from "../../config/config.ts";
import { knownSecret, secretFile, writeSecret } from "../../secret.ts";
import { schemaState } from "../../storage/database/migrate.ts";
import { fenceOf } from "../../storage/database/moving/marks.ts";
import { openDatabase } from "../../storage/database/open-database.ts";
import { InstanceLocked } from "../../storage/database/sqlite/instance-lock.ts";
import { restoreSqlite } from "../../storage/installation/restore.ts";
import { VERSION } from "../../version.ts";
import { command, fileArgument, print, printJson } from "../command.ts";
import { UsageError } from "../usage-error.ts";
import { asUsage, sqlitePath } from "./backup.ts";

export function restore() {
	return command("restore", "Replace the database with a backup. The service must be stopped.")
		.argument("<file>", "a file that `lapwing backup` wrote, or a copy of a database", fileArgument)
		.option("--force", "if a database exists, rename it and restore")
		.option("--json", "print what was restored as JSON")
		.action(async (file: string, { force = false, json = false }: { force?: boolean; json?: boolean }) => {
			const config = readConfig(process.env);
			const path = sqlitePath(config.databaseUrl, [
				`pg_restore --exit-on-error --dbname="$DATABASE_URL" ${file}`,
				"Stop every service first, and let DATABASE_URL name an empty database that its user owns: " +
					"createdb -O USER NAME. Add --no-owner if the user has another name than where the dump was made. " +
					`Put the secret of the backup into LAPWING_SECRET or ${secretFile(config)}.`,
			]);
			const now = Date.now();
			const { secret, earlier } = asUsage(() => {
				try {
					return restoreSqlite(file, path, { replaces: force, now, version: VERSION });
				} catch (error) {
					if (error instanceof InstanceLocked) throw new UsageError(`${path} is in use. Stop the service first.`);
					throw error;
				}
			});
			const restored = restoreSecret(config, secret, now);
			const movedTo = await whereMoved(config);
			if (json) printJson({ database: path, earlier, secret: restored, movedTo });
			else
				print(
					[`Restored ${file} to ${path}.`, putAside(earlier), WORDS[restored](config), moved(movedTo)]
						.filter(Boolean)
						.join(" "),
				);
		});
}

/**
 * `same`: the backup's secret is in use already. `written`: it is in the file now. `overridden`: LAPWING_SECRET is
 * set to another one. `absent`: the backup has none.
 */
type SecretRestored = "same" | "written" | "overridden" | "absent";

const WORDS: Readonly<Record<SecretRestored, (config: Config) => string>> = {
	same: () => "Its secret is in place.",
	written: (config) => `Its secret is in ${secretFile(config)}.`,
	overridden: () => "LAPWING_SECRET is another secret than the backup's: unset it and restore again with --force.",
	absent: (config) =>
		`The backup has no secret: put the one that belongs to it into ${secretFile(config)} or LAPWING_SECRET.`,
};

function restoreSecret(config: Config, secret: Uint8Array | null, now: number): SecretRestored {
	if (secret === null) return "absent";
	const present = knownSecret(config);
	if (present !== null && Buffer.from(present).equals(secret)) return "same";
	if (config.secret !== null) return "overridden";
	const file = secretFile(config);
	if (existsSync(file))
		renameSync(file, `${file}.before-restore-${new Date(now).toISOString().replaceAll(/[:.]/g, "-")}`);
	writeSecret(file, secret);
	return "written";
}

function putAside(earlier: string | null): string {
	return earlier === null ? "" : `The database that was there is now ${earlier}.`;
}

function moved(to: string | null): string {
	return to === null ? "" : `It takes no changes, for it was moved to ${to}: \`lapwing move --unfence\` undoes that.`;
}

/** A backup of a database that was moved away is as that one is. */
async function whereMoved(config: Config): Promise<string | null> {
	const database = openDatabase(config.databaseUrl);
	try {
		const { pending } = await schemaState(database);
		return pending.length === 0 ? ((await fenceOf(database))?.other ?? null) : null;
	} finally {
		await database.close();
	}
}
