/** Public status pages as files: by command, and on a timer. */

import type { Config } from "../../config/config.ts";
import { MINUTE_MS } from "../../domain/durations.ts";
import type { Task } from "../../engine/loop.ts";
import { exportPages } from "../../http/public/status/export/export-pages.ts";
import { pageSource } from "../../http/public/status/serve/page-source.ts";
import type { Tx } from "../../storage/database/tx.ts";
import type { Parts } from "../parts.ts";

/** Within about this time a page that is changed or closed is exported or deleted. */
const LOOK_EVERY_MS = 2_000;

/** @param chosen slugs; null: every page that everyone may read */
export function exportStatusPages(
	{ database, config }: { readonly database: Tx; readonly config: Pick<Config, "publicUrl"> },
	directory: string,
	chosen: readonly string[] | null,
) {
	return exportPages(pageSource({ database, publicUrl: config.publicUrl, now: Date.now }), directory, chosen);
}

/** None without STATUS_EXPORT_DIR. */
export function exportTasks({ config, database, log, now }: Parts): readonly Task[] {
	const { statusExportDir: directory, statusExportMinutes, publicUrl } = config;
	if (directory === null) return [];
	const source = pageSource({ database, publicUrl, now });
	let version: number | null = null;
	let exportedAt = Number.NEGATIVE_INFINITY;
	return [
		{
			name: "export-pages",
			everyMs: LOOK_EVERY_MS,
			async run() {
				const [at, present] = [now(), await source.version()];
				// A clock that was set back makes it due, too.
				const isDue = Math.abs(at - exportedAt) >= statusExportMinutes * MINUTE_MS;
				if (present === version && !isDue) return "idle";
				const { written, removed, files } = await exportPages(source, directory);
				[version, exportedAt] = [present, at];
				if (removed.length > 0) log.info({ removed }, "Status pages were deleted from the export");
				log.debug({ pages: written.length, files }, "Status pages were exported");
				return "idle";
			},
		},
	];
}
