/** `lapwing import lapwing`: a takeout into an empty team of this installation, history included. */

import { createReadStream } from "node:fs";
import { pipeline } from "node:stream";
import { createGunzip } from "node:zlib";
import { secretProblem } from "../../../compose/secret.ts";
import { loadSecret } from "../../../secret.ts";
import { secretBox } from "../../../storage/database/secret-box.ts";
import { InstanceLocked, lockInstance } from "../../../storage/database/sqlite/instance-lock.ts";
import { importTakeout, TakeoutRefused } from "../../../storage/takeout/import-takeout.ts";
import { filesOf, UnreadableArchive } from "../../../storage/takeout/tar.ts";
import { chosenTeam, TEAM_OPTION } from "../../chosen-team.ts";
import { command, inputFile, print, printAside, printJson } from "../../command.ts";
import { withDatabase } from "../../database/with-database.ts";
import { UsageError } from "../../usage-error.ts";

export function importLapwing() {
	return command("lapwing", "Read what `lapwing takeout` wrote into an empty team, history included.")
		.argument("<file>", "the archive", inputFile)
		.option(...TEAM_OPTION)
		.option("--json", "print what was read as JSON")
		.addHelpText(
			"after",
			`
All of it or nothing. People, roles, keys and subscribers are never read; on-call schedules come without their people.
Ids stay as they are; one that is taken here is replaced. On SQLite stop the service first.`,
		)
		.action((file: string, { team: slug, json = false }: { team?: string; json?: boolean }) =>
			withDatabase(async (database, config) => {
				using _ = locked(config.databaseUrl);
				const team = await chosenTeam(database, slug);
				const problem = await secretProblem(database, config);
				if (problem !== null) throw new UsageError(problem);
				const secret = loadSecret(config);
				// Whoever reads the archive gets the error.
				const archive = pipeline(createReadStream(file), createGunzip(), () => {});
				const options = { teamId: team.id, now: Date.now(), box: secretBox(secret), onProgress: printAside };
				try {
					const imported = await database.withoutTimeLimit(() =>
						database.transaction((tx) => importTakeout(tx, filesOf(archive), options)),
					);
					if (json) return printJson(imported);
					for (const note of imported.notes) print(`- ${note}`);
					const { monitors = 0, results = 0 } = imported.rows;
					print(
						`Read ${monitors.toLocaleString("en")} monitors with ${results.toLocaleString("en")} results into ${team.slug}.`,
					);
				} catch (error) {
					if (error instanceof TakeoutRefused) throw new UsageError(`${error.message}.`.replace(/\.\.$/, "."));
					if (!isUnreadable(error)) throw error;
					throw new UsageError(`${file} is no archive of \`lapwing takeout\`, or a part of it is missing.`, {
						cause: error,
					});
				}
			}),
		);
}

/** An error of zlib has a code such as Z_BUF_ERROR. */
function isUnreadable(error: unknown): boolean {
	if (error instanceof UnreadableArchive) return true;
	return error instanceof Error && "code" in error && String(error.code).startsWith("Z_");
}

function locked(databaseUrl: string): Disposable {
	try {
		return lockInstance(databaseUrl);
	} catch (error) {
		throw error instanceof InstanceLocked ? new UsageError("The database is in use. Stop the service first.") : error;
	}
}
