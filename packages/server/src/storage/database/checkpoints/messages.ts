/** What the checkpoint thread and its owner tell one another, and the sizes of the WAL at which something is done. */

/** As in SQLite itself: 4 MB. Sooner, pages that change often would be copied more often. */
export const COPIED_FROM_PAGES = 1_000;
/** 16 MB: reached only while transactions follow one another without a pause. */
export const RESTARTED_FROM_PAGES = 4 * COPIED_FROM_PAGES;
/** 64 MB: from here on commits copy pages themselves, because the thread does not. */
export const COPIED_BY_COMMITS_FROM_PAGES = 16 * COPIED_FROM_PAGES;

export interface ToThread {
	readonly kind: "close";
}

/** `failed`: once for each series of failures. `idle`: it has copied nothing for as long as it was told. */
export type FromThread = { readonly kind: "failed"; readonly error: Error } | { readonly kind: "idle" };

export interface ThreadData {
	/** Of the SQLite file. */
	readonly path: string;
	readonly endsAfterMs: number;
}
