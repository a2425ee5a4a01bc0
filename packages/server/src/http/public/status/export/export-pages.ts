/** Writes the public pages as files for a host elsewhere, and deletes those of pages that are public no more. */

import type { PageSource } from "../serve/public-pages.ts";
import { ExportFolder } from "./export-folder.ts";
import { filesOfPage } from "./page-files.ts";

interface Exported {
	/** Slugs, in their order. */
	readonly written: readonly string[];
	readonly removed: readonly string[];
	/** Files that were new or different. */
	readonly files: number;
}

/**
 * Pages that have left go first, so that whatever fails afterwards, nothing stays that was closed. A page that can't be
 * exported keeps none of the others from it.
 * @param chosen slugs; null: every page that everyone may read. Others that were exported before and are open stay
 */
export async function exportPages(
	source: PageSource,
	directory: string,
	chosen: readonly string[] | null = null,
): Promise<Exported> {
	const folder = await ExportFolder.open(directory);
	const open = [...(await source.openOf(chosen))].toSorted();
	const stillOpen = await source.openOf([...folder.slugs]);
	const removed = [...folder.slugs].filter((slug) => !stillOpen.has(slug));
	for (const slug of removed) await folder.remove(slug);
	const written: string[] = [];
	let count = 0;
	const faults: unknown[] = [];
	for (const slug of open) {
		try {
			const page = await source.page(slug);
			const isOpen = page !== null && !("movedTo" in page) && page.access === "public";
			const files = isOpen ? await filesOfPage(page, source) : null;
			// It may have been closed while it was read.
			if (files === null || !(await source.openOf([slug])).has(slug)) await folder.remove(slug);
			else {
				count += await folder.write(slug, files);
				written.push(slug);
			}
		} catch (error) {
			faults.push(error);
		}
	}
	if (faults.length === 1) throw faults[0];
	if (faults.length > 1) throw new AggregateError(faults, `${faults.length} status pages could not be exported.`);
	return { written, removed, files: count };
}
