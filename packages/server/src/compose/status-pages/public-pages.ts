/** The status pages that readers get: kept in memory, and on disk beside the data. */

import { dirname, join } from "node:path";
import type { Config } from "../../config/config.ts";
import { MINUTE_MS, SECOND_MS } from "../../domain/durations.ts";
import { DiskCopies } from "../../http/public/status/serve/disk-copies.ts";
import { pageSource } from "../../http/public/status/serve/page-source.ts";
import { PublicPages } from "../../http/public/status/serve/public-pages.ts";
import { secretFile } from "../../secret.ts";
import { atEachMultiple } from "../../shared-wakes.ts";
import { linkOrigin, ownHosts } from "../origins.ts";
import type { Parts } from "../parts.ts";

/** Copies are gone within about this time after another process closed their page, whether somebody asks or not. */
const LOOK_EVERY_MS = SECOND_MS;
/** A page has its copy within this time after it is published, whether somebody asks or not. */
const COPY_EVERY_MS = MINUTE_MS;

/** Where the last pages are kept for a start without a database. */
export function lastCopies(config: Pick<Config, "databaseUrl">): DiskCopies {
	return new DiskCopies(join(dirname(secretFile(config)), "status-pages"));
}

export async function startPublicPages(
	{ database, config, log, now, stopping }: Parts,
	opened: AsyncDisposableStack,
): Promise<PublicPages> {
	const pages = new PublicPages({
		source: pageSource({
			database: database.requests,
			publicUrl: config.publicUrl,
			ownHosts: ownHosts(config),
			sendsMail: config.smtpUrl !== null,
			linkOrigin: linkOrigin(config),
			now,
		}),
		copies: lastCopies(config),
		isShared: !database.dialect.isSingleProcess,
		log,
		now,
	});
	await pages.start();
	const stopLooking = atEachMultiple(LOOK_EVERY_MS, () => {
		if (!stopping.aborted)
			void pages.lookForChanges().catch((error) => log.error({ err: error }, "Pages can't be compared"));
	});
	opened.defer(stopLooking);
	const stopCopying = atEachMultiple(COPY_EVERY_MS, () => {
		if (!stopping.aborted) void pages.copyAll().catch((error) => log.error({ err: error }, "Pages can't be copied"));
	});
	opened.defer(stopCopying);
	return pages;
}
