/** `lapwing backup`: a copy of the database in one file, while the service runs. */

import { existsSync, statSync } from "node:fs";
import { secretProblem } from "../../compose/secret.ts";
import { type Config, readConfig } from "../../config/config.ts";
import { knownSecret, secretFile } from "../../secret.ts";
import { schemaState } from "../../storage/database/migrate.ts";
import { openDatabase } from "../../storage/database/open-database.ts";
import { BackupError, backUpSqlite } from "../../storage/installation/backup.ts";
import { VERSION } from "../../version.ts";
import { command, fileArgument, print, printJson } from "../command.ts";
import { UsageError } from "../usage-error.ts";

interface Options {
	readonly withoutSecret?: boolean;
	readonly force?: boolean;
	readonly json?: boolean;
}

export function backup() {
	return command(
		"backup",
		"Copy the database to one file, even while the service runs. Restore it with `lapwing restore`.",
	)
		.argument("<file>", "the file to write; only this user can read it", fileArgument)
		.option("--without-secret", "leave out the secret that encrypts the stored secrets; keep that in another place")
		.option("--force", "replace the file if it exists")
		.option("--json", "print what was written as JSON")
		.action(async (file: string, { withoutSecret = false, force = false, json = false }: Options) => {
			const config = readConfig(process.env);
			const path = sqlitePath(config.databaseUrl, [
				`pg_dump --format=custom --file=${file} "$DATABASE_URL"`,
				`Keep the secret with it: LAPWING_SECRET, or the file ${secretFile(config)}.`,
			]);
			if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) {
				throw new UsageError(`${file} is a folder. Name a file in it: ${file}/lapwing.db.`);
			}
			if (existsSync(file) && !force) throw new UsageError(`${file} exists already. --force replaces it.`);
			const secret = withoutSecret ? null : await ownSecret(config, path);
			asUsage(() => backUpSqlite(path, file, { secret, madeAt: Date.now(), version: VERSION }));
			if (json) printJson({ file, database: path, hasSecret: secret !== null });
			else {
				const apart = withoutSecret ? "without its secret; keep that in another place" : "which has no secret yet";
				print(`Backed up ${path} to ${file}, ${secret === null ? apart : "with its secret; keep it safe"}.`);
			}
		});
}

/** The secret that opens what the database encrypts; null where none is in use yet. */
async function ownSecret(config: Config, path: string): Promise<Uint8Array | null> {
	if (!existsSync(path)) return null;
	const database = openDatabase(config.databaseUrl);
	try {
		const hasSchema = (await schemaState(database)).ran.length > 0;
		if (hasSchema && (await secretProblem(database, config)) !== null) {
			const place = config.secret === null ? secretFile(config) : "LAPWING_SECRET";
			throw new UsageError(
				`The secret of this database is not in ${place}, and the backup would be without it. Set LAPWING_SECRET ` +
					"as the service has it, or add --without-secret and keep the secret in another place.",
			);
		}
		return knownSecret(config);
	} finally {
		await database.close();
	}
}

/**
 * The path of a SQLite database. Throws a UsageError that names the way of the engine's own tools where it is another.
 */
export function sqlitePath(databaseUrl: string, instead: readonly string[]): string {
	if (!databaseUrl.startsWith("sqlite:")) {
		throw new UsageError(`This database is PostgreSQL, whose own tools do this:\n\n  ${instead.join("\n\n")}`);
	}
	const path = databaseUrl.slice("sqlite:".length);
	if (path === ":memory:") throw new UsageError("A database in memory has no file. Set DATABASE_URL to a file.");
	return path;
}

/** What the operator can correct is told without a stack. */
export function asUsage<T>(work: () => T): T {
	try {
		return work();
	} catch (error) {
		if (error instanceof BackupError) throw new UsageError(error.message, { cause: error });
		throw error;
	}
}
