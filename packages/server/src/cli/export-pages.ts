/** `lapwing status-pages export`: public status pages as files, for a host elsewhere. */

import { exportStatusPages } from "../compose/status-pages/status-export.ts";
import { command, fileArgument, print, printJson } from "./command.ts";
import { withDatabase } from "./database/with-database.ts";
import { UsageError } from "./usage-error.ts";

interface Options {
	readonly page?: readonly string[];
	readonly json?: boolean;
}

export function exportPages() {
	return command("export", "Write the public status pages as files that a bucket or a web server can serve.")
		.argument("<folder>", "a folder; each page gets one of its own in it, named as its slug", fileArgument)
		.option("--page <slug...>", "only these pages, by the last part of /status/<slug>")
		.option("--json", "print what was written as JSON")
		.addHelpText(
			"after",
			"\nFiles that no export wrote are never touched. A page that is not public any more is deleted. The service does\n" +
				"the same by itself when STATUS_EXPORT_DIR is set.",
		)
		.action(async (folder: string, { page: chosen, json = false }: Options) => {
			const { written, removed, files } = await withDatabase((database, config) =>
				exportStatusPages({ database, config }, folder, chosen ?? null),
			);
			const missing = (chosen ?? []).filter((slug) => !written.includes(slug));
			if (json) printJson({ folder, pages: written, removed, filesChanged: files });
			else {
				for (const slug of removed) print(`Deleted ${slug}, which is not exported any more.`);
				print(
					written.length === 0
						? "No status page was exported."
						: `Exported ${written.join(", ")} to ${folder}; ${files} files were new or different.`,
				);
			}
			if (missing.length > 0)
				throw new UsageError(
					`No public status page has this slug: ${missing.join(", ")}. Closed pages are not exported.`,
				);
		});
}
