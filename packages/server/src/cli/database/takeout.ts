/** `lapwing takeout`: all of a team in open formats, to leave with or to import elsewhere. */

import { createWriteStream, existsSync, renameSync, rmSync } from "node:fs";
import { dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { unwritable } from "../../storage/installation/backup.ts";
import { tarOf } from "../../storage/takeout/tar.ts";
import { takeoutOf } from "../../storage/takeout/write-takeout.ts";
import { VERSION } from "../../version.ts";
import { chosenTeam } from "../chosen-team.ts";
import { command, outputFile, print, printAside, printJson } from "../command.ts";
import { UsageError } from "../usage-error.ts";
import { withDatabase } from "./with-database.ts";

export function takeout() {
	return command("takeout", "Write all of a team to one archive: monitors, results, figures, pages, incidents.")
		.argument("<team>", "the slug of the team")
		.argument("<file>", "the archive to write (.tar.gz); only this user can read it", outputFile)
		.option("--force", "replace the file if it exists")
		.option("--json", "print what was written as JSON")
		.addHelpText(
			"after",
			`
The archive holds lines of JSON for each kind of row, and results as CSV. No secret is in it: no keys, no credentials
of monitors and channels, no ping addresses. It does hold the addresses of subscribers of status pages.
\`lapwing import lapwing\` reads it into an empty team.`,
		)
		.action(
			async (slug: string, file: string, { force = false, json = false }: { force?: boolean; json?: boolean }) => {
				if (existsSync(file) && !force) throw new UsageError(`${file} exists already. --force replaces it.`);
				const begun = `${file}.part`;
				rmSync(begun, { force: true });
				try {
					await withDatabase(async (database) => {
						const team = await chosenTeam(database, slug);
						await database.withoutTimeLimit(() =>
							database.snapshot(async (tx) => {
								const now = Date.now();
								const files = takeoutOf(tx, team, { now, version: VERSION, onProgress: printAside });
								await pipeline(
									tarOf(files, now),
									createGzip(),
									createWriteStream(begun, { mode: 0o600, flags: "wx", flush: true }),
								);
							}),
						);
					});
					renameSync(begun, file);
				} catch (error) {
					rmSync(begun, { force: true });
					const problem = unwritable(error, dirname(file));
					throw problem === null ? error : new UsageError(problem.message, { cause: error });
				}
				if (json) printJson({ team: slug, file });
				else print(`Wrote all of ${slug} to ${file}.`);
			},
		);
}
